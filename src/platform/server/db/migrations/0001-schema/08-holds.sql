-- Holds: money of a wallet reserved for a fee or a payout until it is settled or released.

create table holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  transaction_id uuid not null unique,
  amount_cents bigint not null check (amount_cents between 1 and 100000000),
  state text not null default 'held' check (state in ('held', 'settled', 'released')),
  leg_number integer check (leg_number between 1 and 3),
  package_id uuid,
  reason text not null check (reason <> ''),
  idempotency_key text not null unique,
  held_by uuid not null,
  held_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz,
  settled_cents bigint check (settled_cents >= 0),
  type text not null default 'shipping_fee' check (type in ('shipping_fee', 'payout', 'service_fee', 'storage_fee')),
  ship_request_id uuid,
  check ((state = 'held') = (ended_at is null)),
  check ((state = 'settled') = (settled_cents is not null))
);
create index holds_open on holds (user_id, held_at) where state = 'held';
create index holds_of_ship_request on holds (ship_request_id) where ship_request_id is not null;
create index holds_charged on holds (ended_at) where state = 'settled' and ship_request_id is not null;
comment on column holds.type is 'The type of the transaction when it is settled.';
comment on column holds.idempotency_key is
  'Of the request that made it; those of ship requests say what they are for.';
comment on column holds.transaction_id is
  'Its entry in the history: pending while held, completed with the settled amount, or canceled.';

-- A security definer that nobody else may execute, like the posting function.
create function update_held_cents() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'a hold begins as held' using errcode = 'restrict_violation';
    end if;
    update ledger_accounts set held_cents = held_cents + new.amount_cents
      where user_id = new.user_id and balance_cents - held_cents >= new.amount_cents;
    if not found then
      raise exception 'the wallet has not enough to hold' using errcode = 'check_violation';
    end if;
  else
    if (old.id, old.user_id, old.transaction_id, old.amount_cents, old.type)
      is distinct from (new.id, new.user_id, new.transaction_id, new.amount_cents, new.type)
      or old.state <> 'held' or new.state = 'held' then
      raise exception 'a hold is only ever ended, once' using errcode = 'restrict_violation';
    end if;
    update ledger_accounts set held_cents = held_cents - old.amount_cents
      where user_id = old.user_id;
  end if;
  insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
    on conflict do nothing;
  return null;
end $$;
revoke execute on function update_held_cents() from public;

create trigger holds_update_held_cents after insert or update on holds
  for each row execute function update_held_cents();
create trigger holds_prevent_delete before delete or truncate on holds
  for each statement execute function prevent_history_change();
