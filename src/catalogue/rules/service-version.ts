// What staff may enter as a version of a shipping service, and what differs between two versions.
import { rateLimits } from "./service-price.ts";
import type { ServiceLeg, ShippingService, Surcharge } from "./shipping-service.ts";

/** Everything of a version but what the server adds. */
export type ServiceDetails = Omit<ShippingService, "id" | "code" | "version">;

export const serviceLimits = {
  code: 60,
  source: 200,
  legs: 3,
  /** Of a table: as many as a file of rates may have rows. */
  bands: 100_000,
  surcharges: 50,
  postalPrefixes: 500,
  weightGrams: 1_000_000,
  roundingGrams: 100_000,
  /** Of a side, and of a girth. */
  lengthMm: 10_000,
  deliveryTime: 366,
  caseDays: 366,
  centsOfCover: 100_000_000,
} as const;

/** Addresses of pages beside those of services. */
const reservedCodes = ["new", "import"];

/** Whether a text can be the code of a service: lower-case letters, digits and single hyphens between them. */
export function isServiceCode(text: string): boolean {
  return (
    text.length <= serviceLimits.code &&
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) &&
    !reservedCodes.includes(text)
  );
}

/** What can be wrong between the figures of a version. */
const serviceFaultKinds = [
  "legs_not_joined",
  "rates_missing",
  "bands_not_rising",
  "country_twice",
  "delivery_not_rising",
  "condition_missing",
  "amount_not_accepted",
  "price_not_accepted",
] as const;

/** `place` counts the legs, tables or surcharges from 0; null: of the version. */
export type ServiceFault = {
  readonly part: "legs" | "rates" | "surcharges" | "deliveryMax";
  readonly place: number | null;
  readonly kind: (typeof serviceFaultKinds)[number];
};

/** Legs are joined where each begins where the one before ends, and only the last one ends at the recipient. */
function areJoined(legs: readonly ServiceLeg[], originCode: string): boolean {
  return legs.every(({ originCode: from, destinationCode }, place) => {
    const expected = place === 0 ? originCode : legs[place - 1]?.destinationCode;
    return from === expected && (destinationCode === null) === (place === legs.length - 1);
  });
}

function isWithin(priceCents: number, minimum: number): boolean {
  return priceCents >= minimum && priceCents <= rateLimits.priceCents;
}

function rateFaults({ rates, legs, isActive }: ServiceDetails): ServiceFault[] {
  const isNeeded = isActive && legs.some(({ pricedBy }) => pricedBy === null);
  if (isNeeded && rates.length === 0) {
    return [{ part: "rates", place: null, kind: "rates_missing" }];
  }
  const seen = new Set<string>();
  return rates.flatMap(({ countries, bands, step }, place): ServiceFault[] => {
    const isRising = bands.every(
      ({ upToGrams }, index) => upToGrams > (bands[index - 1]?.upToGrams ?? 0),
    );
    const isTwice =
      new Set(countries).size < countries.length || countries.some((code) => seen.has(code));
    for (const code of countries) seen.add(code);
    const isPriced =
      bands.every(({ priceCents }) => isWithin(priceCents, 1)) &&
      (step === null || isWithin(step.priceCents, 0));
    return [
      ...(isPriced ? [] : [{ part: "rates", place, kind: "price_not_accepted" } as const]),
      ...(isRising ? [] : [{ part: "rates", place, kind: "bands_not_rising" } as const]),
      ...(isTwice ? [{ part: "rates", place, kind: "country_twice" } as const] : []),
    ];
  });
}

function surchargeFault({ kind, condition, amount }: Surcharge, place: number): ServiceFault[] {
  const { countries, postalPrefixes, sideFromMm, girthFromMm, weightFromGrams } = condition;
  const has = (...parts: unknown[]) => parts.some((part) => part !== undefined);
  const isOpen =
    (kind === "remote_area" && !has(countries, postalPrefixes)) ||
    (kind === "oversize" && !has(sideFromMm, girthFromMm, weightFromGrams));
  const most = kind === "fuel_percent" ? rateLimits.fuelHundredths : rateLimits.priceCents;
  return [
    ...(isOpen ? [{ part: "surcharges", place, kind: "condition_missing" } as const] : []),
    ...(amount < 0 || amount > most
      ? [{ part: "surcharges", place, kind: "amount_not_accepted" } as const]
      : []),
  ];
}

/** What is wrong between the figures of a version. */
export function serviceFaults(details: ServiceDetails): ServiceFault[] {
  const { legs, originCode, deliveryMin, deliveryMax, surcharges } = details;
  return [
    ...(areJoined(legs, originCode)
      ? []
      : [{ part: "legs", place: null, kind: "legs_not_joined" } as const]),
    ...rateFaults(details),
    ...surcharges.flatMap(surchargeFault),
    ...(deliveryMax < deliveryMin
      ? [{ part: "deliveryMax", place: null, kind: "delivery_not_rising" } as const]
      : []),
  ];
}

/** The parts of a version that are compared as they are; rates and surcharges are compared by line. */
export const comparedParts = [
  "names",
  "mode",
  "carrierCode",
  "originCode",
  "legs",
  "countries",
  "currency",
  "divisor",
  "roundsSidesUp",
  "volumetricFromSideMm",
  "roundingGrams",
  "minimumGrams",
  "maximumGrams",
  "maximumSideMm",
  "maximumGirthMm",
  "tracked",
  "signature",
  "duty",
  "includedCoverCents",
  "label",
  "customs",
  "deliveryMin",
  "deliveryMax",
  "deliveryUnit",
  "isActive",
  "takesShipRequests",
  "moneyDays",
  "lostAfterDays",
  "lostUntilDays",
] as const satisfies readonly (keyof ServiceDetails)[];
export type ComparedPart = (typeof comparedParts)[number];

/** JSON with the keys in order, so that equal values are equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The parts in which two versions differ, without rates and surcharges. */
export function changedParts(before: ServiceDetails, after: ServiceDetails): ComparedPart[] {
  return comparedParts.filter((part) => canonical(before[part]) !== canonical(after[part]));
}

/** The surcharges that one version has and the other has not. */
export function changedSurcharges(
  before: readonly Surcharge[],
  after: readonly Surcharge[],
): { readonly removed: Surcharge[]; readonly added: Surcharge[] } {
  const without = (some: readonly Surcharge[], others: readonly Surcharge[]) => {
    const texts = others.map(canonical);
    return some.filter((one) => {
      const place = texts.indexOf(canonical(one));
      if (place >= 0) texts.splice(place, 1);
      return place < 0;
    });
  };
  return { removed: without(before, after), added: without(after, before) };
}

/** The source of the rates that every installation begins with, as their migration stored it; older ones have it at more prices. */
export const firstPricesSource = "The first prices";

/** The source of the suggested prices of storage and extra services. */
export const usualPricesSource = "Usual prices of forwarders in Hong Kong and China, 2026";

/** The source of suggestions that no publication states. */
export const proposalSource = "Proposed with the product";
