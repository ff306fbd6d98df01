// The specified calculator's answer: what a weight costs by the posts' direct services, and along the planned route.
import { quoteRoute, type RouteFacts, type RouteQuote, type RouteRequest } from "./route-quote.ts";
import { priceServicesTo, type RateDestinationId, type ServicePriceTo } from "./shipping-rate.ts";

/** A route, and the destination to which the direct services are priced. A weight outside `quotableWeight` has no price. */
export type FreightRequest = RouteRequest & { readonly destinationId: RateDestinationId | null };

/** Prices in SGD cents. */
export type FreightEstimate = {
  /** Those that have a price to the destination; none without one. */
  readonly services: readonly ServicePriceTo[];
  readonly route: RouteQuote;
};

/** Estimates at the rates of the services in use: its length follows from the route, not from the number of rates. */
export function estimateFreight(request: FreightRequest, facts: RouteFacts): FreightEstimate {
  const { weightGrams, destinationId } = request;
  const { services, day } = facts;
  return {
    services:
      destinationId === null ? [] : priceServicesTo({ weightGrams, destinationId }, services, day),
    route: quoteRoute(request, facts),
  };
}
