import type { ReceivingRecord, StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listRecorderEmails } from "./recorder-queries.ts";
import { sidesOf } from "./measurement-columns.ts";
import { listRecords, type RecordRow } from "./receiving-queries.ts";

/** A record as the API returns it. */
export function toReceivingRecord(row: RecordRow): ReceivingRecord {
  return {
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
  };
}

/** What was recorded about a parcel, oldest first, replaced records too, with who recorded it where the reader sees it. */
export async function listReceivingRecords(
  db: Db,
  parcelId: string,
  { seesCustomers }: { readonly seesCustomers: boolean },
): Promise<StaffReceivingRecord[]> {
  const emails = seesCustomers ? await listRecorderEmails(db, parcelId) : new Map<string, string>();
  return (await listRecords(db, parcelId)).map((row) => ({
    ...toReceivingRecord(row),
    createdByEmail: emails.get(row.id) ?? null,
  }));
}
