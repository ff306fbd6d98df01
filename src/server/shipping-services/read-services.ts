import { localTime } from "#core/calendar-day.ts";
import type { ShippingService } from "#core/shipping-service.ts";
import { storageRatesTimeZone } from "#core/storage-rate.ts";
import type { AppServices } from "#server/context.ts";
import { listServicesOn } from "./service-queries.ts";

/** The day whose versions count: they begin at midnight in Hong Kong, wherever a service starts. */
export function todayOfRates(now: Date): string {
  return localTime(storageRatesTimeZone, now).day;
}

/** The version of each service that counts today, by code. */
export async function readServices({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<{ today: string; services: ShippingService[] }> {
  const today = todayOfRates(now());
  return { today, services: await listServicesOn(db, today) };
}
