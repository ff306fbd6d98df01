// The SQL that reads what was recorded about many parcels at once.
import { sql, type Selectable } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelsTables } from "#goods/server/tables/inbound-parcels.ts";

type Rows<Table extends "inboundParcelImages" | "receivingRecords"> = ReadonlyMap<
  string,
  Selectable<InboundParcelsTables[Table]>[]
>;

/** The photos of parcels, by parcel, oldest first. */
export async function listImageRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<Rows<"inboundParcelImages">> {
  const rows = await db
    .selectFrom("inboundParcelImages")
    .selectAll()
    .where("inboundParcelId", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ inboundParcelId }) => inboundParcelId);
}

/** The receiving records of parcels, by parcel, oldest first. */
export async function listRecordRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<Rows<"receivingRecords">> {
  const rows = await db
    .selectFrom("receivingRecords")
    .selectAll()
    .where("inboundParcelId", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .orderBy("sequence")
    .execute();
  return Map.groupBy(rows, ({ inboundParcelId }) => inboundParcelId);
}
