// For how many days the storage of a packed box is charged, and at what price.
import { daysBetween } from "./calendar-day.ts";
import type { StoredDays } from "./ship-quote.ts";
import { storageDayCents, type StorageRate, type StoredSize } from "./storage-fee.ts";

/** A parcel with the last day that costs nothing, and its prices. */
export type StoredParcel = {
  readonly id: string;
  readonly freeUntil: string;
  readonly size: StoredSize | null;
  readonly rate: Omit<StorageRate, "freeDays">;
};

/** A box that lies on the shelf as one piece since a day. */
export type ShelvedBox = { readonly since: string; readonly size: StoredSize };

function daysOf({ id, freeUntil, size, rate }: StoredParcel, today: string): StoredDays[] {
  const days = Math.max(0, daysBetween(freeUntil, today));
  const dayCents = storageDayCents(size, rate);
  return days === 0 ? [] : [{ inboundParcelId: id, days, dayCents, capCents: rate.capCents }];
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/**
 * The days of each parcel up to `today`, by its own clock. Those of a shelved box end when it was packed; from then on it is one
 * piece, whose clock is that of the parcel whose free days end first.
 */
export function storedDays(
  parcels: readonly StoredParcel[],
  today: string,
  box: ShelvedBox | null = null,
): StoredDays[] {
  if (box === null) return parcels.flatMap((parcel) => daysOf(parcel, today));
  const { since, size } = box;
  const [first] = parcels.toSorted((one, other) => (one.freeUntil < other.freeUntil ? -1 : 1));
  if (first === undefined) return [];
  const freeUntil = earlier(since, first.freeUntil) === since ? first.freeUntil : since;
  return [
    ...parcels.flatMap((parcel) => daysOf(parcel, earlier(since, today))),
    ...daysOf({ ...first, size, freeUntil }, today),
  ];
}
