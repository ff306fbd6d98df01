// Which services take a piece, at what price, and every reason why the others do not.
import { girthMm, longestSideMm } from "./chargeable-weight.ts";
import type { CountryCode, OriginCode } from "./country.ts";
import { centsInDollars, type EuroRates } from "./exchange-rate.ts";
import type { SuspendedLane } from "./lane.ts";
import { type LaneTime, laneTimeLimits } from "./lane-time.ts";
import {
  type BatteryKind,
  type GoodsFlag,
  maxLegsPerPackage,
  type ServiceLeg,
  type ShippingService,
} from "./shipping-service.ts";
import { priceService, type PriceRequest, type ServicePrice } from "./service-price.ts";

/** The kinds of reasons why a service is closed for a piece, in the order in which they are named. */
export const closedReasonKinds = [
  "other_origin",
  "own_country",
  "country_not_served",
  "weight_not_priced",
  "too_heavy",
  "too_long",
  "girth_too_large",
  "battery_refused",
  "goods_refused",
  "lane_suspended",
  "prepaid_duty_missing",
  "address_incomplete",
  "exchange_rate_missing",
  "too_many_legs",
] as const;

/** Why a service is closed, with the limit that is passed or the lane that is suspended. */
export type ClosedReason =
  | { readonly kind: "other_origin"; readonly originCode: OriginCode }
  | { readonly kind: "own_country" | "country_not_served"; readonly countryCode: CountryCode }
  | { readonly kind: "weight_not_priced" | "too_heavy"; readonly maximumGrams: number }
  | { readonly kind: "too_long" | "girth_too_large"; readonly maximumMm: number }
  | { readonly kind: "battery_refused"; readonly battery: BatteryKind }
  | { readonly kind: "goods_refused"; readonly goods: readonly GoodsFlag[] }
  | {
      readonly kind: "lane_suspended";
      readonly suspendedOn: string;
      readonly reason: string;
      readonly destinationCode: CountryCode;
    }
  | {
      readonly kind:
        | "prepaid_duty_missing"
        | "address_incomplete"
        | "exchange_rate_missing"
        | "too_many_legs";
    };

/** What is known of a shipment; of what it contains only what was said. */
export type ComparisonRequest = PriceRequest & {
  /** Where it stands: services that begin elsewhere cannot take it. */
  readonly standsIn: OriginCode;
  /** Its legs that stay whichever service takes it. */
  readonly keptLegs: number;
  readonly batteries: readonly BatteryKind[];
  readonly goods: readonly GoodsFlag[];
  /** false where a recipient is known and lacks something; without a recipient it does not matter. */
  readonly isAddressComplete: boolean;
};

/** What a comparison needs besides the shipment: `rates` are null where none is younger than seven days. */
export type ComparisonFacts = {
  readonly services: readonly ShippingService[];
  readonly lanes: readonly SuspendedLane[];
  readonly rates: EuroRates | null;
  /** Where duty has to be paid before the delivery. */
  readonly prepaidDuty: readonly CountryCode[];
  /** How long lanes took; none where that does not matter. */
  readonly times?: readonly MeasuredLane[];
};

/** A service for a shipment. It is open when it has no reason; a closed one may still have a published price. */
export type ComparedService = {
  readonly service: ShippingService;
  readonly reasons: readonly ClosedReason[];
  readonly price: ServicePrice | null;
  /** The sum of its lines, each rounded up to the cent of US dollars; null without a price or a rate. */
  readonly usdCents: number | null;
  /** How long it took; null where it was not measured. */
  readonly measured: LaneTime | null;
};

function suspensionOf(
  leg: ServiceLeg,
  mode: string,
  request: ComparisonRequest,
  lanes: readonly SuspendedLane[],
): SuspendedLane | undefined {
  const destination = leg.destinationCode ?? request.countryCode;
  return lanes.find(
    (lane) =>
      lane.carrierId === leg.carrierCode &&
      (lane.service === null || lane.service === mode) &&
      lane.destinationCode === destination &&
      lane.suspendedOn <= request.day,
  );
}

function laneReasons(
  service: ShippingService,
  request: ComparisonRequest,
  { services, lanes }: ComparisonFacts,
): ClosedReason[] {
  return service.legs.flatMap((leg): ClosedReason[] => {
    const pricing = services.find(({ code }) => code === leg.pricedBy) ?? service;
    const lane = suspensionOf(leg, pricing.mode, request, lanes);
    if (lane === undefined) return [];
    const { suspendedOn, reason, destinationCode } = lane;
    return [{ kind: "lane_suspended", suspendedOn, reason, destinationCode }];
  });
}

function sizeReasons(service: ShippingService, { piece }: ComparisonRequest): ClosedReason[] {
  const { maximumGrams, maximumSideMm, maximumGirthMm } = service;
  const reasons: ClosedReason[] = [];
  if (piece.weightGrams > maximumGrams) reasons.push({ kind: "too_heavy", maximumGrams });
  if (piece.sidesMm === null) return reasons;
  if (maximumSideMm !== null && longestSideMm(piece.sidesMm) > maximumSideMm) {
    reasons.push({ kind: "too_long", maximumMm: maximumSideMm });
  }
  if (maximumGirthMm !== null && girthMm(piece.sidesMm) > maximumGirthMm) {
    reasons.push({ kind: "girth_too_large", maximumMm: maximumGirthMm });
  }
  return reasons;
}

