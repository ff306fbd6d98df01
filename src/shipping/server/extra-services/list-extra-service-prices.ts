import type { ExtraServiceFacts } from "#shipping/contract/extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { toExtraService } from "./extra-service-of.ts";
import { listServices } from "./extra-service-queries.ts";

/** All extra services with prices, also those that cannot be ordered, by code. */
export async function listExtraServicePrices({
  db,
}: SignedInContext): Promise<{ items: ExtraServiceFacts[] }> {
  return { items: (await listServices(db)).map(toExtraService) };
}
