import type { ServicePrices } from "#core/shipping-service.ts";
import type { Context } from "#server/context.ts";
import { readServices } from "#server/shipping-services/read-services.ts";

/** What prices follow from today, by the code of the service. */
export async function listServices(
  context: Context,
): Promise<{ today: string; items: ServicePrices[] }> {
  const { today, services } = await readServices(context);
  return { today, items: services.filter(({ isActive }) => isActive) };
}
