// What is measured, as its columns have it in receiving records and on the parcel.
import { createHash } from "node:crypto";
import type { ParcelMeasurements } from "#goods/contract/receiving.ts";
import type { RecordRow } from "./receiving-queries.ts";

type Sides = Pick<RecordRow, "lengthMm" | "widthMm" | "heightMm">;

/** Length, width and height; null where they were not measured. */
export function sidesOf({ lengthMm, widthMm, heightMm }: Sides): [number, number, number] | null {
  const isMeasured = lengthMm !== null && widthMm !== null && heightMm !== null;
  return isMeasured ? [lengthMm, widthMm, heightMm] : null;
}

/** The columns that a parcel copies from the record that counts. */
export function parcelColumnsOf(record: Omit<ParcelMeasurements, "scale" | "note">) {
  const [lengthMm = null, widthMm = null, heightMm = null] = record.sidesMm ?? [];
  const { weightGrams, condition, battery } = record;
  const goodsFlags = [...new Set(record.goodsFlags)];
  return { weightGrams, lengthMm, widthMm, heightMm, condition, battery, goodsFlags };
}

/** The columns of a record. */
export function recordColumnsOf(measurements: ParcelMeasurements) {
  const { scale, note } = measurements;
  return { ...parcelColumnsOf(measurements), scale, note };
}

/** The hash by which a repeated request is known: of everything it sends but its key. */
export function requestHashOf(operation: string, input: object): Buffer {
  const { idempotencyKey: _key, ...facts } = input as { idempotencyKey?: string };
  return createHash("sha256")
    .update(JSON.stringify([operation, facts]))
    .digest();
}
