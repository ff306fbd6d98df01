// What a service costs for a piece, with a working for each line that recomputes to its amount.
import {
  chargeableWeight,
  girthMm,
  longestSideMm,
  type ChargeableWeight,
  type Piece,
} from "./chargeable-weight.ts";
import type { CountryCode } from "./country.ts";
import type {
  RateTable,
  ServicePrices,
  Surcharge,
  SurchargeCondition,
  SurchargeKind,
} from "./shipping-service.ts";

/** What is accepted of each figure of a rate, so that every product stays exact. */
export const rateLimits = {
  priceCents: 100_000_000,
  bandGrams: 1_000_000,
  fuelHundredths: 100_000,
} as const;

/** A freight by a band: its price, and that of the steps above the last band. */
export type BandWorking = {
  readonly kind: "band";
  readonly chargeableGrams: number;
  readonly bandUpToGrams: number;
  readonly bandCents: number;
  readonly steps: number;
  readonly stepGrams: number;
  readonly stepCents: number;
};

/** A surcharge: hundredths of a percent of a base, cents for each started kilogram, or cents. */
export type SurchargeWorking =
  | { readonly kind: "percent"; readonly baseCents: number; readonly hundredths: number }
  | { readonly kind: "kilograms"; readonly kilograms: number; readonly kilogramCents: number }
  | { readonly kind: "fixed"; readonly fixedCents: number };

/** A line of a price, in cents of the service's currency. */
export type PriceLine = {
  /** From 1, of the service's legs. */
  readonly legNumber: number;
  readonly kind: "freight" | SurchargeKind;
  readonly amountCents: number;
  readonly working: BandWorking | SurchargeWorking;
};

export type ServicePrice = {
  readonly weight: ChargeableWeight;
  readonly lines: readonly PriceLine[];
  readonly totalCents: number;
  /** The versions whose rates were used, by code. */
  readonly versions: readonly { readonly code: string; readonly id: string }[];
};

/** Where a piece goes, and the day (YYYY-MM-DD) whose prices count. */
export type PriceRequest = {
  readonly piece: Piece;
  readonly countryCode: CountryCode;
  readonly postalCode: string | null;
  readonly day: string;
};

/** The quotient of whole numbers that are not negative, rounded to the nearest, halves up. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const remainder = dividend % divisor;
  return (dividend - remainder) / divisor + (2 * remainder >= divisor ? 1 : 0);
}

/** How many steps of a table a weight has begun above the last band. */
export function startedSteps({
  chargeableGrams,
  bandUpToGrams,
  stepGrams,
}: Pick<BandWorking, "chargeableGrams" | "bandUpToGrams" | "stepGrams">): number {
  return chargeableGrams <= bandUpToGrams
    ? 0
    : Math.ceil((chargeableGrams - bandUpToGrams) / stepGrams);
}

const gramsPerKilogram = 1000;

/** How many kilograms a weight has begun. */
export function startedKilograms(chargeableGrams: number): number {
  return Math.ceil(chargeableGrams / gramsPerKilogram);
}

/** Recomputes the amount of a line from its working, in cents. */
export function amountOfWorking(working: BandWorking | SurchargeWorking): number {
  switch (working.kind) {
    case "band":
      return working.bandCents + working.steps * working.stepCents;
    case "percent":
      return divideHalfUp(working.baseCents * working.hundredths, 10_000);
    case "kilograms":
      return working.kilograms * working.kilogramCents;
    case "fixed":
      return working.fixedCents;
  }
}

/** The place of the first band that takes a weight, by halving, since an imported table may have thousands. */
function bandPlace(bands: RateTable["bands"], chargeableGrams: number): number {
  let [low, high] = [0, bands.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bands[middle]?.upToGrams ?? 0) < chargeableGrams) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The working of a weight in a table; null when it is heavier than the last band of a table without steps. */
