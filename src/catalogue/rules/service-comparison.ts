// Which services take a piece, at what price, and every reason why the others do not.
import { girthMm, longestSideMm } from "./chargeable-weight.ts";
import type { CountryCode, OriginCode } from "./country.ts";
import { centsInDollars, type EuroRates } from "./exchange-rate.ts";
import { judgeGoods, type BoxContents, type GoodsRule, type RuledFlag } from "./goods-rule.ts";
import type { SuspendedLane } from "./lane.ts";
import { type LaneTime, laneTimeLimits } from "./lane-time.ts";
import { maxLegsPerPackage, type ServiceLeg, type ShippingService } from "./shipping-service.ts";
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
  "goods_rule",
  "lane_suspended",
  "value_too_high",
  "prepaid_duty_missing",
  "address_incomplete",
  "exchange_rate_missing",
  "too_many_legs",
] as const;

/** What a rule says of goods: why it closes a service, or under what condition they go. */
export type GoodsRuleReason = {
  readonly ruleId: string;
  readonly flag: RuledFlag;
  /** Whose rule it is; null: no carrier's, as one of a country or of this warehouse. */
  readonly carrierCode: string | null;
  /** Whether it is closed only without a proof of what the goods are. */
  readonly needsProof: boolean;
  readonly text: string;
  readonly source: string;
  /** The day for which the source states it. */
  readonly day: string;
};

/** The most that goods which come by post may be worth, in cents of US dollars, and who says so for which day. */
export type PostLimit = {
  readonly maximumCents: number;
  readonly source: string;
  readonly day: string;
};

/** Why a service is closed, with the limit that is passed, the rule or the lane that is suspended. */
export type ClosedReason =
  | { readonly kind: "other_origin"; readonly originCode: OriginCode }
  | { readonly kind: "own_country" | "country_not_served"; readonly countryCode: CountryCode }
  | { readonly kind: "weight_not_priced" | "too_heavy"; readonly maximumGrams: number }
  | { readonly kind: "too_long" | "girth_too_large"; readonly maximumMm: number }
  | ({ readonly kind: "goods_rule" } & GoodsRuleReason)
  | ({ readonly kind: "value_too_high" } & PostLimit)
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
export type ComparisonRequest = PriceRequest &
  BoxContents & {
    /** Where it stands: services that begin elsewhere cannot take it. */
    readonly standsIn: OriginCode;
    /** Its legs that stay whichever service takes it. */
    readonly keptLegs: number;
    /** What the goods are worth where customs there limit what comes by post; left out where nothing is known. */
    readonly postValue?: { readonly valueCents: number; readonly limit: PostLimit };
    /** false where a recipient is known and lacks something; without a recipient it does not matter. */
    readonly isAddressComplete: boolean;
  };

/** What a comparison needs besides the shipment: `rates` are null where none is younger than seven days. */
export type ComparisonFacts = {
  readonly services: readonly ShippingService[];
  readonly lanes: readonly SuspendedLane[];
  /** Those of the day. */
  readonly goodsRules: readonly GoodsRule[];
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
  /** The conditions under which it takes the goods. */
  readonly goodsLimits: readonly GoodsRuleReason[];
  readonly price: ServicePrice | null;
  /** The sum of its lines, each rounded up to the cent of US dollars; null without a price or a rate. */
  readonly usdCents: number | null;
  /** How long it took; null where it was not measured. */
  readonly measured: LaneTime | null;
};

/** A country and the day on which something would go there, YYYY-MM-DD. */
type Destination = Pick<ComparisonRequest, "countryCode" | "day">;

function suspensionOf(
  leg: ServiceLeg,
  mode: string,
  request: Destination,
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
  request: Destination,
  { services, lanes }: Pick<ComparisonFacts, "services" | "lanes">,
): ClosedReason[] {
  return service.legs.flatMap((leg): ClosedReason[] => {
    const pricing = services.find(({ code }) => code === leg.pricedBy) ?? service;
    const lane = suspensionOf(leg, pricing.mode, request, lanes);
    if (lane === undefined) return [];
    const { suspendedOn, reason, destinationCode } = lane;
    return [{ kind: "lane_suspended", suspendedOn, reason, destinationCode }];
  });
}

function dutyReasons(
  { duty }: ShippingService,
  { countryCode }: Destination,
  { prepaidDuty }: Pick<ComparisonFacts, "prepaidDuty">,
): ClosedReason[] {
  const isMissing = duty === "recipient" && prepaidDuty.includes(countryCode);
  return isMissing ? [{ kind: "prepaid_duty_missing" }] : [];
}

/** Whether nothing closes a service that goes to a country for whatever would go there on a day. */
export function isOpenTo(
  service: ShippingService,
  destination: Destination,
  facts: Pick<ComparisonFacts, "services" | "lanes" | "prepaidDuty">,
): boolean {
  return (
    laneReasons(service, destination, facts).length === 0 &&
    dutyReasons(service, destination, facts).length === 0
  );
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

/** That goods are worth more than may come by post, which is by air or surface mail. */
function valueReasons(
  { mode }: ShippingService,
  { postValue }: Pick<ComparisonRequest, "postValue">,
): ClosedReason[] {
  if (postValue === undefined || (mode !== "air" && mode !== "surface")) return [];
  const { valueCents, limit } = postValue;
  return valueCents > limit.maximumCents ? [{ kind: "value_too_high", ...limit }] : [];
}

function toReason(rule: GoodsRule): GoodsRuleReason {
  const { id, flag, carrierCode, needsProof, text, source, sourceDay } = rule;
  return { ruleId: id, flag, carrierCode, needsProof, text, source, day: sourceDay };
}

/** What the rules say to what is in a box, without a country what they say of any: why a service is closed for it, and conditions that close nothing. */
export function goodsReasons(
  service: ShippingService,
  request: BoxContents & { readonly countryCode: CountryCode | null },
  { goodsRules }: Pick<ComparisonFacts, "goodsRules">,
): { readonly reasons: readonly GoodsRuleReason[]; readonly limits: readonly GoodsRuleReason[] } {
  const { closing, limiting } = judgeGoods(request, service, request.countryCode, goodsRules);
  return { reasons: closing.map(toReason), limits: limiting.map(toReason) };
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
  return { service, reasons, goodsLimits: [], price: null, usdCents: null, measured: null };
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
  const goods = goodsReasons(service, request, facts);
  const reasons: ClosedReason[] = [
    ...(price === null ? [priceReason(service, request, facts)] : []),
    ...sizeReasons(service, request),
    ...goods.reasons.map((reason) => ({ kind: "goods_rule", ...reason }) as const),
    ...laneReasons(service, request, facts),
    ...valueReasons(service, request),
    ...dutyReasons(service, request, facts),
    ...(request.isAddressComplete ? [] : [{ kind: "address_incomplete" } as const]),
    ...(price !== null && usdCents === null ? [{ kind: "exchange_rate_missing" } as const] : []),
    ...(request.keptLegs + service.legs.length > maxLegsPerPackage
      ? [{ kind: "too_many_legs" } as const]
      : []),
  ];
  const { services, times = [] } = facts;
  const measured = measuredTimeOf(service, request.countryCode, services, times);
  return { service, reasons, goodsLimits: goods.limits, price, usdCents, measured };
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
