-- The change stream: changes recorded by triggers, which open pages subscribe to.

create table changes (
  xid xid8 not null default pg_current_xact_id(),
  user_id uuid,
  topic text not null,
  subject_id uuid,
  recorded_at timestamptz not null default clock_timestamp()
);
-- One row per subject and database transaction.
create unique index changes_once on changes (user_id, xid, topic, subject_id) nulls not distinct;
create index changes_in_order on changes (xid);
comment on table changes is
  'That something has changed, without its content. Read by snapshots, since transactions commit in another order than they begin.';

-- Changes of wallets are recorded by what writes them: the posting function, and the triggers of transactions and holds. Each
-- further trigger costs every statement on its table, also where it does not fire.

-- Settings, suspended lanes and carriers concern everybody, and so does it when a warehouse is entered or first opened.

-- The argument is the topic.
create function record_change_for_everybody() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (null, tg_argv[0], null)
    on conflict do nothing;
  return null;
end $$;
create trigger platform_settings_record_updates after update on settings
  for each statement execute function record_change_for_everybody('settings');
create trigger warehouses_record_inserts after insert on warehouses
  for each statement execute function record_change_for_everybody('settings');
create trigger warehouses_record_openings after update of opened_at on warehouses for each row
  when (old.opened_at is distinct from new.opened_at) execute function record_change_for_everybody('settings');
create trigger suspended_lanes_record_changes after insert or update on suspended_lanes
  for each statement execute function record_change_for_everybody('lane');
create trigger carriers_record_changes after insert or update on carriers
  for each statement execute function record_change_for_everybody('carrier');

-- The other tables record the user, topic and subject of each changed row. A statement with thousands of rows is recorded as
-- one change of everything.

-- Where the row itself is the subject: the argument is its topic.
create function record_own_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select user_id, tg_argv[0], id from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger packages_record_inserts after insert on packages
  referencing new table as changed
  for each statement execute function record_own_changes('package');
create trigger packages_record_updates after update on packages
  referencing new table as changed
  for each statement execute function record_own_changes('package');
create trigger packages_record_deletes after delete on packages
  referencing old table as changed
  for each statement execute function record_own_changes('package');

create function record_shipping_legs_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct packages.user_id, 'package', packages.id
      from changed join packages on packages.id = changed.package_id
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger shipping_legs_record_inserts after insert on shipping_legs
  referencing new table as changed
  for each statement execute function record_shipping_legs_changes();
create trigger shipping_legs_record_updates after update on shipping_legs
  referencing new table as changed
  for each statement execute function record_shipping_legs_changes();
create trigger shipping_legs_record_deletes after delete on shipping_legs
  referencing old table as changed
  for each statement execute function record_shipping_legs_changes();

create function record_events_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed where subject_kind = 'package' limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct packages.user_id, 'package', packages.id
      from changed join packages on packages.id = changed.subject_id
      where changed.subject_kind = 'package'
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger events_record_inserts after insert on events
  referencing new table as changed
  for each statement execute function record_events_changes();

create function record_files_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select user_id, 'package', id from packages
        where id in (select owner_id from changed)
          or id in (select package_id from shipping_legs where id in (select owner_id from changed))
      union all select user_id, 'inbound_parcel', id from inbound_parcels
        where id in (select owner_id from changed)
      union all select user_id, 'inbound_parcel', id from inbound_parcel_claims
        where id in (select owner_id from changed)
      union all select user_id, 'ship_request', id from ship_requests
        where id in (select owner_id from changed)
      union all select user_id, 'ship_request', coalesce(ship_request_id, id) from extra_service_requests
        where id in (select owner_id from changed)
      union all select user_id, 'case', case_id from case_messages
        where id in (select owner_id from changed)
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger files_record_inserts after insert on files referencing new table as changed
  for each statement execute function record_files_changes();
create trigger files_record_deletes after delete on files referencing old table as changed
  for each statement execute function record_files_changes();

