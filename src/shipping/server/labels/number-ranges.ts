import type {
  NumberRange,
  ServiceStock,
  ImportedNumberList,
} from "#shipping/contract/number-ranges.ts";
import { defaultLanguage, type Language } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listRanges,
  findRange,
  insertRange,
  isService,
  lockRange,
  lockRanges,
  overlaps,
  insertRangeNumbers,
  listKnownNumbers,
  updateRangeActive,
  listNextNumbers,
  lockRangesOfService,
  updateNextSerial,
  updateNumbersToUsed,
  type LockedRange,
  type RangeRow,
} from "./range-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import {
  numberRangeLimits,
  parseNumberList,
  type NumberImportError,
  daysOfStock,
  isStockLow,
  numberStockRules,
} from "#shipping/rules/number-range.ts";
import { postalNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { LabelNumberSource } from "#shipping/rules/shipping-label.ts";
import { addDays } from "#platform/rules/calendar.ts";

async function readRanges(db: Db, now: Date, language: Language): Promise<NumberRange[]> {
  const rows = await listRanges(db, paceStart(now));
  return rows.map((row) => describeRange(row, language));
}

/** All number ranges, and what is left for each service. */
export async function listNumberRanges({
  db,
  now,
  language,
}: SignedInContext): Promise<{ items: NumberRange[]; stocks: ServiceStock[] }> {
  const items = await readRanges(db, now(), language);
  return { items, stocks: toStocks(items) };
}

/** How many services have numbers for fewer than 14 days at the pace of the last 30. */
export async function countLowStocks(db: Db, now: Date): Promise<number> {
  const stocks = toStocks(await readRanges(db, now, defaultLanguage));
  return stocks.filter(({ isLow }) => isLow).length;
}

type RangeInput = {
  readonly serviceCode: string;
  readonly prefix: string;
  readonly countryCode: CountryCode;
  readonly firstSerial: number;
  readonly lastSerial: number;
  readonly source: string;
};

/** Lets one range after the other be entered. Throws `too_many_number_ranges` and `service_not_found`. */
async function requireNewRange(db: Db, serviceCode: string): Promise<void> {
  if ((await lockRanges(db)) >= numberRangeLimits.ranges) throw apiError("too_many_number_ranges");
  if (!(await isService(db, serviceCode))) throw apiError("service_not_found");
}

/** The range as it is stored. Throws `not_found`. */
async function getRange(
  { now, language }: Pick<SignedInContext, "now" | "language">,
  db: Db,
  rangeId: string,
): Promise<NumberRange> {
  const row = await findRange(db, rangeId, paceStart(now()));
  if (row === undefined) throw apiError("not_found");
  return describeRange(row, language);
}

/**
 * Enters consecutive postal numbers for the labels of a service. Throws `service_not_found`, `number_range_overlaps` and
 * `too_many_number_ranges`.
 */
export async function createNumberRange(
  context: SignedInContext,
  input: RangeInput,
): Promise<NumberRange> {
  const { db } = context;
  await requireNewRange(db, input.serviceCode);
  if (await overlaps(db, input)) throw apiError("number_range_overlaps");
  const now = context.now();
  const rangeId = await insertRange(db, {
    ...input,
    kind: "postal",
    nextSerial: input.firstSerial,
    createdBy: context.session.person.id,
    createdAt: now,
    updatedAt: now,
  });
  await context.auditOf(rangeId, { after: input });
  return await getRange(context, db, rangeId);
}

type NumbersInput = {
  readonly serviceCode: string;
  readonly numbers: string;
  readonly source: string;
};

function refused(errors: readonly NumberImportError[]): ImportedNumberList {
  const inOrder = errors.toSorted((one, other) => one.line - other.line);
  return { range: null, errors: inOrder.slice(0, numberRangeLimits.importErrors) };
}

/**
 * Imports a list of numbers for the labels of a service; with any wrong line nothing is imported. Throws
 * `service_not_found` and `too_many_number_ranges`.
 */
export async function importNumbers(
  context: SignedInContext,
  { serviceCode, numbers: text, source }: NumbersInput,
): Promise<ImportedNumberList> {
  const { numbers, errors } = parseNumberList(text);
  const trackingNumbers = numbers.map(({ trackingNumber }) => trackingNumber);
  const { db } = context;
  await requireNewRange(db, serviceCode);
  const known = await listKnownNumbers(db, trackingNumbers);
  const used = numbers
    .filter(({ trackingNumber }) => known.has(trackingNumber))
    .map(({ line, trackingNumber: value }) => ({ line, kind: "number_used" as const, value }));
  if (errors.length + used.length > 0) {
    context.unchanged();
    return refused([...errors, ...used]);
  }
  const now = context.now();
  const rangeId = await insertRange(db, {
    serviceCode,
    kind: "list",
    prefix: null,
    countryCode: null,
    firstSerial: null,
    lastSerial: null,
    nextSerial: null,
    source,
    createdBy: context.session.person.id,
    createdAt: now,
    updatedAt: now,
  });
  await insertRangeNumbers(db, rangeId, trackingNumbers);
  await context.auditOf(rangeId, {
    after: { serviceCode, source, count: trackingNumbers.length },
  });
  return { range: await getRange(context, db, rangeId), errors: [] };
}

/** Stops or resumes taking numbers from a range. Throws `not_found`. */
export async function changeNumberRange(
  context: SignedInContext,
  { numberRangeId, isActive }: { readonly numberRangeId: string; readonly isActive: boolean },
): Promise<NumberRange> {
  const { db } = context;
  await lockRange(db, numberRangeId);
  const before = await getRange(context, db, numberRangeId);
  const edit = context.edits({ isActive: before.isActive }, { isActive });
  if (edit === null) return before;
  await updateRangeActive(db, numberRangeId, { isActive, updatedAt: context.now() });
  await context.audit(edit);
  return { ...before, isActive };
}

/** A number for a label, with where it comes from. */
type TakenNumber = {
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

/** The services whose active ranges have numbers left. */
export async function readStockedServices(db: Db, now: Date): Promise<string[]> {
  const ranges = await listRanges(db, paceStart(now));
  const stocked = ranges.filter(({ isActive, left }) => isActive && left > 0);
  return [...new Set(stocked.map(({ serviceCode }) => serviceCode))];
}

/** Labels since then count for the pace. */
function paceStart(now: Date): Date {
  return addDays(now, -numberStockRules.paceDays);
}

/** The first, last and next number of a range. */
function toNumbers(row: RangeRow): Pick<NumberRange, "firstNumber" | "lastNumber" | "nextNumber"> {
  const { prefix, countryCode: country, firstSerial, lastSerial, nextSerial } = row;
  if (prefix === null || country === null || firstSerial === null || lastSerial === null) {
    return {
      firstNumber: row.firstListed ?? "",
      lastNumber: row.lastListed ?? "",
      nextNumber: row.nextListed,
    };
  }
  const number = (serial: number) => postalNumber({ prefix, country }, serial);
  return {
    firstNumber: number(firstSerial),
    lastNumber: number(lastSerial),
    nextNumber: nextSerial === null || nextSerial > lastSerial ? null : number(nextSerial),
  };
}

/** A range as the contract defines it. */
function describeRange(row: RangeRow, language: Language): NumberRange {
  return {
    id: row.id,
    serviceCode: row.serviceCode,
    serviceName: row.serviceNames?.[language] ?? null,
    kind: row.kind,
    ...toNumbers(row),
    total: row.total,
    left: row.left,
    usedLately: row.usedLately,
    source: row.source,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
  };
}

/** What is left for each service that has ranges. */
function toStocks(all: readonly NumberRange[]): ServiceStock[] {
  const byService = Map.groupBy(all, ({ serviceCode }) => serviceCode);
  return [...byService].map(([serviceCode, ranges]) => {
    const sum = (of: (range: NumberRange) => number) =>
      ranges.reduce((total, range) => total + of(range), 0);
    const stock = {
      left: sum(({ isActive, left }) => (isActive ? left : 0)),
      usedLately: sum(({ usedLately }) => usedLately),
    };
    return {
      serviceCode,
      serviceName: ranges[0]?.serviceName ?? null,
      left: stock.left,
      days: daysOfStock(stock),
      isLow: isStockLow(stock),
    };
  });
}
