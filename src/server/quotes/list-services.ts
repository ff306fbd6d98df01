import type { ServiceSummary } from "#contract/shipping-services.ts";
import type { Context } from "#server/context.ts";
import { describeService } from "#server/shipping-services/describe-service.ts";
import { todayOfRates } from "#server/shipping-services/read-services.ts";
import { listVersionsOn } from "#server/shipping-services/service-queries.ts";

/** The services in use today in Hong Kong, by code, in the language of the request. */
export async function listServices({
  db,
  language,
  now,
}: Context): Promise<{ items: ServiceSummary[] }> {
  const versions = await listVersionsOn(db, todayOfRates(now()));
  return {
    items: versions
      .filter(({ isActive }) => isActive)
      .map((service) => describeService(service, language)),
  };
}