create trigger inbound_parcels_record_inserts after insert on inbound_parcels
  referencing new table as changed
  for each statement execute function record_own_changes('inbound_parcel');
create trigger inbound_parcels_record_updates after update on inbound_parcels
  referencing new table as changed
  for each statement execute function record_own_changes('inbound_parcel');
-- Also for whom a parcel no longer belongs to.
create trigger inbound_parcels_record_previous after update on inbound_parcels
  referencing old table as changed
  for each statement execute function record_own_changes('inbound_parcel');

-- Claims are shown with parcels, to the same readers.
create trigger inbound_parcel_claims_record_inserts after insert on inbound_parcel_claims
  referencing new table as changed
  for each statement execute function record_own_changes('inbound_parcel');
create trigger inbound_parcel_claims_record_updates after update on inbound_parcel_claims
  referencing new table as changed
  for each statement execute function record_own_changes('inbound_parcel');

create trigger cases_record_inserts after insert on cases referencing new table as changed
  for each statement execute function record_own_changes('case');
create trigger cases_record_updates after update on cases referencing new table as changed
  for each statement execute function record_own_changes('case');

create function record_case_messages_changes() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id)
    select distinct user_id, 'case', case_id from changed
    on conflict do nothing;
  return null;
end $$;
create trigger case_messages_record_inserts after insert on case_messages
  referencing new table as changed
  for each statement execute function record_case_messages_changes();

-- The timeline of a package and the details of a parcel show events.
create function record_tracking_events_changes() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id)
    select distinct packages.user_id, 'package', packages.id
    from changed
      left join tracker_uses uses on uses.tracker_id = changed.tracker_id and uses.until is null
      join shipping_legs legs on legs.id = coalesce(changed.leg_id, uses.leg_id)
      join packages on packages.id = legs.package_id
    union
    select distinct parcels.user_id, 'inbound_parcel', parcels.id
    from changed
      join tracker_uses uses on uses.tracker_id = changed.tracker_id and uses.until is null
      join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
    on conflict do nothing;
  return null;
end $$;
create trigger tracking_events_record_inserts after insert on tracking_events
  referencing new table as changed
  for each statement execute function record_tracking_events_changes();

create function record_ship_request_change() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id)
    values (new.user_id, 'ship_request', coalesce((to_jsonb(new) ->> 'ship_request_id')::uuid, new.id))
    on conflict do nothing;
  return null;
end $$;
create trigger ship_requests_record_changes after insert or update on ship_requests
  for each row execute function record_ship_request_change();
create trigger extra_service_requests_record_changes after insert or update on extra_service_requests
  for each row execute function record_ship_request_change();

create function record_manifest_change() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'manifest', new.id)
    on conflict do nothing;
  return null;
end $$;
create trigger manifests_record_changes after insert or update on manifests
  for each row execute function record_manifest_change();

create function record_manifest_packages_changes() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id)
    select distinct null::uuid, 'manifest', manifest_id from changed
    on conflict do nothing;
  return null;
end $$;
create trigger manifest_packages_record_scans after insert on manifest_packages
  referencing new table as changed
  for each statement execute function record_manifest_packages_changes();
create trigger manifest_packages_record_changes after update on manifest_packages
  referencing new table as changed
  for each statement execute function record_manifest_packages_changes();
create trigger manifest_packages_record_removals after delete on manifest_packages
  referencing old table as changed
  for each statement execute function record_manifest_packages_changes();

create function record_carrier_weight_change() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'manifest', new.manifest_id)
    on conflict do nothing;
  return null;
end $$;
create trigger carrier_weights_record_changes after insert or update on carrier_weights
  for each row execute function record_carrier_weight_change();

create function record_notifications_changes() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id)
    select distinct user_id, 'notification', user_id from changed
    on conflict do nothing;
  return null;
