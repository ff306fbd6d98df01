// What has changed, noted by the tables themselves, for open pages to follow.
import { sql, type Kysely } from "kysely";

type Source = {
  readonly table: string;
  readonly on: readonly ("insert" | "update" | "delete")[];
  /** Whom a changed row concerns, on which topic, and which thing it is about. */
  readonly notes: string;
};

const ofItsPackage = `
  select distinct packages.user_id, 'package', packages.id
  from changed join packages on packages.id = changed.package_id`;
const ofItsUser = (topic: string) => `select distinct user_id, '${topic}', user_id from changed`;
/** Concerns staff alone. */
const ofTheOffice = "select distinct null::uuid, 'office', null::uuid from changed";

const sources: readonly Source[] = [
  {
    table: "packages",
    on: ["insert", "update", "delete"],
    notes: "select user_id, 'package', id from changed",
  },
  { table: "shipping_legs", on: ["insert", "update", "delete"], notes: ofItsPackage },
  { table: "package_images", on: ["insert", "update", "delete"], notes: ofItsPackage },
  { table: "package_events", on: ["insert"], notes: ofItsPackage },
  { table: "qr_codes", on: ["insert", "update", "delete"], notes: ofItsPackage },
  {
    table: "ledger_accounts",
    on: ["update"],
    notes: `${ofItsUser("wallet")} where user_id is not null`,
  },
  { table: "transactions", on: ["insert", "update"], notes: ofItsUser("wallet") },
  { table: "subscriptions", on: ["insert", "update"], notes: ofItsUser("plan") },
  { table: "plan_periods", on: ["insert", "update"], notes: ofItsUser("plan") },
  { table: "subscription_checkouts", on: ["insert", "update"], notes: ofItsUser("plan") },
  {
    table: "profiles",
    on: ["insert", "update"],
    notes: "select id, 'profile', id from changed",
  },
  {
    table: "sessions",
    on: ["insert", "delete"],
    notes: "select user_id, 'session', id from changed",
  },
  { table: "payout_requests", on: ["insert", "update"], notes: ofTheOffice },
  { table: "provider_events", on: ["insert", "update"], notes: ofTheOffice },
  { table: "reconciliations", on: ["insert"], notes: ofTheOffice },
];

/** Adds changes, which other tables write to by triggers: one row for each thing and database transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table changes (
      xid xid8 not null default pg_current_xact_id(),
      user_id uuid,
      topic text not null,
      subject_id uuid,
      noted_at timestamptz not null default clock_timestamp()
    );
    create unique index changes_once on changes (user_id, xid, topic, subject_id) nulls not distinct;
    create index changes_in_order on changes (xid);
    comment on table changes is
      'Says that something has changed, never what it holds. Read by what a snapshot does not yet see, since transactions commit in another order than they begin.';
  `.execute(db);
  for (const source of sources) await noteChangesOf(db, source);
}

async function noteChangesOf(db: Kysely<unknown>, { table, on, notes }: Source): Promise<void> {
  const functionName = sql.ref(`note_changes_of_${table}`);
  // Thousands of rows at once are no single thing that a page shows: everybody looks again.
  await sql`
    create function ${functionName}() returns trigger language plpgsql as $$
    begin
      if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
        insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
          on conflict do nothing;
      else
        insert into changes (user_id, topic, subject_id)
          ${sql.raw(notes)}
          on conflict do nothing;
      end if;
      return null;
    end $$
  `.execute(db);
  for (const event of on) {
    const rows = event === "delete" ? "old" : "new";
    await sql`
      create trigger ${sql.ref(`${table}_note_${event}s`)} after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} table as changed
        for each statement execute function ${functionName}()
    `.execute(db);
  }
}
