// What keeps lists quick at any size: counts of packages that need no counting, and indexes for searches and orders.
import { sql, type Kysely } from "kysely";

/** Adds package_counts with the triggers that keep them exact, filled from what is there, and the missing indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCounts(db);
  await createCountTriggers(db);
  await indexPackages(db);
  await indexOtherLists(db);
}

/** A row is added per change and never locked; `fold-package-counts` adds them up behind. */
async function createCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table package_counts (
      status text not null,
      day date not null,
      count bigint not null,
      primary key (status, day)
    );
    create table package_count_changes (
      id bigint generated always as identity primary key,
      status text not null,
      day date not null,
      change bigint not null
    );
    comment on table package_counts is
      'Packages by status and the UTC day of their creation. With package_count_changes added they are exact.';

    insert into package_counts (status, day, count)
    select status, (created_at at time zone 'UTC')::date, count(*) from packages group by 1, 2;
  `.execute(db);
}

async function createCountTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_added_packages() returns trigger language plpgsql as $$
    begin
      insert into package_count_changes (status, day, change)
      select status, (created_at at time zone 'UTC')::date, count(*) from added group by 1, 2;
      return null;
    end $$;
    create trigger packages_added_are_counted after insert on packages
      referencing new table as added for each statement execute function count_added_packages();

    create function count_changed_packages() returns trigger language plpgsql as $$
    begin
      insert into package_count_changes (status, day, change)
      select status, day, sum(change) from (
        select status, (created_at at time zone 'UTC')::date as day, 1 as change from changed
        union all
        select status, (created_at at time zone 'UTC')::date, -1 from unchanged
      ) both_sides group by 1, 2 having sum(change) <> 0;
      return null;
    end $$;
    create trigger packages_changed_are_counted after update on packages
      referencing old table as unchanged new table as changed
      for each statement execute function count_changed_packages();

    create function count_removed_packages() returns trigger language plpgsql as $$
    begin
      insert into package_count_changes (status, day, change)
      select status, (created_at at time zone 'UTC')::date, -count(*) from removed group by 1, 2;
      return null;
    end $$;
    create trigger packages_removed_are_counted after delete on packages
      referencing old table as removed for each statement execute function count_removed_packages();

    create function forget_package_counts() returns trigger language plpgsql as $$
    begin
      truncate package_counts, package_count_changes;
      return null;
    end $$;
    create trigger packages_emptied_are_counted after truncate on packages
      for each statement execute function forget_package_counts();
  `.execute(db);
}

/**
 * Searches look for any part of a number or address, which the extension pg_trgm indexes by groups of three
 * characters. Without `fastupdate` no reader has to look through what writers put off.
 */
async function indexPackages(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;
    create index packages_tracking_number_parts on packages
      using gin (tracking_number gin_trgm_ops) with (fastupdate = off);
    create index packages_active on packages (created_at desc, id desc) where status <> 'delivered';
    drop index packages_of_user;
    create index packages_of_user on packages (user_id, created_at desc, id desc) include (status);
  `.execute(db);
}

async function indexOtherLists(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index profiles_email_parts on profiles using gin (email gin_trgm_ops) with (fastupdate = off);
    create index profiles_full_name_parts on profiles using gin (full_name gin_trgm_ops) with (fastupdate = off);
    create index profiles_by_name on profiles (full_name, id);
    create index provider_events_by_state on provider_events (state, received_at desc, id desc);
    create index ledger_transfers_of_wallet on ledger_transfers (wallet_id, created_at);
    create index deposits_newest on deposits (created_at desc);
  `.execute(db);
}
