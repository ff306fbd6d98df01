// Counts that need no counting: of packages by status alone, and of accounts by what the office filters them by.
import { sql, type Kysely } from "kysely";

/** Adds package_totals, beside the counts by day, and profile_counts with the triggers that keep them exact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addPackageTotals(db);
  await addProfileCounts(db);
}

/** Counts by day grow with the years; the tabs ask for their sums at every look. */
async function addPackageTotals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table package_totals (
      status text primary key,
      count bigint not null
    );
    comment on table package_totals is
      'The sums of package_counts over all days. With package_count_changes added they are exact.';
    insert into package_totals (status, count) select status, sum(count) from package_counts group by 1;

    create or replace function forget_package_counts() returns trigger language plpgsql as $$
    begin
      truncate package_counts, package_totals, package_count_changes;
      return null;
    end $$;
  `.execute(db);
}

/** As with packages a row is added per change and never locked; `fold-profile-counts` adds them up behind. */
async function addProfileCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table profile_counts (
      is_admin boolean not null,
      is_subscribed boolean not null,
      is_suspended boolean not null,
      is_closed boolean not null,
      count bigint not null,
      primary key (is_admin, is_subscribed, is_suspended, is_closed)
    );
    create table profile_count_changes (
      id bigint generated always as identity primary key,
      is_admin boolean not null,
      is_subscribed boolean not null,
      is_suspended boolean not null,
      is_closed boolean not null,
      change integer not null
    );
    comment on table profile_counts is
      'Accounts by what staff filter them by. With profile_count_changes added they are exact.';
    insert into profile_counts
    select is_admin, subscription is not null, suspended_at is not null, closed_at is not null, count(*)
    from profiles group by 1, 2, 3, 4;

    create function count_profile() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into profile_count_changes (is_admin, is_subscribed, is_suspended, is_closed, change)
        values (old.is_admin, old.subscription is not null, old.suspended_at is not null,
          old.closed_at is not null, -1);
      end if;
      if tg_op <> 'DELETE' then
        insert into profile_count_changes (is_admin, is_subscribed, is_suspended, is_closed, change)
        values (new.is_admin, new.subscription is not null, new.suspended_at is not null,
          new.closed_at is not null, 1);
      end if;
      return null;
    end $$;
    create trigger profiles_added_or_removed_are_counted after insert or delete on profiles
      for each row execute function count_profile();
    create trigger profiles_changed_are_counted after update on profiles for each row
      when ((old.is_admin, old.subscription is null, old.suspended_at is null, old.closed_at is null)
        is distinct from (new.is_admin, new.subscription is null, new.suspended_at is null, new.closed_at is null))
      execute function count_profile();
  `.execute(db);
}
