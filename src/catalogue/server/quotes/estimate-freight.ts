import type { FreightEstimateFacts, FreightRequestInput } from "#catalogue/contract/quotes.ts";
import { estimateFreight as estimate } from "#catalogue/rules/freight-estimate.ts";
import type { Context } from "#platform/server/context.ts";
import { countriesOf } from "#catalogue/rules/shipping-rate.ts";
import { listSuspendedLanes } from "#catalogue/server/lanes/list-suspended-lanes.ts";
import { countComparison } from "./count-comparison.ts";
import { readServices } from "#catalogue/server/shipping-services/read-services.ts";
import { readKnownPrepaidDuty } from "#catalogue/server/suggestions/read-known-prepaid-duty.ts";

/**
 * What a weight costs in SGD cents today by the posts' direct services and along the planned route, and what is suspended
 * there. Somebody who is not signed in may ask a number of times an hour; throws `too_many_requests` above it.
 */
export async function estimateFreight(
  context: Context,
  request: FreightRequestInput,
): Promise<FreightEstimateFacts> {
  await countComparison(context);
  const { today, services } = await readServices(context);
  const { items: lanes } = await listSuspendedLanes(context);
  const { weightGrams, destinationId, to } = request;
  const prepaidDuty = await readKnownPrepaidDuty(context.db, today);
  const countries = "countryCode" in to ? [to.countryCode] : countriesOf(to.destinationId);
  const estimated = estimate(request, {
    services: services.filter(({ isActive }) => isActive),
    lanes,
    day: today,
  });
  return {
    weightGrams,
    destinationId,
    services: [...estimated.services],
    suspensions: lanes.filter(({ destinationCode }) => countries.includes(destinationCode)),
    dutyPrepaidIn: countries.find((code) => prepaidDuty.includes(code)) ?? null,
    route: { ...estimated.route, legs: [...estimated.route.legs] },
  };
}
