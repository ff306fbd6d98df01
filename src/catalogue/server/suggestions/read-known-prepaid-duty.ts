import type { CountryCode } from "#catalogue/rules/country.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readPrepaidDuty } from "#catalogue/server/shipping-services/read-services.ts";
import { listSuggestedPrepaidDuty } from "./suggestion-queries.ts";

/**
 * The countries in which duty has to be paid before the delivery on a day (YYYY-MM-DD), for what is said beside a price: also
 * those whose rule is only suggested yet and closes no service.
 */
export async function readKnownPrepaidDuty(db: Db, day: string): Promise<CountryCode[]> {
  return [...(await readPrepaidDuty(db, day)), ...(await listSuggestedPrepaidDuty(db))];
}
