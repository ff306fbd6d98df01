// How the stored days and prices of a parcel become what is shown of its storage.
import type { RowOf } from "#platform/server/db/tables.ts";
import type { ParcelStorage } from "#goods/contract/parcel-measurements.ts";
import { localTime } from "#platform/rules/calendar.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import { storageFee, type StoredSize } from "#goods/rules/storage-fee.ts";

/** The columns of a parcel, its warehouse and its prices on which storage depends. */
export type StorageRow = Pick<
  RowOf<"inboundParcels">,
  "state" | "freeUntil" | "weightGrams" | "lengthMm" | "widthMm" | "heightMm"
> & {
  readonly timeZone: string | null;
  readonly dayCents: number | null;
  readonly stepGrams: number | null;
  readonly volumeDivisor: number | null;
  readonly capCents: number | null;
};

/** What was measured of a parcel; null where it was not weighed. */
export function sizeOf({
  weightGrams,
  lengthMm,
  widthMm,
  heightMm,
}: StorageRow): StoredSize | null {
  if (weightGrams === null) return null;
  const isSized = lengthMm !== null && widthMm !== null && heightMm !== null;
  return { weightGrams, sidesMm: isSized ? [lengthMm, widthMm, heightMm] : null };
}

/** What storage of a parcel costs on a day, whether it is still here or not; null without free days. */
export function storageOn(row: StorageRow, day: string): ParcelStorage | null {
  const { freeUntil, dayCents, stepGrams, volumeDivisor, capCents } = row;
  if (freeUntil === null || dayCents === null || stepGrams === null) return null;
  if (volumeDivisor === null || capCents === null) return null;
  const rate = { dayCents, stepGrams, volumeDivisor, capCents };
  return { freeUntil, ...storageFee(day, freeUntil, sizeOf(row), rate), capCents };
}

/** What storage costs of a parcel that is here; null without free days, as where the owner is unknown. */
export function toStorage(row: StorageRow, now: Date): ParcelStorage | null {
  if (groupOf(row.state) !== "here" || row.timeZone === null) return null;
  return storageOn(row, localTime(row.timeZone, now).day);
}
