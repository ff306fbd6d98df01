// Who changes which subscriber's plan at the payment provider just now, across all server processes.
import { sql, type Kysely } from "kysely";

/** Creates subscriber_locks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscriber_locks (
      user_id uuid primary key,
      holder uuid not null,
      locked_until timestamptz not null
    );
    comment on table subscriber_locks is
      'A row while something changes a subscriber at the provider; free again after locked_until, whoever died.';
    -- A reference to the profile would wait for whoever has locked that row.
    comment on column subscriber_locks.user_id is 'The subscriber; no reference, so that locking waits for no profile.';
    comment on column subscriber_locks.locked_until is 'By the clock of the database, which all processes share.';
  `.execute(db);
}
