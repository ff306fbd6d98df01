import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  updateStorageBegun,
  updateStorageDelayed,
  type Delay,
  updateStorageLengthened,
  listStorageRows,
  listRateDays,
  findRatesOn,
  insertRatesOfDay,
  areRatesInPlace,
} from "./storage-queries.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { ParcelStorage } from "#goods/contract/parcel-measurements.ts";
import type { StorageRate, StoredSize } from "#goods/rules/storage-fee.ts";
import { sizeOf, toStorage, storageOn } from "./storage-of.ts";
import { daysBetween, localTime } from "#platform/rules/calendar.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage.ts";
import { isPriceDay, todayOfRates } from "#catalogue/rules/price-day.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import { translate } from "#platform/server/translate.ts";
import type { SuggestionHandler } from "#catalogue/server/announcements.ts";

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

/**
 * Adds what storage costs from a day on, for all plans. Parcels that are here keep their prices. Throws
 * `missing_information` without a source, `invalid_storage_day` for a day before today in Hong Kong or too far ahead, and
 * `storage_rates_exist` when the day has prices already.
 */
export async function addStorageRates(
  context: SignedInContext,
  prices: StoragePrices,
): Promise<StorageRatesOfDay> {
  const { validFrom } = prices;
  if (prices.source === "") throw apiError("missing_information");
  const now = context.now();
  const today = todayOfRates(now);
  if (!isPriceDay(validFrom, today)) throw apiError("invalid_storage_day");
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const { db } = context;
  const inserted = await addRatesOfDay(db, prices, origin);
  await context.audit({ after: prices });
  const ratesOfDay = inserted;
  context.log.info({ validFrom }, "Storage rates added");
  return ratesOfDay;
}

/** One page of what storage costs, by day and plan, the newest day first, with which day is today and which is valid. */
export async function listStorageRates(
  context: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{
  items: StorageRatesOfDay[];
  total: number;
  today: string;
  currentFrom: string | null;
}> {
  const today = todayOfRates(context.now());
  const shown = { offset: (page - 1) * pageSize, limit: pageSize };
  return { ...(await listRateDays(context.db, today, shown)), today };
}

type Texts = { readonly plans: readonly string[]; readonly step: string };

/** Prices of storage in words: a sentence for each plan, and one about weight. */
function storagePriceTexts(
  { rates, stepGrams, volumeDivisor }: Pick<StoragePrices, "rates" | "stepGrams" | "volumeDivisor">,
  language: Language,
): Texts {
  const locale = localeOf(language);
  const plans = rates.map(({ plan, freeDays, dayCents, capCents }) => {
    const figures = {
      count: freeDays,
      dayAmount: formatUsd(dayCents, locale),
      amount: formatUsd(capCents, locale),
    };
    return plan === null
      ? translate(language, "storage-prices.withoutPlan", figures)
      : translate(language, "storage-prices.plan", { plan, ...figures });
  });
  const step = translate(language, "storage-prices.step", {
    weight: formatKilograms(stepGrams, locale),
    volume: volumeDivisor.toLocaleString(locale),
  });
  return { plans, step };
}

/** What storage costs for what arrives today in Hong Kong; null where it costs nothing. */
export async function describeStoragePrices(
  { db, now }: Pick<AppServices, "db" | "now">,
  language: Language,
): Promise<Texts | null> {
  const current = await findRatesOn(db, todayOfRates(now()));
  return current === undefined ? null : storagePriceTexts(current.prices, language);
}

/** Adds the prices of a day in the transaction of `db`. Throws `storage_rates_exist` when it has prices already. */
async function addRatesOfDay(
  db: Db,
  prices: StoragePrices,
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<StorageRatesOfDay> {
  const { rates, ...ofAll } = prices;
  const rows = rates.map((rate) => ({ ...rate, ...ofAll, ...origin }));
  const inserted = await insertRatesOfDay(db, prices.validFrom, rows);
  if (inserted === undefined) throw apiError("storage_rates_exist");
  return inserted;
}

/** The suggested prices of storage. */
export const suggestedRates: SuggestionHandler<"storage_rates"> = {
  isInPlace: areRatesInPlace,
  describe(content, language) {
    const { plans, step } = storagePriceTexts(content, language);
    return { title: translate(language, "suggested.storage"), lines: [...plans, step] };
  },
  add: async (_context, db, content, { since, origin }) =>
    await addRatesOfDay(db, { ...content, ...since }, origin),
};
