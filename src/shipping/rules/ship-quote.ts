// The exact price of a packed box: freight, box, extra services and storage, and the holds that pay it.
import type { SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { Language, NamesByLanguage } from "#platform/rules/language.ts";
import { requestHoldKey, type RequestHold } from "#money/rules/ledger.ts";
import {
  chargeLine,
  freightLines,
  type QuoteExchange,
  type QuoteLine,
} from "#catalogue/rules/quote-breakdown.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import type { ComparedService } from "#catalogue/rules/service-comparison.ts";
import type { StoredDays } from "#goods/rules/storage-fee.ts";

/** What a quote was made for. */
export type QuoteInputs = {
  readonly weightGrams: number;
  readonly sidesMm: SidesMm;
  readonly countryCode: CountryCode;
  readonly battery: BatteryKind | null;
  readonly goods: readonly GoodsFlag[];
  readonly volumetricGrams: number | null;
  readonly chargeableGrams: number;
};

/** What is charged besides freight, whichever service is taken. */
export type PackageCharges = {
  readonly box: { readonly names: NamesByLanguage; readonly priceCents: number } | null;
  /** Started steps above what the plan carries, and the fee of each; null where no fee is due. */
  readonly overWeight: { readonly steps: number; readonly stepCents: number } | null;
  readonly extraServices: readonly {
    readonly code: string;
    readonly quantity: number;
    readonly unitCents: number;
  }[];
  readonly storage: readonly StoredDays[];
};

/** How the subject of a service fee says what it is for. */
export const feeSubjects = {
  box: "box",
  overWeight: "over_weight",
  extra: "extra_service",
} as const;

/** The weight of a step of the fee for weight above the plan. */
export const overWeightStepGrams = 500;

/** The started steps by which a weight is above a limit. */
export function overWeightSteps(packedGrams: number, limitGrams: number | null): number {
  if (limitGrams === null || packedGrams <= limitGrams) return 0;
  return Math.ceil((packedGrams - limitGrams) / overWeightStepGrams);
}

/**
 * The lines of a quote with storage and a fee for weight above the plan as they are by now where that is less, as with a larger
 * plan; freight and everything else stay.
 */
export function cheaperLines(lines: readonly QuoteLine[], charges: PackageCharges): QuoteLine[] {
  const anew = chargeLines({ ...charges, box: null, extraServices: [] });
  return lines.flatMap((line) => {
    const { kind, subject, amountCents } = line;
    if (kind !== "storage_fee" && subject !== feeSubjects.overWeight) return [line];
    const other = anew.find((one) => one.kind === kind && one.subject === subject);
    if (other === undefined) return [];
    return [other.amountCents < amountCents ? other : line];
  });
}

/** The lines of a quote that no service changes. Those that charge nothing are shown too, but storage. */
export function chargeLines(charges: PackageCharges): QuoteLine[] {
  const { box, overWeight, extraServices, storage } = charges;
  const lines: QuoteLine[] = [];
  if (box !== null) {
    const working = { kind: "units", units: 1, unitCents: box.priceCents } as const;
    const { names } = box;
    const line = chargeLine("service_fee", `${feeSubjects.box}:${names.en}`, working);
    lines.push({ ...line, names });
  }
  if (overWeight !== null) {
    const { steps, stepCents } = overWeight;
    const working = { kind: "units", units: steps, unitCents: stepCents } as const;
    lines.push(chargeLine("service_fee", feeSubjects.overWeight, working));
  }
  for (const { code, quantity, unitCents } of extraServices) {
    const working = { kind: "units", units: quantity, unitCents } as const;
    lines.push(chargeLine("service_fee", `${feeSubjects.extra}:${code}`, working));
  }
  const parcels = storage.filter(({ days, dayCents }) => days > 0 && dayCents > 0);
  if (parcels.length > 0) lines.push(chargeLine("storage_fee", null, { kind: "storage", parcels }));
  return lines;
}

/** The subject of a line for a reader: a box is called as in their language. */
export function subjectIn(
  { subject, names }: Pick<QuoteLine, "subject" | "names">,
  language: Language,
): string | null {
  return names === undefined ? subject : `${feeSubjects.box}:${names[language]}`;
}

/** The sums of a quote by what they are charged as. */
type QuoteSums = {
  readonly freightCents: number;
  readonly storageCents: number;
  /** The box and a fee for weight above the plan. */
  readonly serviceCents: number;
  readonly extraServiceCents: number;
  readonly totalCents: number;
};

function sumOf(lines: readonly QuoteLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Sums the lines of a quote by what they are charged as. */
export function quoteSums(lines: readonly QuoteLine[]): QuoteSums {
  const isExtra = ({ subject }: QuoteLine) => subject?.startsWith(`${feeSubjects.extra}:`) === true;
  const fees = lines.filter(({ kind }) => kind === "service_fee");
  return {
    freightCents: sumOf(lines.filter(({ legNumber }) => legNumber !== null)),
    storageCents: sumOf(lines.filter(({ kind }) => kind === "storage_fee")),
    serviceCents: sumOf(fees.filter((line) => !isExtra(line))),
    extraServiceCents: sumOf(fees.filter(isExtra)),
    totalCents: sumOf(lines),
  };
}

/** The lines of the whole price by a service; null where it is closed. */
export function quoteLines(
  { service, reasons, price }: ComparedService,
  charges: PackageCharges,
  exchange: QuoteExchange,
): QuoteLine[] | null {
  if (reasons.length > 0 || price === null) return null;
  return [...freightLines(price, service.currency, exchange), ...chargeLines(charges)];
}

/** The part of a price that a cap covers: all but the extra services, which are held apart. */
export function cappedCents({ totalCents, extraServiceCents }: QuoteSums): number {
  return totalCents - extraServiceCents;
}

/** The key of the hold and posting of an extra service. */
export function extraServiceKey(extraServiceRequestId: string): string {
  return `extra_service:${extraServiceRequestId}`;
}

/** The holds that pay a quote exactly, besides those of its extra services; nothing is held for what costs nothing. */
export function exactHolds(sums: QuoteSums, shipRequestId: string, round: number): RequestHold[] {
  const amounts = {
    shipping_fee: sums.freightCents,
    storage_fee: sums.storageCents,
    service_fee: sums.serviceCents,
  } as const;
  return (["shipping_fee", "storage_fee", "service_fee"] as const).flatMap((type) => {
    const key = requestHoldKey(type, shipRequestId, round);
    return amounts[type] === 0 ? [] : [{ type, key, amountCents: amounts[type] }];
  });
}
