// The total price of a planned route: the sum of its legs' prices.
import type { CountryCode, OriginCode } from "./country.ts";
import type { SuspendedLane } from "./lane.ts";
import { routeLegs, type RouteCarrierId } from "./route-plan.ts";
import {
  countriesOf,
  quoteCountries,
  rateCarrierIds,
  rateDestinationOf,
  type RateDestinationId,
  type ShippingService,
  priceServicesTo,
  type ServicePriceTo,
} from "./shipping-rate.ts";
import type { ServicePrices } from "./shipping-service.ts";

/** The countries that routes are planned to where only a destination of the price table is known. */
const exampleCountries: Readonly<Record<RateDestinationId, CountryCode>> = {
  singapore: "SG",
  malaysia: "MY",
  "hong-kong": "HK",
  usa: "US",
  canada: "CA",
  europe: "DE",
  uk: "GB",
};

/**
 * A leg and its price in SGD cents, which is in the total. `not_priced`: the price table does not have it, and service and
 * amount are null. `suspended`: each of its services is suspended, and `amountCents` is the published price, which is not in
 * the total.
 */
export type QuotedLeg = {
  readonly legNumber: number;
  readonly origin: CountryCode;
  readonly destination: CountryCode | RateDestinationId;
  readonly carrierId: RouteCarrierId;
  readonly state: "priced" | "suspended" | "not_priced";
  readonly service: ShippingService | null;
  readonly amountCents: number | null;
};

/** `to`: a country, or any country of a destination of the price table. */
export type RouteRequest = {
  readonly originCode: OriginCode;
  readonly weightGrams: number;
  readonly to:
    | { readonly countryCode: CountryCode }
    | { readonly destinationId: RateDestinationId };
};

export type RouteQuote = {
  readonly legs: readonly QuotedLeg[];
  /** The sum of the priced legs in SGD cents; null when no leg has a price, or when a leg is suspended. */
  readonly totalCents: number | null;
};

// Legs are planned by air; by surface only where air is suspended or has no price.
const servicesInOrder = ["air", "surface"] as const satisfies readonly ShippingService[];

type Leg = {
  readonly carrierId: RouteCarrierId;
  readonly destinationId: RateDestinationId | null;
  /** Null for any country of `destinationId`. */
  readonly countryCode: CountryCode | null;
};

function isSuspended(lane: SuspendedLane, leg: Leg, service: ShippingService): boolean {
  return (
    lane.carrierId === leg.carrierId &&
    (lane.service === null || lane.service === service) &&
    (leg.countryCode === null
      ? rateDestinationOf(lane.destinationCode) === leg.destinationId
      : lane.destinationCode === leg.countryCode)
  );
}

/** The services in use with their rates, the suspended lanes, and the day (YYYY-MM-DD) whose prices count. */
type RouteFacts = {
  readonly services: readonly ServicePrices[];
  readonly lanes: readonly SuspendedLane[];
  readonly day: string;
};

function priceLeg(leg: Leg, weightGrams: number, { services, lanes, day }: RouteFacts) {
  const { destinationId, countryCode } = leg;
  const ofGroup = destinationId === null ? [] : countriesOf(destinationId);
  const countries = countryCode === null ? ofGroup : [countryCode];
  const carrierId = rateCarrierIds.find((id) => id === leg.carrierId);
  const offers = servicesInOrder.flatMap((service) => {
    if (carrierId === undefined) return [];
    const price = quoteCountries({ carrierId, countries, service, weightGrams }, services, day);
    return price === null ? [] : [{ service, amountCents: price.amountCents }];
  });
  const open = offers.find(({ service }) => !lanes.some((lane) => isSuspended(lane, leg, service)));
  if (open !== undefined) return { state: "priced" as const, ...open };
  const [published] = offers;
  if (published !== undefined) return { state: "suspended" as const, ...published };
  return { state: "not_priced" as const, service: null, amountCents: null };
}

/**
 * The legs that are planned from an origin to a country, or to any country of a destination of the price table, each with
 * its price, and their total. Suspended lanes are never in the total.
 */
export function quoteRoute(request: RouteRequest, facts: RouteFacts): RouteQuote {
  const { to: end } = request;
  const anywhereIn = "destinationId" in end ? end.destinationId : null;
  const planned = routeLegs(
    request.originCode,
    "destinationId" in end ? exampleCountries[end.destinationId] : end.countryCode,
  );
  const legs = planned.map(({ from, to, carrierId }, index): QuotedLeg => {
    const isLast = index === planned.length - 1;
    const destination = isLast && anywhereIn !== null ? anywhereIn : to;
    const leg = {
      carrierId,
      destinationId: rateDestinationOf(to),
      countryCode: destination === to ? to : null,
    };
    return {
      legNumber: index + 1,
      origin: from,
      destination,
      carrierId,
      ...priceLeg(leg, request.weightGrams, facts),
    };
  });
  const priced = legs.flatMap((leg) => (leg.state === "priced" ? [leg.amountCents ?? 0] : []));
  const isOpen = legs.every(({ state }) => state !== "suspended");
  return {
    legs,
    totalCents: isOpen && priced.length > 0 ? priced.reduce((sum, cents) => sum + cents, 0) : null,
  };
}

/** A route, and the destination to which the direct services are priced. A weight outside `quotableWeight` has no price. */
export type FreightRequest = RouteRequest & { readonly destinationId: RateDestinationId | null };

/** Prices in SGD cents. */
type FreightEstimate = {
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
