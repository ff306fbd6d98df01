import type { ReceivingRecord } from "#contract/parcel-measurements.ts";
import type { Db } from "#server/db/open.ts";
import { sidesOf } from "./measurement-columns.ts";
import { listRecords } from "./receiving-queries.ts";

/** What was recorded about a parcel, oldest first, replaced records too. */
export async function listReceivingRecords(db: Db, parcelId: string): Promise<ReceivingRecord[]> {
  return (await listRecords(db, parcelId)).map((row) => ({
    id: row.id,
    kind: row.kind,
    weightGrams: row.weightGrams,
    sidesMm: sidesOf(row),
    condition: row.condition,
    battery: row.battery,
    goodsFlags: row.goodsFlags,
    scale: row.scale,
    note: row.note,
    station: row.station,
    reason: row.reason,
    replacesId: row.replacesId,
    recordedAt: row.recordedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}
