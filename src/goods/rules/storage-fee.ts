// What it costs that a parcel lies in the warehouse: nothing up to a day, then cents for each started day, up to a cap.
import { daysBetween } from "#platform/rules/calendar.ts";
import { planNames, type PlanName } from "#platform/rules/plan-name.ts";

/** What storage costs from a day on. */
export type StorageRate = {
  readonly freeDays: number;
  /** For each started day and each started step of weight. */
  readonly dayCents: number;
  readonly stepGrams: number;
  /** Cubic centimetres that count as a kilogram, where that is more than the weight. */
  readonly volumeDivisor: number;
  readonly capCents: number;
};

/** What was measured; without sides the weight alone counts. */
export type StoredSize = {
  readonly weightGrams: number;
  readonly sidesMm: readonly number[] | null;
};

/** What a day costs for a parcel of this size: at least one step, also where it was not measured. */
export function storageDayCents(
  size: StoredSize | null,
  { dayCents, stepGrams, volumeDivisor }: Omit<StorageRate, "freeDays" | "capCents">,
): number {
  const weightGrams = size?.weightGrams ?? 0;
  // A cubic millimetre divided by the divisor is the gram that it counts for.
  const volume = size?.sidesMm?.reduce((product, side) => product * side, 1) ?? 0;
  const steps = Math.max(
    1,
    Math.ceil(weightGrams / stepGrams),
    Math.ceil(volume / (volumeDivisor * stepGrams)),
  );
  return dayCents * steps;
}

/** What a parcel's storage costs as it is today. */
type StorageFee = {
  /** Negative when free storage has ended; 0 on the last free day. */
  readonly daysLeft: number;
  readonly dayCents: number;
  readonly accruedCents: number;
};

/** What storage has cost up to `day`, of which a started day counts whole. Nothing is charged by this. */
export function storageFee(
  day: string,
  freeUntil: string,
  size: StoredSize | null,
  rate: Omit<StorageRate, "freeDays">,
): StorageFee {
  const daysLeft = daysBetween(day, freeUntil);
  const dayCents = storageDayCents(size, rate);
  const accruedCents = Math.min(rate.capCents, Math.max(0, -daysLeft) * dayCents);
  return { daysLeft, dayCents, accruedCents };
}

/** Days before the end of free storage at which customers are reminded; the first is also when it is shown as urgent. */
export const reminderDays = [7, 3, 1] as const;
const daysBetweenLateReminders = 14;

/**
 * The reminder that is due `daysLeft` days before the end of free storage: the days left that it is about, negative for
 * one after the end; null while none is due. After an outage only the latest is due.
 */
export function dueReminder(daysLeft: number): number | null {
  if (daysLeft < 0) {
    const overdue = Math.floor(-daysLeft / daysBetweenLateReminders) * daysBetweenLateReminders;
    if (overdue > 0) return -overdue;
  }
  const due = reminderDays.filter((days) => daysLeft <= days);
  return due.length === 0 ? null : Math.min(...due);
}

/** What storage costs with a plan, or without one. */
type PlanStorageRate = Pick<StorageRate, "freeDays" | "dayCents" | "capCents"> & {
  readonly plan: PlanName | null;
};

declare module "#catalogue/rules/suggestion.ts" {
  interface SuggestionContents {
    readonly storage_rates: {
      readonly rates: PlanStorageRate[];
      readonly stepGrams: number;
      readonly volumeDivisor: number;
    };
  }
}

/** Who has what prices, in the order of the screens; null: who has no plan. */
export const storagePlans = [null, ...planNames] as const;

/** What is accepted of each figure, and of the day and source. Storage that is free for good has many free days. */
export const storageRateLimits = {
  freeDays: { min: 0, max: 1_000 },
  dayCents: { min: 1, max: 100_000 },
  capCents: { min: 1, max: 10_000_000 },
  stepGrams: { min: 100, max: 100_000 },
  volumeDivisor: { min: 1_000, max: 10_000 },
  source: 200,
} as const;

/** What is wrong with the prices of all plans together; null when nothing is. */
export function storageRatesError(rates: readonly PlanStorageRate[]): string | null {
  const isComplete = storagePlans.every(
    (plan) => rates.filter((rate) => rate.plan === plan).length === 1,
  );
  if (!isComplete || rates.length !== storagePlans.length) {
    return "There should be one for each plan, and one without a plan.";
  }
  if (rates.some(({ capCents, dayCents }) => capCents < dayCents)) {
    return "It should cost at most as much as a day, or more.";
  }
  return null;
}

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
