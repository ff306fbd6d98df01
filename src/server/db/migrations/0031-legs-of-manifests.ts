import { sql, type Kysely } from "kysely";

/** Staff are asked about legs that move before they are handed over, and what was reported before that counts then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipping_legs
      drop constraint shipping_legs_question_check,
      add constraint shipping_legs_question_check check (question in (
        'contradiction', 'not_handed_over', 'customs_information_required', 'attempt_failed', 'returning', 'returned',
        'damaged', 'lost', 'destroyed', 'refused', 'delayed', 'stopped'
      )),
      add column events_count_since timestamptz;
    comment on column shipping_legs.events_count_since is
      'For a leg that was handed over: since when carriers'' events count. null: since staff last set its status.';
  `.execute(db);
}