export function bandWorking(
  { bands, step }: Pick<RateTable, "bands" | "step">,
  chargeableGrams: number,
): BandWorking | null {
  const band = bands[bandPlace(bands, chargeableGrams)];
  const last = bands.at(-1);
  if (last === undefined || (band === undefined && step === null)) return null;
  const { upToGrams, priceCents } = band ?? last;
  const { grams: stepGrams, priceCents: stepCents } = step ?? { grams: 0, priceCents: 0 };
  const figures = { chargeableGrams, bandUpToGrams: upToGrams, stepGrams };
  return {
    kind: "band",
    ...figures,
    bandCents: priceCents,
    steps: startedSteps(figures),
    stepCents,
  };
}

type Conditions = PriceRequest & { readonly chargeableGrams: number };

function postalText(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase();
}

function applies(condition: SurchargeCondition, request: Conditions): boolean {
  const { countries, postalPrefixes, sideFromMm, girthFromMm, weightFromGrams } = condition;
  const { sidesMm } = request.piece;
  const postal = postalText(request.postalCode ?? "");
  return (
    (countries === undefined || countries.includes(request.countryCode)) &&
    (postalPrefixes === undefined ||
      postalPrefixes.some((prefix) => postal.startsWith(postalText(prefix)))) &&
    (sideFromMm === undefined || (sidesMm !== null && longestSideMm(sidesMm) >= sideFromMm)) &&
    (girthFromMm === undefined || (sidesMm !== null && girthMm(sidesMm) >= girthFromMm)) &&
    (weightFromGrams === undefined || request.chargeableGrams >= weightFromGrams)
  );
}

function surchargeWorking(
  { kind, amount }: Surcharge,
  baseCents: number,
  chargeableGrams: number,
): SurchargeWorking {
  if (kind === "fuel_percent") return { kind: "percent", baseCents, hundredths: amount };
  if (kind === "per_kg") {
    const kilograms = startedKilograms(chargeableGrams);
    return { kind: "kilograms", kilograms, kilogramCents: amount };
  }
  return { kind: "fixed", fixedCents: amount };
}

/** The lines of a leg: freight, then the surcharges in their order, fuel on the sum before it. */
function legLines(
  legNumber: number,
  service: Pick<ServicePrices, "rates" | "surcharges">,
  request: Conditions,
): PriceLine[] | null {
  const table = service.rates.find(({ countries }) => countries.includes(request.countryCode));
  const freight = table === undefined ? null : bandWorking(table, request.chargeableGrams);
  if (freight === null) return null;
  const lines: PriceLine[] = [
    { legNumber, kind: "freight", amountCents: amountOfWorking(freight), working: freight },
  ];
  for (const surcharge of service.surcharges) {
    if (surcharge.validFrom > request.day || !applies(surcharge.condition, request)) continue;
    const before = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const working = surchargeWorking(surcharge, before, request.chargeableGrams);
    const amountCents = amountOfWorking(working);
    lines.push({ legNumber, kind: surcharge.kind, amountCents, working });
  }
  return lines;
}

/**
 * The price of a service: the sum of its legs, each at the rates of the service that prices it. null where a leg has no
 * price to its country, for its weight or in the service's currency, which means that it is not available. `services` are
 * those that may price legs.
 */
export function priceService(
  service: ServicePrices,
  request: PriceRequest,
  services: readonly ServicePrices[],
): ServicePrice | null {
  const isServed = service.countries?.includes(request.countryCode) ?? true;
  if (!isServed) return null;
  const weight = chargeableWeight(request.piece, service);
  const { chargeableGrams } = weight;
  const lines: PriceLine[] = [];
  const versions = new Map([[service.code, service.id]]);
  for (const [index, leg] of service.legs.entries()) {
    const pricing =
      leg.pricedBy === null ? service : services.find(({ code }) => code === leg.pricedBy);
    if (pricing === undefined || pricing.currency !== service.currency) return null;
    const isLast = leg.destinationCode === null;
    const ofLeg = legLines(index + 1, pricing, {
      ...request,
      countryCode: leg.destinationCode ?? request.countryCode,
      postalCode: isLast ? request.postalCode : null,
      chargeableGrams,
    });
    if (ofLeg === null) return null;
    lines.push(...ofLeg);
    versions.set(pricing.code, pricing.id);
  }
  return {
    weight,
    lines,
    totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    versions: [...versions].map(([code, id]) => ({ code, id })),
  };
}
