// What it costs that a parcel lies in the warehouse: nothing up to a day, then cents for each started day, up to a cap.
import { daysBetween } from "#platform/rules/calendar-day.ts";

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
export type StorageFee = {
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
