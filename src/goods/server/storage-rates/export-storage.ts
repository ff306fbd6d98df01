import { daysBetween, localTime } from "#platform/rules/calendar-day.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listStorageRows } from "./storage-row-queries.ts";
import { storageOn } from "./storage-of.ts";

/** How long a parcel lay here for its owner, and what storing it has cost; nothing of it says what was charged. */
export type ExportedStorage = {
  /** The day from which its free days were counted. */
  readonly from: string;
  readonly freeUntil: string;
  /** The day on which it left; null while it is here. */
  readonly leftOn: string | null;
  /** Started days up to today, or up to the day on which it left. */
  readonly days: number;
  readonly accruedCents: number;
};

/** The storage of these parcels, by parcel; without those that never lay here for an owner. `leftAt` is null for those that are here. */
export async function exportStorage(
  { db, now }: Pick<SignedInContext, "db" | "now">,
  parcels: readonly { readonly id: string; readonly leftAt: Date | null }[],
): Promise<ReadonlyMap<string, ExportedStorage>> {
  const leftAt = new Map(parcels.map((parcel) => [parcel.id, parcel.leftAt]));
  const storages = new Map<string, ExportedStorage>();
  for (const row of await listStorageRows(db, [...leftAt.keys()])) {
    const left = leftAt.get(row.id) ?? null;
    const { storageFrom: from, timeZone } = row;
    if (from === null || timeZone === null) continue;
    const { day } = localTime(timeZone, left ?? now());
    const storage = storageOn(row, day);
    if (storage === null) continue;
    const { freeUntil, accruedCents } = storage;
    const days = daysBetween(from, day) + 1;
    storages.set(row.id, {
      from,
      freeUntil,
      leftOn: left === null ? null : day,
      days,
      accruedCents,
    });
  }
  return storages;
}
