// The SQL that reads on what storage depends.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelRow } from "#goods/server/tables/inbound-parcels.ts";
import type { StorageRow } from "./storage-of.ts";

/** The columns of these parcels on which storage depends. */
export async function listStorageRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<(InboundParcelRow & StorageRow)[]> {
  const { rows } = await sql<InboundParcelRow & StorageRow>`
    select p.*, warehouses.time_zone, rates.day_cents, rates.step_grams, rates.volume_divisor, rates.cap_cents
    from inbound_parcels p join warehouses on warehouses.id = p.warehouse_id
      join storage_rates rates on rates.id = p.storage_rate_id
    where p.id = any(${parcelIds}::uuid[])
  `.execute(db);
  return rows;
}
