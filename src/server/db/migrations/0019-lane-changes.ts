// Suspensions of lanes among the changes that open pages follow: quotes and new packages tell of them.
import { sql, type Kysely } from "kysely";

/** Notes in changes, for everybody, that lanes were suspended or reopened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_changes_of_suspended_lanes() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id) values (null, 'lane', null)
        on conflict do nothing;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger suspended_lanes_note_changes after insert or update on suspended_lanes
      for each statement execute function note_changes_of_suspended_lanes()
  `.execute(db);
}
