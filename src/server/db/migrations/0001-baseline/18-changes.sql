-- The change stream: what has changed, noted by the tables themselves, for open pages to follow.

create table changes (
  xid xid8 not null default pg_current_xact_id(),
  user_id uuid,
  topic text not null,
  subject_id uuid,
  noted_at timestamptz not null default clock_timestamp()
);
-- One row for each thing and database transaction.
create unique index changes_once on changes (user_id, xid, topic, subject_id) nulls not distinct;
create index changes_in_order on changes (xid);
comment on table changes is
  'Says that something has changed, never what it holds. Read by what a snapshot does not yet see, since transactions commit in another order than they begin.';

-- Wallets are noted row by row. A posting is the only writer of balances and of completed transactions and notes for
-- itself whom they concern: two triggers that looked at the rows of its statements took as long as the posting.

create function note_change_of_wallet() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
    on conflict do nothing;
  return null;
end $$;
-- A balance moves by posting alone, which never touches what is held.
create trigger holds_are_noted after update on ledger_accounts for each row
  when (new.held_cents is distinct from old.held_cents) execute function note_change_of_wallet();
-- Only the posting writes transactions from within a trigger.
create trigger transactions_are_noted after insert or update on transactions for each row
  when (pg_trigger_depth() = 0) execute function note_change_of_wallet();

-- Settings and suspended lanes concern everybody.

create function note_changes_of_platform_settings() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'platform', null)
    on conflict do nothing;
  return null;
end $$;
create trigger platform_settings_note_updates after update on platform_settings
  for each statement execute function note_changes_of_platform_settings();

create function note_changes_of_suspended_lanes() returns trigger language plpgsql as $$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'lane', null)
    on conflict do nothing;
  return null;
end $$;
create trigger suspended_lanes_note_changes after insert or update on suspended_lanes
  for each statement execute function note_changes_of_suspended_lanes();

-- The other tables note whom each changed row concerns, on which topic, and which thing it is about. Thousands of rows
-- at once are no single thing that a page shows: everybody looks again.

create function note_changes_of_packages() returns trigger language plpgsql as $$
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
create trigger packages_note_inserts after insert on packages
  referencing new table as changed
  for each statement execute function note_changes_of_packages();
create trigger packages_note_updates after update on packages
  referencing new table as changed
  for each statement execute function note_changes_of_packages();
create trigger packages_note_deletes after delete on packages
  referencing old table as changed
  for each statement execute function note_changes_of_packages();

create function note_changes_of_shipping_legs() returns trigger language plpgsql as $$
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
create trigger shipping_legs_note_inserts after insert on shipping_legs
  referencing new table as changed
  for each statement execute function note_changes_of_shipping_legs();
create trigger shipping_legs_note_updates after update on shipping_legs
  referencing new table as changed
  for each statement execute function note_changes_of_shipping_legs();
create trigger shipping_legs_note_deletes after delete on shipping_legs
  referencing old table as changed
  for each statement execute function note_changes_of_shipping_legs();

create function note_changes_of_package_images() returns trigger language plpgsql as $$
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
create trigger package_images_note_inserts after insert on package_images
  referencing new table as changed
  for each statement execute function note_changes_of_package_images();
create trigger package_images_note_updates after update on package_images
  referencing new table as changed
  for each statement execute function note_changes_of_package_images();
create trigger package_images_note_deletes after delete on package_images
  referencing old table as changed
  for each statement execute function note_changes_of_package_images();

create function note_changes_of_package_events() returns trigger language plpgsql as $$
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
create trigger package_events_note_inserts after insert on package_events
  referencing new table as changed
  for each statement execute function note_changes_of_package_events();

create function note_changes_of_qr_codes() returns trigger language plpgsql as $$
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
create trigger qr_codes_note_inserts after insert on qr_codes
  referencing new table as changed
  for each statement execute function note_changes_of_qr_codes();
create trigger qr_codes_note_updates after update on qr_codes
  referencing new table as changed
  for each statement execute function note_changes_of_qr_codes();
create trigger qr_codes_note_deletes after delete on qr_codes
  referencing old table as changed
  for each statement execute function note_changes_of_qr_codes();

create function note_changes_of_subscriptions() returns trigger language plpgsql as $$
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
create trigger subscriptions_note_inserts after insert on subscriptions
  referencing new table as changed
  for each statement execute function note_changes_of_subscriptions();
create trigger subscriptions_note_updates after update on subscriptions
  referencing new table as changed
  for each statement execute function note_changes_of_subscriptions();

create function note_changes_of_plan_periods() returns trigger language plpgsql as $$
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
create trigger plan_periods_note_inserts after insert on plan_periods
  referencing new table as changed
  for each statement execute function note_changes_of_plan_periods();
create trigger plan_periods_note_updates after update on plan_periods
  referencing new table as changed
  for each statement execute function note_changes_of_plan_periods();

create function note_changes_of_subscription_checkouts() returns trigger language plpgsql as $$
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
create trigger subscription_checkouts_note_inserts after insert on subscription_checkouts
  referencing new table as changed
  for each statement execute function note_changes_of_subscription_checkouts();
create trigger subscription_checkouts_note_updates after update on subscription_checkouts
  referencing new table as changed
  for each statement execute function note_changes_of_subscription_checkouts();

create function note_changes_of_profiles() returns trigger language plpgsql as $$
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
create trigger profiles_note_inserts after insert on profiles
  referencing new table as changed
  for each statement execute function note_changes_of_profiles();
create trigger profiles_note_updates after update on profiles
  referencing new table as changed
  for each statement execute function note_changes_of_profiles();

create function note_changes_of_sessions() returns trigger language plpgsql as $$
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
create trigger sessions_note_inserts after insert on sessions
  referencing new table as changed
  for each statement execute function note_changes_of_sessions();
create trigger sessions_note_deletes after delete on sessions
  referencing old table as changed
  for each statement execute function note_changes_of_sessions();

create function note_changes_of_payout_requests() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'office', null::uuid from changed
      union select user_id, 'wallet', user_id from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger payout_requests_note_inserts after insert on payout_requests
  referencing new table as changed
  for each statement execute function note_changes_of_payout_requests();
create trigger payout_requests_note_updates after update on payout_requests
  referencing new table as changed
  for each statement execute function note_changes_of_payout_requests();

create function note_changes_of_provider_events() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'office', null::uuid from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger provider_events_note_inserts after insert on provider_events
  referencing new table as changed
  for each statement execute function note_changes_of_provider_events();
create trigger provider_events_note_updates after update on provider_events
  referencing new table as changed
  for each statement execute function note_changes_of_provider_events();

create function note_changes_of_reconciliations() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'office', null::uuid from changed
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger reconciliations_note_inserts after insert on reconciliations
  referencing new table as changed
  for each statement execute function note_changes_of_reconciliations();
