import { sql, type Kysely } from "kysely";

/** Since when the tracking provider does not answer, and legs by how long nothing has been heard of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table settings add column tracking_failing_since timestamptz;
    comment on column settings.tracking_failing_since is
      'Since when requests to the tracking provider fail; null while they succeed.';

    drop index shipping_legs_silent;
    create index shipping_legs_stalled on shipping_legs (coalesce(status_since, updated_at), id)
      where status = 'in_transit';
  `.execute(db);
}
