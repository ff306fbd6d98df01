import { apiError } from "#platform/contract/errors.ts";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage-rates.ts";
import { localTime } from "#platform/rules/calendar-day.ts";
import { isPriceDay, pricesTimeZone } from "#catalogue/rules/price-day.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { addRatesOfDay } from "./add-rates-of-day.ts";

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
  const { day: today } = localTime(pricesTimeZone, now);
  if (!isPriceDay(validFrom, today)) throw apiError("invalid_storage_day");
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const ratesOfDay = await atomically(context.db, async (db) => {
    const inserted = await addRatesOfDay(db, prices, origin);
    await recordAdminAction(context, db, {
      action: "storageRates.addStorageRates",
      target: validFrom,
      after: prices,
    });
    return inserted;
  });
  context.log.info({ validFrom }, "Storage rates added");
  return ratesOfDay;
}
