import { localTime } from "#platform/rules/calendar-day.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import { pricesTimeZone } from "#catalogue/rules/price-day.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listPrepaidDuty, listVersionsOn, withPrices, type ServiceRow } from "./service-queries.ts";

/** The day whose versions count: they begin at midnight in Hong Kong, wherever a service starts. */
export function todayOfRates(now: Date): string {
  return localTime(pricesTimeZone, now).day;
}

/** The version of each service that counts today, by code. */
export async function readServices({
  db,
  now,
  servicePrices,
}: Pick<AppServices, "db" | "now" | "servicePrices">): Promise<{
  today: string;
  services: ShippingService[];
}> {
  const today = todayOfRates(now());
  const versions = await listVersionsOn(db, today);
  const prices = await servicePrices.read(
    db,
    versions.map(({ id }) => id),
  );
  return { today, services: withPrices(versions, prices) };
}

/** The version of each service that counts today, by code, without reading what it costs. */
export async function listServicesOfToday({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<ServiceRow[]> {
  return await listVersionsOn(db, todayOfRates(now()));
}

/** The countries in which duty has to be paid before the delivery on a day (YYYY-MM-DD). */
export async function readPrepaidDuty(db: Db, day: string): Promise<CountryCode[]> {
  return await listPrepaidDuty(db, day);
}

/** Whether duty has to be paid before the delivery in a country today. */
export async function isDutyPrepaidIn(
  { db, now }: Pick<AppServices, "db" | "now">,
  countryCode: CountryCode,
): Promise<boolean> {
  return (await listPrepaidDuty(db, todayOfRates(now()))).includes(countryCode);
}
