-- Extra services that customers order for parcels and packages.

create table extra_service_requests (
  id uuid primary key default gen_random_uuid(),
  code text not null references extra_services (code),
  user_id uuid not null references profiles (id),
  ship_request_id uuid references ship_requests (id),
  package_id uuid,
  inbound_parcel_id uuid references inbound_parcels (id),
  quantity integer not null check (quantity between 1 and 50),
  unit_cents integer not null check (unit_cents between 0 and 1000000),
  price_cents integer not null check (price_cents between 0 and 50000000),
  shortfall_cents integer not null default 0,
  state text not null check (state in ('ordered', 'done', 'refused', 'cancelled')),
  due_at timestamptz not null,
  result_text text not null default '' check (char_length(result_text) <= 1000),
  checked_items jsonb not null default '[]' check (jsonb_array_length(checked_items) <= 40),
  hold_id uuid references holds (id),
  created_by uuid not null,
  created_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz,
  check (num_nonnulls(package_id, inbound_parcel_id) = 1),
  check ((state = 'ordered') = (ended_at is null)),
  check (shortfall_cents in (0, price_cents) and (shortfall_cents = 0 or state = 'done'))
);
create index extra_service_requests_of_ship_request on extra_service_requests (ship_request_id)
  where ship_request_id is not null;
create index extra_service_requests_of_parcel on extra_service_requests (inbound_parcel_id)
  where inbound_parcel_id is not null;
create index extra_service_requests_of_package on extra_service_requests (package_id)
  where package_id is not null;
create unique index extra_service_requests_of_hold on extra_service_requests (hold_id)
  where hold_id is not null;
create index extra_service_requests_due on extra_service_requests (due_at) where state = 'ordered';
create index extra_service_requests_owed on extra_service_requests (ended_at, id) where shortfall_cents > 0;
create index extra_service_requests_of_user on extra_service_requests (user_id, created_at desc, id);
comment on column extra_service_requests.ship_request_id is
  'The request with which it is charged; null: it is charged when it is done.';
comment on column extra_service_requests.package_id is
  'Not a foreign key: it stays after the package is deleted.';
comment on column extra_service_requests.shortfall_cents is
  'Its price, where the wallet had too little when it was to be charged; debited as soon as the wallet has it.';
comment on column extra_service_requests.result_text is 'What was found, or why it was refused.';
comment on column extra_service_requests.checked_items is
  'Of a check of contents: each goods item as it was declared, with what was found.';

create function lacks_subject(ordered extra_service_requests) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when ordered.ship_request_id is not null and not exists (
      select from ship_requests r where r.id = ordered.ship_request_id and r.packed_at is null
        and r.state in ('requested', 'packing', 'waiting_for_customer')) then true
    when ordered.inbound_parcel_id is not null then not exists (
      select from inbound_parcels p where p.id = ordered.inbound_parcel_id and p.user_id = ordered.user_id
        and p.state in ('received', 'packed')
        and (ordered.ship_request_id is null or exists (
          select from ship_request_parcels chosen where chosen.ship_request_id = ordered.ship_request_id
            and chosen.inbound_parcel_id = p.id and chosen.state <> 'left_out')))
    else not exists (
      select from packages k join inbound_parcels p on p.package_id = k.id and p.user_id = k.user_id
      where k.id = ordered.package_id and k.user_id = ordered.user_id and k.status not in ('cancelled', 'voided')
        and case when ordered.code = 'unpack'
          then p.state = 'packed' and coalesce(k.ship_request_state, 'handed_over') = 'handed_over'
          else p.state in ('received', 'packed') end)
  end
$$;
comment on function lacks_subject(extra_service_requests) is
  'Whether what an order is for is no longer here, its customer''s, or in its unpacked ship request; of unpacking, whether no box is shelved.';

