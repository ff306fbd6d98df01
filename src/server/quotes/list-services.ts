import type { ServicePriceFacts } from "#contract/quotes.ts";
import type { Context } from "#server/context.ts";
import { describeService } from "#server/shipping-services/describe-service.ts";
import { readServices } from "#server/shipping-services/read-services.ts";

/** What prices follow from today, by the code of the service. */
export async function listServices(
  context: Context,
): Promise<{ today: string; items: ServicePriceFacts[] }> {
  const { today, services } = await readServices(context);
  return {
    today,
    items: services
      .filter(({ isActive }) => isActive)
      .map((service) => ({ ...service, ...describeService(service, context.language) })),
  };
}
