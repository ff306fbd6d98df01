import { sql, type Kysely } from "kysely";

/** Carriers' messages are processed together, those that are due by their next try. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table carrier_messages add column next_try_at timestamptz;
    update carrier_messages set next_try_at = received_at where state in ('received', 'failed');
    alter table carrier_messages
      add check (next_try_at is null or state in ('received', 'failed')),
      add check (state <> 'received' or next_try_at is not null);
    comment on column carrier_messages.next_try_at is
      'When it is processed, the first time or again; null once it is done, or failed too often.';
    drop index carrier_messages_of_number;
    create index carrier_messages_of_number on carrier_messages (tracking_number)
      where next_try_at is not null and tracking_number is not null;
    create index carrier_messages_due on carrier_messages (next_try_at, id) where next_try_at is not null;
  `.execute(db);
}