create function has_wrong_hold(ordered extra_service_requests) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from holds h left join ship_requests r on r.id = ordered.ship_request_id
    where h.id = ordered.hold_id and case ordered.state
      when 'ordered' then h.state <> 'held'
      when 'done' then case h.state
        when 'settled' then ordered.shortfall_cents > 0
        when 'released' then ordered.shortfall_cents = 0
        else r.id is null or r.state in ('cancelled', 'shelved', 'handed_over') end
      else h.state <> 'released' end)
$$;
comment on function has_wrong_hold(extra_service_requests) is
  'Whether the hold of an order is settled though that is not done, or ended otherwise than the order.';

-- Checked when a transaction is committed, since what moves a parcel or package ends its orders afterwards.
create function require_subjects_of_orders() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(old, new));
  changed_id uuid := changed ->> 'id';
  parcel_id uuid := case tg_table_name
    when 'inbound_parcels' then changed_id when 'ship_request_parcels' then (changed ->> 'inbound_parcel_id')::uuid end;
  of_package_id uuid := case tg_table_name
    when 'packages' then changed_id when 'inbound_parcels' then (changed ->> 'package_id')::uuid end;
  request_id uuid := case tg_table_name when 'ship_requests' then changed_id end;
  order_id uuid := case tg_table_name when 'extra_service_requests' then changed_id end;
begin
  if exists (
    select from extra_service_requests ordered
    where ordered.state = 'ordered' and (ordered.id = order_id or ordered.inbound_parcel_id = parcel_id
        or ordered.package_id = of_package_id or ordered.ship_request_id = request_id)
      and lacks_subject(ordered)
  ) then
    raise exception 'an extra service stays ordered for what is no longer here'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger extra_service_requests_have_subjects
  after insert or update of state on extra_service_requests deferrable initially deferred
  for each row when (new.state = 'ordered') execute function require_subjects_of_orders();
create constraint trigger inbound_parcels_leave_no_orders
  after update of state, user_id, package_id on inbound_parcels deferrable initially deferred
  for each row when (old.state in ('received', 'packed') and
    (old.state, old.user_id, old.package_id) is distinct from (new.state, new.user_id, new.package_id))
  execute function require_subjects_of_orders();
create constraint trigger packages_leave_no_orders
  after update of status, ship_request_state on packages deferrable initially deferred
  for each row when (new.status in ('cancelled', 'voided') or new.ship_request_state is distinct from old.ship_request_state)
  execute function require_subjects_of_orders();
create constraint trigger deleted_packages_leave_no_orders after delete on packages deferrable initially deferred
  for each row execute function require_subjects_of_orders();
create constraint trigger ship_requests_leave_no_orders
  after update of state, packed_at on ship_requests deferrable initially deferred
  for each row when ((old.state, old.packed_at) is distinct from (new.state, new.packed_at))
  execute function require_subjects_of_orders();
create constraint trigger ship_request_parcels_leave_no_orders
  after update of state on ship_request_parcels deferrable initially deferred
  for each row when (new.state = 'left_out') execute function require_subjects_of_orders();
create constraint trigger deleted_ship_request_parcels_leave_no_orders
  after delete on ship_request_parcels deferrable initially deferred
  for each row execute function require_subjects_of_orders();

-- A hold is settled only for work that is done, and is open only as long as its order is.
create function require_holds_of_orders() returns trigger language plpgsql as $$
declare
  order_id uuid := case tg_table_name when 'extra_service_requests' then new.id end;
  held_id uuid := case tg_table_name when 'holds' then new.id end;
begin
  if exists (
    select from extra_service_requests ordered
    where (ordered.id = order_id or ordered.hold_id = held_id) and has_wrong_hold(ordered)
  ) then
    raise exception 'the hold of an extra service ends as that does, and is settled only once that is done'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger extra_service_requests_agree_with_holds
  after insert or update of state, hold_id, shortfall_cents on extra_service_requests deferrable initially deferred
  for each row when (new.hold_id is not null) execute function require_holds_of_orders();
create constraint trigger holds_agree_with_extra_services
  after update of state on holds deferrable initially deferred
  for each row when (new.type = 'service_fee') execute function require_holds_of_orders();
