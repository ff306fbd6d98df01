// For how many days the storage of a packed box is charged, and at what price.
import { daysBetween } from "#platform/rules/calendar-day.ts";
import { storageDayCents, type StorageRate, type StoredSize } from "./storage-fee.ts";

/** A parcel with the last day that costs nothing, and its prices. */
export type StoredParcel = {
  readonly id: string;
  /** Pieces that arrived under one number have one cap; null: it is a parcel of its own. */
  readonly trackingNumber: string | null;
  /** What was charged before for other pieces of it. */
  readonly chargedCents: number;
  readonly freeUntil: string;
  readonly size: StoredSize | null;
  readonly rate: Omit<StorageRate, "freeDays">;
};

/** A parcel's storage up to the day of the quote. */
export type StoredDays = {
  readonly inboundParcelId: string;
  readonly days: number;
  readonly dayCents: number;
  readonly capCents: number;
};

/** A box that lies on the shelf as one piece since a day. */
export type ShelvedBox = { readonly since: string; readonly size: StoredSize };

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** What lies up to a day: each parcel, or until it was shelved, and from then on the box for the parcel whose free days end first. */
function piecesOf(
  parcels: readonly StoredParcel[],
  until: string,
  box: ShelvedBox | null,
): { readonly parcel: StoredParcel; readonly until: string }[] {
  if (box === null) return parcels.map((parcel) => ({ parcel, until }));
  const { since, size } = box;
  const [first] = parcels.toSorted((one, other) => (one.freeUntil < other.freeUntil ? -1 : 1));
  if (first === undefined) return [];
  const freeUntil = since < first.freeUntil ? first.freeUntil : since;
  return [
    ...parcels.map((parcel) => ({ parcel, until: earlier(since, until) })),
    { parcel: { ...first, size, freeUntil }, until },
  ];
}

/**
 * The days of each parcel up to a day, by its own clock. Those of a shelved box end when it was packed; from then on it is one
 * piece, whose clock is that of the parcel whose free days end first. A parcel costs its cap once, whatever its pieces: each
 * has what the ones before it left of the cap.
 */
export function storedDays(
  parcels: readonly StoredParcel[],
  until: string,
  box: ShelvedBox | null = null,
): StoredDays[] {
  const charged = new Map<string, number>();
  return piecesOf(parcels, until, box).flatMap(({ parcel, until: lastDay }) => {
    const { id, trackingNumber, chargedCents, freeUntil, size, rate } = parcel;
    const whole = trackingNumber ?? id;
    const before = charged.get(whole) ?? chargedCents;
    const days = Math.max(0, daysBetween(freeUntil, lastDay));
    const capCents = Math.max(0, rate.capCents - before);
    if (days === 0 || capCents === 0) return [];
    const dayCents = storageDayCents(size, rate);
    charged.set(whole, before + Math.min(capCents, days * dayCents));
    return [{ inboundParcelId: id, days, dayCents, capCents }];
  });
}

/**
 * The day up to which the storage of a requested package is charged: its clock stops on the day on which it was promised to be
 * packed. Days between that and a later packing are free already.
 */
export function chargedUntil(
  today: string,
  request: { readonly promisedOn: string; readonly packedOn: string | null },
): string {
  const { promisedOn, packedOn } = request;
  const stopsOn = packedOn !== null && packedOn > promisedOn ? packedOn : promisedOn;
  return earlier(today, stopsOn);
}
