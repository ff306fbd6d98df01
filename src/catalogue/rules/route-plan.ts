// Plans a package's legs and their dates from its origin and destination.
import { addBusinessDays } from "#platform/rules/calendar.ts";
import { type CountryCode, countryByCode, type OriginCode } from "./country.ts";
import { maxLegsPerPackage } from "./shipping-service.ts";
import { deliveryTimes } from "./shipping-rate.ts";

/** Carriers of planned legs, by the codes of their rows. */
export const routeCarrierIds = ["sf-express", "hk-post", "sg-post"] as const;
export type RouteCarrierId = (typeof routeCarrierIds)[number];

/** A place on a route: a country, or the package's destination. */
type Stop = CountryCode | "destination";

type RouteLeg = readonly [from: Stop, to: Stop, carrierId: RouteCarrierId];

/**
 * The routes by origin: to the United States, and to any other country. For packages from China to other countries than
 * the United States the first leg begins in Hong Kong.
 */
const routes: Readonly<
  Record<
    OriginCode,
    { readonly toUnitedStates: readonly RouteLeg[]; toOthers: readonly RouteLeg[] }
  >
> = {
  CN: {
    toUnitedStates: [
      ["CN", "HK", "sf-express"],
      ["HK", "SG", "hk-post"],
      ["SG", "US", "sg-post"],
    ],
    toOthers: [["HK", "destination", "hk-post"]],
  },
  HK: {
    toUnitedStates: [
      ["HK", "SG", "hk-post"],
      ["SG", "US", "sg-post"],
    ],
    toOthers: [["HK", "destination", "hk-post"]],
  },
  SG: {
    toUnitedStates: [["SG", "US", "sg-post"]],
    toOthers: [["SG", "destination", "sg-post"]],
  },
};

/** The carrier of the single leg from origin to destination when a route has no other leg. */
const directCarriers: Readonly<Record<OriginCode, RouteCarrierId>> = {
  CN: "sf-express",
  HK: "hk-post",
  SG: "sg-post",
};

/**
 * Business days of transit for the estimated dates. For the posts it is the latest published delivery time by air, so that
 * an estimate can be met. SF Express publishes none for China to Hong Kong; three days are our own figure.
 */
const transitBusinessDays: Readonly<Record<RouteCarrierId, number>> = {
  "sf-express": 3,
  "hk-post": deliveryTimes["hk-post"].air.latest,
  "sg-post": deliveryTimes["sg-post"].air.latest,
};

/** The carriers of which something is known without measured times. */
export const plannedCarriers: readonly string[] = Object.keys(transitBusinessDays);

/** Business days of transit for the estimated dates of a carrier's legs; undefined for one that no route has. */
export function plannedBusinessDays(carrierCode: string): number | undefined {
  return Object.entries(transitBusinessDays).find(([code]) => code === carrierCode)?.[1];
}

/** A planned leg: places by the names that are stored and shown, its carrier and its dates. */
export type PlannedLeg = {
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly carrierId: RouteCarrierId;
  readonly estimatedDeparture: Date;
  readonly estimatedArrival: Date;
};

function countryName(code: CountryCode): string {
  return countryByCode(code)?.name ?? code;
}

/** The legs of a planned route, without dates, at least one and at most three. */
export function routeLegs(originCode: OriginCode, destinationCode: CountryCode) {
  const { toUnitedStates, toOthers } = routes[originCode];
  const route = destinationCode === "US" ? toUnitedStates : toOthers;
  const place = (stop: Stop): CountryCode => (stop === "destination" ? destinationCode : stop);
  const legs = route
    .map(([from, to, carrierId]) => ({ from: place(from), to: place(to), carrierId }))
    .filter(({ from, to }) => from !== to);
  const direct = { from: originCode, to: destinationCode, carrierId: directCarriers[originCode] };
  return legs.length > 0 ? legs.slice(0, maxLegsPerPackage) : [direct];
}

/**
 * Plans a package's legs: at least one, at most three, numbered from 1. A leg from a place to
 * itself is left out; when that leaves none, one leg leads from origin to destination. The first
 * leg departs at `departsAt`, each further one when the leg before it arrives.
 */
export function planRoute(
  originCode: OriginCode,
  destinationCode: CountryCode,
  departsAt: Date,
): PlannedLeg[] {
  let departure = departsAt;
  return routeLegs(originCode, destinationCode).map(({ from, to, carrierId }, index) => {
    const estimatedDeparture = departure;
    departure = addBusinessDays(estimatedDeparture, transitBusinessDays[carrierId]);
    return {
      legNumber: index + 1,
      origin: countryName(from),
      destination: countryName(to),
      carrierId,
      estimatedDeparture,
      estimatedArrival: departure,
    };
  });
}