function contentReasons(
  service: ShippingService,
  { batteries, goods }: ComparisonRequest,
): ClosedReason[] {
  const refused = goods.filter((flag) => service.refusedGoods.includes(flag));
  return [
    ...batteries
      .filter((battery) => service.refusedBatteries.includes(battery))
      .map((battery) => ({ kind: "battery_refused", battery }) as const),
    ...(refused.length > 0 ? [{ kind: "goods_refused", goods: refused } as const] : []),
  ];
}

/** Why a service has no price: it begins there, does not go there, or has no price for the weight. */
function priceReason(
  service: ShippingService,
  request: ComparisonRequest,
  { services }: ComparisonFacts,
): ClosedReason {
  const { countryCode } = request;
  const last = service.legs.at(-1);
  if (last?.originCode === countryCode) return { kind: "own_country", countryCode };
  const pricing = services.find(({ code }) => code === last?.pricedBy) ?? service;
  const table = pricing.rates.find(({ countries }) => countries.includes(countryCode));
  const isServed = service.countries?.includes(countryCode) ?? true;
  return table === undefined || !isServed
    ? { kind: "country_not_served", countryCode }
    : { kind: "weight_not_priced", maximumGrams: table.bands.at(-1)?.upToGrams ?? 0 };
}

/** The price in US cents: every line is rounded up once. */
function usdCentsOf(service: ShippingService, price: ServicePrice, rates: EuroRates | null) {
  if (service.currency !== "USD" && rates === null) return null;
  return price.lines.reduce(
    (sum, line) => sum + centsInDollars(line.amountCents, service.currency, rates),
    0,
  );
}

/** The service for a parcel that does not stand where it begins, which has no price there. */
function fromElsewhere(service: ShippingService): ComparedService {
  const reasons = [{ kind: "other_origin", originCode: service.originCode } as const];
  return { service, reasons, price: null, usdCents: null, measured: null };
}

/**
 * A service with its price, and every reason why it is closed. It alone decides which services a parcel can take: the
 * calculators, the estimate before packing and the quotes of a packed box ask it.
 */
export function compareService(
  service: ShippingService,
  request: ComparisonRequest,
  facts: ComparisonFacts,
): ComparedService {
  if (service.originCode !== request.standsIn) return fromElsewhere(service);
  const price = priceService(service, request, facts.services);
  const usdCents = price === null ? null : usdCentsOf(service, price, facts.rates);
  const needsPrepaidDuty = facts.prepaidDuty.includes(request.countryCode);
  const reasons: ClosedReason[] = [
    ...(price === null ? [priceReason(service, request, facts)] : []),
    ...sizeReasons(service, request),
    ...contentReasons(service, request),
    ...laneReasons(service, request, facts),
    ...(needsPrepaidDuty && service.duty === "recipient"
      ? [{ kind: "prepaid_duty_missing" } as const]
      : []),
    ...(request.isAddressComplete ? [] : [{ kind: "address_incomplete" } as const]),
    ...(price !== null && usdCents === null ? [{ kind: "exchange_rate_missing" } as const] : []),
    ...(request.keptLegs + service.legs.length > maxLegsPerPackage
      ? [{ kind: "too_many_legs" } as const]
      : []),
  ];
  const { services, times = [] } = facts;
  const measured = measuredTimeOf(service, request.countryCode, services, times);
  return { service, reasons, price, usdCents, measured };
}

/**
 * Why a service does not take a piece that it has quoted. A quote keeps the exchange rate that it was made with, so a missing
 * one is no reason.
 */
export function reasonsAgainstQuoted({
  reasons,
}: Pick<ComparedService, "reasons">): readonly ClosedReason[] {
  return reasons.filter(({ kind }) => kind !== "exchange_rate_missing");
}

/** Calendar days until the latest delivery: five business days are seven days. */
export function latestDays({
  deliveryMax,
  deliveryUnit,
}: Pick<ShippingService, "deliveryMax" | "deliveryUnit">): number {
  return deliveryUnit === "weeks" ? deliveryMax * 7 : (deliveryMax * 7) / 5;
}

/** How long parcels took on a carrier's lane. */
export type MeasuredLane = LaneTime & {
  readonly carrierCode: string;
  readonly service: string;
  readonly origin: CountryCode;
  readonly destination: CountryCode;
};

type Way = Pick<ShippingService, "code" | "mode" | "legs">;

/**
 * The time of a service to a country: the sum of its legs', with the parcels of the least measured one. null where a leg has
 * not been measured, or took longer than is counted.
 */
export function measuredTimeOf(
  { mode, legs }: Way,
  countryCode: CountryCode,
  services: readonly Way[],
  lanes: readonly MeasuredLane[],
): LaneTime | null {
  const times = legs.map((leg) => {
    const legMode = services.find(({ code }) => code === leg.pricedBy)?.mode ?? mode;
    return lanes.find(
      (lane) =>
        lane.carrierCode === leg.carrierCode &&
        lane.service === legMode &&
        lane.origin === leg.originCode &&
        lane.destination === (leg.destinationCode ?? countryCode) &&
        lane.mostDays < laneTimeLimits.lastDay,
    );
  });
  const measured = times.filter((time) => time !== undefined);
  if (measured.length < legs.length) return null;
  const sum = (days: (time: LaneTime) => number) =>
    measured.reduce((total, time) => total + days(time), 0);
  return {
    halfDays: sum(({ halfDays }) => halfDays),
    mostDays: sum(({ mostDays }) => mostDays),
    parcelsCount: Math.min(...measured.map(({ parcelsCount }) => parcelsCount)),
    since:
      measured
        .map(({ since }) => since)
        .toSorted()
        .at(-1) ?? "",
  };
}
