// The legs that a package travels over, from where it starts and where it goes, with their dates.
import { addBusinessDays } from "./calendar.ts";
import { carrierById, type CarrierId } from "./carrier.ts";
import { type CountryCode, countryByCode, type OriginCode } from "./country.ts";
import { maxLegsPerPackage } from "./shipping-leg.ts";
import { deliveryTimes } from "./shipping-rate.ts";

/** A place on a route: a country, or wherever the package is bound for. */
type Stop = CountryCode | "destination";

type RouteLeg = readonly [from: Stop, to: Stop, carrierId: CarrierId];

/**
 * The routes by origin: those to the United States, and those to anywhere else. Packages from
 * China that are not bound for the United States are met in Hong Kong, where their first leg
 * begins.
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

/** Who carries the single leg from origin to destination when every leg of a route fell away. */
const directCarriers: Readonly<Record<OriginCode, CarrierId>> = {
  CN: "sf-express",
  HK: "hk-post",
  SG: "sg-post",
};

/**
 * Business days that dates on a route allow for. The posts: the latest of the published delivery
 * time by air, so that a date shown is one that can be kept. SF Express publishes none for the
 * stretch from China to Hong Kong; three days are our own planning figure.
 */
const transitBusinessDays: Partial<Record<CarrierId, number>> = {
  "sf-express": 3,
  "hk-post": deliveryTimes["hk-post"].air.latest,
  "sg-post": deliveryTimes["sg-post"].air.latest,
};

/** A planned leg: places and carrier by the names that are stored and shown, and its dates. */
export type PlannedLeg = {
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly carrier: string;
  readonly estimatedDeparture: Date;
  readonly estimatedArrival: Date;
};

function countryName(code: CountryCode): string {
  return countryByCode(code)?.name ?? code;
}

function routeLegs(originCode: OriginCode, destinationCode: CountryCode) {
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
    departure = addBusinessDays(estimatedDeparture, transitBusinessDays[carrierId] ?? 0);
    return {
      legNumber: index + 1,
      origin: countryName(from),
      destination: countryName(to),
      carrier: carrierById(carrierId).name,
      estimatedDeparture,
      estimatedArrival: departure,
    };
  });
}
