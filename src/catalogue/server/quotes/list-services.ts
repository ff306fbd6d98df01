import { mayBeRequested } from "#catalogue/rules/shipping-service.ts";
import type { ServiceSummary } from "#catalogue/contract/shipping-services.ts";
import type { Context } from "#platform/server/context.ts";
import { describeService } from "#catalogue/server/shipping-services/describe-service.ts";
import { listServicesOfToday } from "#catalogue/server/shipping-services/read-services.ts";

/** The services in use today in Hong Kong that ship requests may take, by code, in the language of the request. */
export async function listServices(context: Context): Promise<{ items: ServiceSummary[] }> {
  const versions = await listServicesOfToday(context);
  return {
    items: versions
      .filter(mayBeRequested)
      .map((service) => describeService(service, context.language)),
  };
}
