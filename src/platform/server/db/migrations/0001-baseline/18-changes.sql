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

-- Changes of wallets are recorded row by row. The posting function is the only writer of balances and completed transactions
-- and records their changes itself: two statement triggers took as long as the posting.

create function record_wallet_change() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
    on conflict do nothing;
  return null;
end $$;
-- Only posting changes a balance, and it never changes held_cents.
create trigger ledger_accounts_record_updates after update on ledger_accounts for each row
  when (new.held_cents is distinct from old.held_cents) execute function record_wallet_change();
-- Only the posting function writes transactions from within a trigger.
create trigger transactions_record_changes after insert or update on transactions for each row
  when (pg_trigger_depth() = 0) execute function record_wallet_change();

-- Settings and suspended lanes concern everybody.

create function record_settings_changes() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'settings', null)
    on conflict do nothing;
  return null;
end $$;
create trigger platform_settings_record_updates after update on settings
  for each statement execute function record_settings_changes();

create function record_suspended_lanes_changes() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'lane', null)
    on conflict do nothing;
  return null;
end $$;
create trigger suspended_lanes_record_changes after insert or update on suspended_lanes
  for each statement execute function record_suspended_lanes_changes();

-- The other tables record the user, topic and subject of each changed row. A statement with thousands of rows is recorded as
-- one change of everything.

create function record_packages_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select user_id, 'package', id from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger packages_record_inserts after insert on packages
  referencing new table as changed
  for each statement execute function record_packages_changes();
create trigger packages_record_updates after update on packages
  referencing new table as changed
  for each statement execute function record_packages_changes();
create trigger packages_record_deletes after delete on packages
  referencing old table as changed
  for each statement execute function record_packages_changes();

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

create function record_package_images_changes() returns trigger language plpgsql as $$
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
create trigger package_images_record_inserts after insert on package_images
  referencing new table as changed
  for each statement execute function record_package_images_changes();
create trigger package_images_record_updates after update on package_images
  referencing new table as changed
  for each statement execute function record_package_images_changes();
create trigger package_images_record_deletes after delete on package_images
  referencing old table as changed
  for each statement execute function record_package_images_changes();

create function record_package_events_changes() returns trigger language plpgsql as $$
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
create trigger package_events_record_inserts after insert on package_events
  referencing new table as changed
  for each statement execute function record_package_events_changes();

create function record_qr_codes_changes() returns trigger language plpgsql as $$
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
create trigger qr_codes_record_inserts after insert on qr_codes
  referencing new table as changed
  for each statement execute function record_qr_codes_changes();
create trigger qr_codes_record_updates after update on qr_codes
  referencing new table as changed
  for each statement execute function record_qr_codes_changes();
create trigger qr_codes_record_deletes after delete on qr_codes
  referencing old table as changed
  for each statement execute function record_qr_codes_changes();

create function record_subscriptions_changes() returns trigger language plpgsql as $$
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
  for each statement execute function record_subscriptions_changes();
create trigger subscriptions_record_updates after update on subscriptions
  referencing new table as changed
  for each statement execute function record_subscriptions_changes();

create function record_plan_periods_changes() returns trigger language plpgsql as $$
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
create trigger plan_periods_record_inserts after insert on plan_periods
  referencing new table as changed
  for each statement execute function record_plan_periods_changes();
create trigger plan_periods_record_updates after update on plan_periods
  referencing new table as changed
  for each statement execute function record_plan_periods_changes();

create function record_subscription_checkouts_changes() returns trigger language plpgsql as $$
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
create trigger subscription_checkouts_record_inserts after insert on subscription_checkouts
  referencing new table as changed
  for each statement execute function record_subscription_checkouts_changes();
create trigger subscription_checkouts_record_updates after update on subscription_checkouts
  referencing new table as changed
  for each statement execute function record_subscription_checkouts_changes();

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

create function record_sessions_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select user_id, 'session', id from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger sessions_record_inserts after insert on sessions
  referencing new table as changed
  for each statement execute function record_sessions_changes();
create trigger sessions_record_deletes after delete on sessions
  referencing old table as changed
  for each statement execute function record_sessions_changes();

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

create function record_provider_events_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'admin', null::uuid from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger provider_events_record_inserts after insert on provider_events
  referencing new table as changed
  for each statement execute function record_provider_events_changes();
create trigger provider_events_record_updates after update on provider_events
  referencing new table as changed
  for each statement execute function record_provider_events_changes();

create function record_reconciliations_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'admin', null::uuid from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger reconciliations_record_inserts after insert on reconciliations
  referencing new table as changed
  for each statement execute function record_reconciliations_changes();
