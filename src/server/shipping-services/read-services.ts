import { localTime } from "#core/calendar-day.ts";
import type { ShippingService } from "#core/shipping-service.ts";
import type { AppServices } from "#server/context.ts";
import { listServicesOn } from "./service-queries.ts";

/** Prices begin at midnight in Hong Kong, wherever a service starts. */
const ratesTimeZone = "Asia/Hong_Kong";

/** The version of each service that counts today, by code. */
export async function readServices({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<{ today: string; services: ShippingService[] }> {
  const { day: today } = localTime(ratesTimeZone, now());
  return { today, services: await listServicesOn(db, today) };
}
