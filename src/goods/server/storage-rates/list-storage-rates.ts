import type { StorageRatesOfDay } from "#goods/contract/storage-rates.ts";
import { localTime } from "#platform/rules/calendar-day.ts";
import { pricesTimeZone } from "#catalogue/rules/price-day.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listRateDays } from "./rate-queries.ts";

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
  const { day: today } = localTime(pricesTimeZone, context.now());
  const shown = { offset: (page - 1) * pageSize, limit: pageSize };
  return { ...(await listRateDays(context.db, today, shown)), today };
}
