import { postalNumber } from "#catalogue/rules/postal-number.ts";
import type { LabelNumberSource } from "#shipping/rules/shipping-label.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listNextNumbers,
  lockRangesOfService,
  updateNextSerial,
  updateNumbersToUsed,
  type LockedRange,
} from "./range-queries.ts";

/** A number for a label, with where it comes from. */
export type TakenNumber = {
  readonly trackingNumber: string;
  readonly numberSource: Exclude<LabelNumberSource, "typed">;
  readonly rangeId: string;
};

type UsedNumbers = (trackingNumbers: readonly string[]) => Promise<ReadonlySet<string>>;

/** Serial numbers that are looked at together. */
const serialsAtOnce = 50;

/** The next number of consecutive ones that no label has; those before it were typed for labels, and are passed over. */
async function takePostal(
  db: Db,
  range: LockedRange,
  usedNumbers: UsedNumbers,
  now: Date,
): Promise<string | null> {
  const { prefix, countryCode: country, nextSerial, lastSerial } = range;
  if (prefix === null || country === null || nextSerial === null || lastSerial === null)
    return null;
  let serial = nextSerial;
  while (serial <= lastSerial) {
    const count = Math.min(serialsAtOnce, lastSerial - serial + 1);
    const numbers = Array.from({ length: count }, (_, at) =>
      postalNumber({ prefix, country }, serial + at),
    );
    const used = await usedNumbers(numbers);
    const place = numbers.findIndex((number) => !used.has(number));
    const number = numbers[place];
    if (number !== undefined) {
      await updateNextSerial(db, range.id, serial + place + 1, now);
      return number;
    }
    serial += count;
  }
  if (serial > nextSerial) await updateNextSerial(db, range.id, serial, now);
  return null;
}

/** The same of a list. */
async function takeListed(
  db: Db,
  range: LockedRange,
  usedNumbers: UsedNumbers,
  now: Date,
): Promise<string | null> {
  for (;;) {
    const numbers = await listNextNumbers(db, range.id);
    if (numbers.length === 0) return null;
    const used = await usedNumbers(numbers);
    const number = numbers.find((candidate) => !used.has(candidate));
    const spent = numbers.slice(0, number === undefined ? undefined : numbers.indexOf(number) + 1);
    await updateNumbersToUsed(db, spent, now);
    if (number !== undefined) return number;
  }
}

/**
 * Takes the next number for a label of a service, from its oldest active range that has one; null when there is none.
 * `usedNumbers` says which numbers labels have. Its ranges stay locked until the transaction ends.
 */
export async function takeNumber(
  db: Db,
  serviceCode: string,
  usedNumbers: UsedNumbers,
  now: Date,
): Promise<TakenNumber | null> {
  for (const range of await lockRangesOfService(db, serviceCode)) {
    const isPostal = range.kind === "postal";
    const take = isPostal ? takePostal : takeListed;
    const trackingNumber = await take(db, range, usedNumbers, now);
    if (trackingNumber !== null) {
      return { trackingNumber, numberSource: isPostal ? "range" : "list", rangeId: range.id };
    }
  }
  return null;
}
