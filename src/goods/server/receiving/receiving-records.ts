import type { ReceivingRecord, StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listRecorderEmails, listRecords, type RecordRow } from "./receiving-queries.ts";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";

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

type Sides = Pick<RecordRow, "lengthMm" | "widthMm" | "heightMm">;

/** Length, width and height; null where they were not measured. */
export function sidesOf({ lengthMm, widthMm, heightMm }: Sides): [number, number, number] | null {
  const isMeasured = lengthMm !== null && widthMm !== null && heightMm !== null;
  return isMeasured ? [lengthMm, widthMm, heightMm] : null;
}

/** The columns that a parcel copies from the record that counts. */
export function toParcelColumns(record: Omit<ParcelMeasurements, "scale" | "note">) {
  const [lengthMm = null, widthMm = null, heightMm = null] = record.sidesMm ?? [];
  const { weightGrams, condition, battery } = record;
  const goodsFlags = [...new Set(record.goodsFlags)];
  return { weightGrams, lengthMm, widthMm, heightMm, condition, battery, goodsFlags };
}

/** The columns of a record. */
export function toRecordColumns(measurements: ParcelMeasurements) {
  const { scale, note } = measurements;
  return { ...toParcelColumns(measurements), scale, note };
}
