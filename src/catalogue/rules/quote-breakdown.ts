// The lines of a quote: what each charges in US dollars, with the figures from which everything recomputes.
import { centsInDollars, type EuroRates } from "./exchange-rate.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import {
  amountOfWorking,
  startedKilograms,
  startedSteps,
  type BandWorking,
  type PriceLine,
  type ServicePrice,
  type SurchargeWorking,
} from "./service-price.ts";
import type { DisplayCurrency } from "#platform/rules/money.ts";

/** The kinds of lines that are no part of a service's price: work on the package, and its storage. */
export const chargeKinds = ["service_fee", "storage_fee"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** The storage of some parcels: days at a price, each parcel up to a cap. */
export type StorageWorking = {
  readonly kind: "storage";
  readonly parcels: readonly {
    readonly inboundParcelId: string;
    readonly days: number;
    readonly dayCents: number;
    readonly capCents: number;
  }[];
};

/** Some units at a price. */
export type UnitsWorking = {
  readonly kind: "units";
  readonly units: number;
  readonly unitCents: number;
};

/** What a charge, as against freight, is computed from. */
export type ChargeWorking = StorageWorking | UnitsWorking;

export type QuoteLine = {
  readonly kind: PriceLine["kind"] | ChargeKind;
  /** From 1, of the service's legs; null for a charge. */
  readonly legNumber: number | null;
  /** What a charge is for: the code of an extra service, the English name of a box; null where the kind says it. */
  readonly subject: string | null;
  /** Of a box. */
  readonly names?: NamesByLanguage | undefined;
  readonly currency: DisplayCurrency;
  /** In cents of `currency`. */
  readonly originalCents: number;
  /** In cents of US dollars. */
  readonly amountCents: number;
  readonly working: BandWorking | SurchargeWorking | ChargeWorking;
};

/** The exchange rates that a quote was made with and keeps; null where all its lines are in US dollars. */
export type QuoteExchange = {
  readonly day: string;
  readonly source: string;
  readonly rates: EuroRates;
} | null;

/** The lines of a service's price, each rounded up to the cent once. Throws a RangeError for another currency without rates. */
export function freightLines(
  price: ServicePrice,
  currency: DisplayCurrency,
  exchange: QuoteExchange,
): QuoteLine[] {
  return price.lines.map(({ legNumber, kind, amountCents: originalCents, working }) => ({
    kind,
    legNumber,
    subject: null,
    currency,
    originalCents,
    amountCents: centsInDollars(originalCents, currency, exchange?.rates ?? null),
    working,
  }));
}

function chargeCents(working: ChargeWorking): number {
  if (working.kind === "units") return working.units * working.unitCents;
  return working.parcels.reduce(
    (sum, { days, dayCents, capCents }) => sum + Math.min(capCents, days * dayCents),
    0,
  );
}

/** A line in US dollars that is no part of a service's price. */
export function chargeLine(
  kind: ChargeKind,
  subject: string | null,
  working: ChargeWorking,
): QuoteLine {
  const amountCents = chargeCents(working);
  const inDollars = { currency: "USD", originalCents: amountCents, amountCents } as const;
  return { kind, legNumber: null, subject, ...inDollars, working };
}

type Leg = { readonly chargeableGrams: number; readonly sumCents: number };

/** A line's amount in its currency, from the weight of its leg and the sum of the lines before it. */
function originalOf({ working }: QuoteLine, { chargeableGrams, sumCents }: Leg): number {
  switch (working.kind) {
    case "units":
    case "storage":
      return chargeCents(working);
    case "band":
      return amountOfWorking({ ...working, steps: startedSteps(working) });
    case "percent":
      return amountOfWorking({ ...working, baseCents: sumCents });
    case "kilograms":
      return amountOfWorking({ ...working, kilograms: startedKilograms(chargeableGrams) });
    case "fixed":
      return amountOfWorking(working);
  }
}

/**
 * Computes a quote again from its workings alone: the number of steps and kilograms, the base of each percentage, each amount
 * in its currency and in US dollars, and the total. Stored amounts are not read.
 */
export function recomputeQuote(
  lines: readonly QuoteLine[],
  exchange: QuoteExchange,
): {
  readonly originalCents: number[];
  readonly amountCents: number[];
  readonly totalCents: number;
} {
  const legs = new Map<number, Leg>();
  const originalCents = lines.map((line) => {
    const none = { chargeableGrams: 0, sumCents: 0 };
    const leg = line.legNumber === null ? none : (legs.get(line.legNumber) ?? none);
    const original = originalOf(line, leg);
    const { chargeableGrams } = line.working.kind === "band" ? line.working : leg;
    if (line.legNumber !== null) {
      legs.set(line.legNumber, { chargeableGrams, sumCents: leg.sumCents + original });
    }
    return original;
  });
  const amountCents = lines.map(({ currency }, index) =>
    centsInDollars(originalCents[index] ?? 0, currency, exchange?.rates ?? null),
  );
  return {
    originalCents,
    amountCents,
    totalCents: amountCents.reduce((sum, cents) => sum + cents, 0),
  };
}

/** Whether every amount of a quote, and its total, is what its workings recompute to. */
export function isQuoteExact(quote: {
  readonly lines: readonly QuoteLine[];
  readonly exchange: QuoteExchange;
  readonly totalCents: number;
}): boolean {
  const again = recomputeQuote(quote.lines, quote.exchange);
  return (
    again.totalCents === quote.totalCents &&
    quote.lines.every(
      ({ originalCents, amountCents }, index) =>
        originalCents === again.originalCents[index] && amountCents === again.amountCents[index],
    )
  );
}
