import { sql, type Kysely } from "kysely";

/** The days by which packing was late, for which nobody pays storage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table inbound_parcels
      add column delay_days integer not null default 0,
      add column delay_until date,
      add constraint inbound_parcels_delay_check check (delay_days >= 0 and (delay_days > 0) = (delay_until is not null)),
      add constraint inbound_parcels_delay_storage_check check (delay_days = 0 or free_until is not null);
    comment on column inbound_parcels.delay_days is
      'Days after the promised one on which a ship request was not packed yet; free_until is so many days later.';
    comment on column inbound_parcels.delay_until is 'The last of these days.';
  `.execute(db);
}
