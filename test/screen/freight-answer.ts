import type { FreightEstimateFacts } from "#catalogue/contract/quotes.ts";
import { estimateFreight, type FreightRequest } from "#catalogue/rules/route-quote.ts";
import type { SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import { seededServices } from "#test/seeded-services.ts";
import type { ApiClient } from "#app/web/api.ts";

type Input = Parameters<ApiClient["quotes"]["estimateFreight"]>[0];

/** What the server answers at the rates that come with the product. */
export function freightAnswer(
  { to, destinationId = null, ...input }: Input,
  lanes: readonly SuspendedLaneFacts[] = [],
): FreightEstimateFacts {
  const { services, route } = estimateFreight(
    // The server accepts no other countries.
    { ...input, to: to as FreightRequest["to"], destinationId },
    { services: seededServices, lanes, day: "2026-11-23" },
  );
  const isToUnitedStates =
    "countryCode" in to ? to.countryCode === "US" : to.destinationId === "usa";
  return {
    weightGrams: input.weightGrams,
    destinationId,
    services: [...services],
    dutyPrepaidIn: isToUnitedStates ? "US" : null,
    suspensions: [...lanes],
    route: { ...route, legs: [...route.legs] },
  };
}
