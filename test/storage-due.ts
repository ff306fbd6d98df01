import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Lets storage of a customer's parcels that are here cost something since some days. */
export async function letStorageBeDue(db: Db, userId: string): Promise<void> {
  type Stored = { id: string; packageId: string | null; storageRateId: string };
  const { rows } = await sql<Stored>`
    select id, package_id, storage_rate_id from inbound_parcels where user_id = ${userId} and state = 'received'
  `.execute(db);
  for (const { id, packageId, storageRateId } of rows) {
    // Only the days of another owner may be earlier.
    await sql`
      update inbound_parcels
      set user_id = null, package_id = null, storage_from = null, free_until = null, storage_rate_id = null
      where id = ${id}
    `.execute(db);
    await sql`
      update inbound_parcels
      set user_id = ${userId}, package_id = ${packageId}, storage_from = received_at::date - 100,
        free_until = received_at::date - 10, storage_rate_id = ${storageRateId}
      where id = ${id}
    `.execute(db);
  }
}
