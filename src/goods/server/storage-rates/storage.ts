import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  updateStorageBegun,
  updateStorageDelayed,
  type Delay,
  updateStorageLengthened,
  listStorageRows,
} from "./storage-queries.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { ParcelStorage } from "#goods/contract/parcel-measurements.ts";
import type { StorageRate, StoredSize } from "#goods/rules/storage-fee.ts";
import { sizeOf, toStorage, storageOn } from "./storage-of.ts";
import { daysBetween, localTime } from "#platform/rules/calendar.ts";

/** The columns of a parcel whose storage nobody pays: it has no known owner. */
export const noStorage = {
  storageFrom: null,
  freeUntil: null,
  storageRateId: null,
  delayDays: 0,
  delayUntil: null,
} as const;

/**
 * Begins the free days of parcels that are here, today in the time zone of their warehouse, with the prices that are
 * valid then for their owner's plan. It runs in the transaction of `db` that receives or matches them, which must hold
 * the lock on the owner's profile, so that the plan does not change meanwhile. Those without an owner and those that have
 * begun stay as they are.
 */
export async function startStorage(
  { now }: Pick<AppServices, "now">,
  db: Db,
  parcelIds: readonly string[],
): Promise<void> {
  await updateStorageBegun(db, parcelIds, now());
}

/** Makes the days free by which parcels were packed too late; each day once. */
export async function delayStorage(db: Db, delay: Delay, now: Date): Promise<void> {
  await updateStorageDelayed(db, delay, now);
}

/**
 * Gives what lies here the free days of the plan that a customer has from now on, counted from the day on which each
 * parcel's began; nothing is shortened, and prices stay. It runs in the transaction of `db` that changes the plan.
 */
export async function lengthenStorage(
  db: Db,
  customer: { readonly userId: string; readonly plan: PlanName },
  now: Date,
): Promise<void> {
  await updateStorageLengthened(db, customer, now);
}

/** What storage of these parcels costs, by parcel; without those that have left or have no owner. */
export async function readStorage(
  db: Db,
  parcelIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ParcelStorage>> {
  const storages = new Map<string, ParcelStorage>();
  for (const row of await listStorageRows(db, parcelIds)) {
    const storage = toStorage(row, now);
    if (storage !== null) storages.set(row.id, storage);
  }
  return storages;
}

/** From what storage of these parcels is charged; without those that have no free days, as without an owner. */
export async function readStorageRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<
  {
    readonly id: string;
    readonly trackingNumber: string | null;
    readonly freeUntil: string;
    readonly size: StoredSize | null;
    readonly rate: Omit<StorageRate, "freeDays">;
  }[]
> {
  const rows = await listStorageRows(db, parcelIds);
  return rows.flatMap((row) => {
    const { id, trackingNumber, freeUntil, dayCents, stepGrams, volumeDivisor, capCents } = row;
    if (freeUntil === null || dayCents === null || stepGrams === null) return [];
    if (volumeDivisor === null || capCents === null) return [];
    const rate = { dayCents, stepGrams, volumeDivisor, capCents };
    return [{ id, trackingNumber, freeUntil, size: sizeOf(row), rate }];
  });
}

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
