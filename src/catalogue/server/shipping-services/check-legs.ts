import { apiError } from "#platform/contract/errors.ts";
import type { ServiceDetails } from "#catalogue/rules/service-version.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listServicesOn } from "./service-queries.ts";
import { isCarrier } from "./version-queries.ts";

/** Throws `carrier_not_found`, or `service_leg_not_priced` for a leg whose price could never be computed. */
export async function checkLegs(db: Db, code: string, details: ServiceDetails): Promise<void> {
  const { legs, carrierCode, currency, validFrom } = details;
  for (const carrier of new Set([carrierCode, ...legs.map((leg) => leg.carrierCode)])) {
    if (!(await isCarrier(db, carrier))) throw apiError("carrier_not_found");
  }
  const pricing = new Set(legs.flatMap(({ pricedBy }) => pricedBy ?? []));
  if (pricing.size === 0) return;
  const services = await listServicesOn(db, validFrom);
  const canPrice = (pricedBy: string) => {
    const service = services.find((one) => one.code === pricedBy);
    return service?.currency === currency && service.rates.length > 0 && pricedBy !== code;
  };
  if (![...pricing].every(canPrice)) throw apiError("service_leg_not_priced");
}
