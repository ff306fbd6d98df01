// The plan that somebody chose before they had an account, kept until they have one.
import { sql, type Kysely } from "kysely";

/** Adds profiles.chosen_plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles add column chosen_plan text
      check (chosen_plan in ('Basic', 'Super', 'Premium'));
    comment on column profiles.chosen_plan is
      'The plan chosen when registering, which the upgrade page offers first; null once there has been one.';
  `.execute(db);
}