end $$;
create trigger notifications_record_changes after insert on notifications
  referencing new table as changed
  for each statement execute function record_notifications_changes();

create function record_notifications_read() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id)
    select distinct changed.user_id, 'notification', changed.user_id
    from changed join before using (id) where changed.read_at is distinct from before.read_at
    on conflict do nothing;
  return null;
end $$;
create trigger notifications_record_reading after update on notifications
  referencing old table as before new table as changed
  for each statement execute function record_notifications_read();

create function record_plan_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct user_id, 'plan', user_id from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger subscriptions_record_inserts after insert on subscriptions
  referencing new table as changed
  for each statement execute function record_plan_changes();
create trigger subscriptions_record_updates after update on subscriptions
  referencing new table as changed
  for each statement execute function record_plan_changes();

create trigger plan_periods_record_inserts after insert on plan_periods
  referencing new table as changed
  for each statement execute function record_plan_changes();
create trigger plan_periods_record_updates after update on plan_periods
  referencing new table as changed
  for each statement execute function record_plan_changes();

create trigger subscription_checkouts_record_inserts after insert on subscription_checkouts
  referencing new table as changed
  for each statement execute function record_plan_changes();
create trigger subscription_checkouts_record_updates after update on subscription_checkouts
  referencing new table as changed
  for each statement execute function record_plan_changes();

create function record_profiles_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select id, 'profile', id from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger profiles_record_inserts after insert on profiles
  referencing new table as changed
  for each statement execute function record_profiles_changes();
create trigger profiles_record_updates after update on profiles
  referencing new table as changed
  for each statement execute function record_profiles_changes();

-- Open pages learn of a change of roles, and of two-factor authentication, which some roles require.
create function record_user_profile_change() returns trigger language plpgsql as $$
declare
  user_of_row uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  insert into changes (user_id, topic, subject_id) values (user_of_row, 'profile', user_of_row)
    on conflict do nothing;
  return null;
end $$;
create trigger staff_roles_record_changes after insert or update on staff_roles
  for each row execute function record_user_profile_change();
create trigger two_factors_record_updates after update of confirmed_at on two_factors
  for each row execute function record_user_profile_change();
create trigger two_factors_record_deletes after delete on two_factors
  for each row execute function record_user_profile_change();

create trigger sessions_record_inserts after insert on sessions
  referencing new table as changed
  for each statement execute function record_own_changes('session');
create trigger sessions_record_deletes after delete on sessions
  referencing old table as changed
  for each statement execute function record_own_changes('session');

create function record_payout_requests_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'admin', null::uuid from changed
      union select user_id, 'wallet', user_id from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger payout_requests_record_inserts after insert on payout_requests
  referencing new table as changed
  for each statement execute function record_payout_requests_changes();
create trigger payout_requests_record_updates after update on payout_requests
  referencing new table as changed
  for each statement execute function record_payout_requests_changes();

-- The argument is the topic, of which staff alone read.
create function record_change_for_staff() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id)
    select distinct null::uuid, tg_argv[0], null::uuid from changed
    on conflict do nothing;
  return null;
end $$;
create trigger provider_events_record_inserts after insert on provider_events
  referencing new table as changed
  for each statement execute function record_change_for_staff('admin');
create trigger provider_events_record_updates after update on provider_events
  referencing new table as changed
  for each statement execute function record_change_for_staff('admin');

create trigger work_assignments_record_inserts after insert on work_assignments
  referencing new table as changed
  for each statement execute function record_change_for_staff('work_assignment');
create trigger work_assignments_record_updates after update on work_assignments
  referencing new table as changed
  for each statement execute function record_change_for_staff('work_assignment');
create trigger work_assignments_record_deletes after delete on work_assignments
  referencing old table as changed
  for each statement execute function record_change_for_staff('work_assignment');

create trigger reconciliations_record_inserts after insert on reconciliations
  referencing new table as changed
  for each statement execute function record_change_for_staff('admin');
