// Recognises who issued a tracking number.
import { type CountryCode, countryByCode } from "./country.ts";
import {
  isFedexBarcodeCheckRight,
  isFedexExpressCheckRight,
  isModuloTenRight,
  weightedSum,
  postalCheckDigit,
  normaliseTrackingNumber,
  tidyTrackingNumber,
} from "./tracking-number-text.ts";

/**
 * The reason for a guess: right check digit and country of a postal item; a shape that only this carrier uses, with a
 * right check digit; a beginning that only its numbers have; a check digit that some numbers of others have too; the
 * beginning or length of its numbers, which others have too; or nothing that would speak against a domestic courier.
 */
export type RecognitionReason =
  | "postal_check_digit"
  | "unique_check_digit"
  | "unique_prefix"
  | "chance_check_digit"
  | "shape"
  | "unknown";

/** Who issued a number: a carrier by the code of its row, a domestic courier, or the post of a country. */
export type TrackingIssuer =
  | { readonly carrierCode: string }
  | "domestic-courier"
  | { readonly postOf: CountryCode };

/** One guess at who issued a number; `carrierCode` is null for issuers that are not in the list of carriers. */
export type TrackingCandidate = {
  readonly issuer: TrackingIssuer;
  readonly carrierCode: string | null;
  readonly strength: "strong" | "possible" | "weak";
  readonly reason: RecognitionReason;
};

/** Universal Postal Union, S10: eight digits and their check digit. */
function isPostalCheckRight(nineDigits: string): boolean {
  return postalCheckDigit(nineDigits.slice(0, 8)) === Number(nineDigits.at(-1));
}

/** UPS: letters count as (ASCII − 3) mod 10, weighted 1 2 alternately, then (10 − sum mod 10) mod 10. */
function isUpsCheckRight(sixteenCharacters: string): boolean {
  const values = [...sixteenCharacters].map((character) =>
    /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 3) % 10,
  );
  const sum = weightedSum(values.slice(0, 15), [1, 2]);
  return (10 - (sum % 10)) % 10 === values[15];
}

/** DHL Express, 10 or 11 digits: the number without its last digit, mod 7, is the last digit. */
function isDhlCheckRight(digits: string): boolean {
  return Number(digits.slice(0, -1)) % 7 === Number(digits.at(-1));
}

// The first letters J K S T W are reserved by the standard: nothing is posted under them.
const postalShape = /^[A-IL-RUVX-Z][A-Z](\d{9})([A-Z]{2})$/;
const upsShape = /^1Z([A-Z0-9]{15}\d)$/;

/** The carriers of postal numbers by country; a number that begins with E is an express item (EMS). */
const postalOperators: Readonly<Record<string, (isExpress: boolean) => string>> = {
  HK: () => "hk-post",
  SG: () => "sg-post",
  CN: (isExpress) => (isExpress ? "china-ems" : "china-post"),
};

function issuedBy(carrierCode: string) {
  return { issuer: { carrierCode }, carrierCode };
}

function postalCandidate(number: string): TrackingCandidate[] {
  const [, digits = "", countryCode = ""] = postalShape.exec(number) ?? [];
  const country = countryByCode(countryCode);
  if (country === null || !isPostalCheckRight(digits)) {
    return [];
  }
  const carrierCode = postalOperators[country.code]?.(number.startsWith("E"));
  const operator =
    carrierCode === undefined
      ? { issuer: { postOf: country.code }, carrierCode: null }
      : issuedBy(carrierCode);
  return [{ ...operator, strength: "strong", reason: "postal_check_digit" }];
}

/** The format of a carrier's numbers: its shape, the check it must pass, and what passing it is worth. */
type Format = {
  readonly carrierCode: string;
  readonly shape: RegExp;
  readonly isCheckRight?: (number: string) => boolean;
  readonly strength: TrackingCandidate["strength"];
  readonly reason: RecognitionReason;
};

// By confidence, the highest first. Decision record 0063 names the sources; couriers within China publish no check digit.
const formats: readonly Format[] = [
  {
    carrierCode: "ups",
    shape: upsShape,
    isCheckRight: (number) => isUpsCheckRight(number.slice(2)),
    strength: "strong",
    reason: "unique_check_digit",
  },
  {
    carrierCode: "fedex",
    shape: /^(10[0-2]|96\d)\d{31}$/,
    isCheckRight: isFedexBarcodeCheckRight,
    strength: "strong",
    reason: "unique_check_digit",
  },
  {
    carrierCode: "fedex",
    shape: /^\d{32}$/,
    isCheckRight: (number) => isFedexExpressCheckRight(astraNumber(number)),
    strength: "possible",
    reason: "chance_check_digit",
  },
  {
    carrierCode: "fedex",
    shape: /^96\d{20}$/,
    isCheckRight: (number) => isModuloTenRight(number.slice(-15)),
    strength: "strong",
    reason: "unique_check_digit",
  },
  ...(
    [
      ["sf-express", /^SF\d{13}$/],
      ["yun-express", /^YT\d{16}$/],
      ["yto-express", /^YT\d{13}$/],
      ["jt-express", /^JT\d{13}$/],
      ["jd-logistics", /^JD[A-Z][A-Z0-9]\d{11}$/],
      ["deppon-express", /^DPK\d{12}$/],
      ["cainiao", /^LP\d{14}$/],
      ["dhl", /^J[A-Z]{2,3}\d{9,10}$/],
    ] as const
  ).map(([carrierCode, shape]) => ({
    carrierCode,
    shape,
    strength: "strong" as const,
    reason: "unique_prefix" as const,
  })),
  ...(
    [
      ["zto-express", /^7[3-68]\d{12}$/],
      ["sto-express", /^77\d{12,13}$/],
      ["yunda-express", /^[34]\d{14}$/],
      ["china-post", /^9[689]\d{11}$/],
      ["china-ems", /^(1[01]|5[01]|9[57])\d{11}$/],
    ] as const
  ).map(([carrierCode, shape]) => ({
    carrierCode,
    shape,
    strength: "possible" as const,
    reason: "shape" as const,
  })),
  {
    carrierCode: "dhl",
    shape: /^\d{10,11}$/,
    isCheckRight: isDhlCheckRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  {
    carrierCode: "fedex",
    shape: /^\d{15}$/,
    isCheckRight: isModuloTenRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  {
    carrierCode: "fedex",
    // With its "92" it is a number of USPS, who delivers it; without, that is still part of the check.
    shape: /^(\d{20}|00\d{16})$/,
    isCheckRight: (number) => isModuloTenRight(number.length === 20 ? `92${number}` : number),
    strength: "possible",
    reason: "chance_check_digit",
  },
  { carrierCode: "dhl", shape: /^GM\d{10,38}$/, strength: "possible", reason: "shape" },
  {
    carrierCode: "fedex",
    shape: /^\d{12}$/,
    isCheckRight: isFedexExpressCheckRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  { carrierCode: "sf-express", shape: /^\d{12}$/, strength: "possible", reason: "shape" },
];

/** The number within the 32 digits of FedEx's ASTRA label. */
export function astraNumber(digits: string): string {
  return digits.slice(16, 28);
}

/** Any number that may be saved can be a domestic courier's. */
const savedShape = /^[A-Z0-9]{6,40}$/;
const domesticCourier: TrackingCandidate = {
  issuer: "domestic-courier",
  carrierCode: null,
  strength: "weak",
  reason: "unknown",
};

/** JD numbers the pieces of a shipment after the number: JDVA12345678901-1-2-. */
export const pieceSuffix = /^(JD[A-Z0-9]+)-\d+-\d+-?$/;

/**
 * Guesses who issued a number, the likeliest first; empty when the text is no tracking number.
 * Ambiguity is normal: a guess may be preselected (see `preselectedCarrier`), but the user can change it, and it is never
 * a reason to reject a number.
 */
export function recogniseTrackingNumber(text: string): TrackingCandidate[] {
  const number = normaliseTrackingNumber(tidyTrackingNumber(text).replace(pieceSuffix, "$1"));
  const matching = formats
    .filter(({ shape, isCheckRight }) => shape.test(number) && (isCheckRight?.(number) ?? true))
    .map(({ carrierCode, strength, reason }) => ({ ...issuedBy(carrierCode), strength, reason }));
  const candidates = [...postalCandidate(number), ...matching];
  return savedShape.test(number) ? [...candidates, domesticCourier] : candidates;
}

/** The carrier to preselect for a number: that of the single strong guess, otherwise null. */
export function preselectedCarrier(candidates: readonly TrackingCandidate[]): string | null {
  const strong = candidates.filter(({ strength }) => strength === "strong");
  return strong.length === 1 ? (strong[0]?.carrierCode ?? null) : null;
}

/**
 * How sure it is that a carrier issued a number: its shape and check digit are right; it begins as only this carrier's
 * numbers do; or others have such numbers too.
 */
export type CarrierConfidence = "certain" | "likely" | "possible";

const confidences: Readonly<Record<RecognitionReason, CarrierConfidence>> = {
  postal_check_digit: "certain",
  unique_check_digit: "certain",
  unique_prefix: "likely",
  chance_check_digit: "possible",
  shape: "possible",
  unknown: "possible",
};

/** The likeliest carrier of a number, by the code of its row; null where none of them is likely. */
export function recognizeCarrier(
  trackingNumber: string,
): { readonly carrierCode: string; readonly confidence: CarrierConfidence } | null {
  const [best] = recogniseTrackingNumber(trackingNumber);
  if (best === undefined || best.carrierCode === null) return null;
  return { carrierCode: best.carrierCode, confidence: confidences[best.reason] };
}

/**
 * Whether a number looks mistyped: it has the shape of a postal item or of UPS, which no other issuer uses, but a wrong
 * check digit or country. Only a hint.
 */
export function looksMistyped(text: string): boolean {
  const number = normaliseTrackingNumber(text);
  const hasCheckedShape = postalShape.test(number) || upsShape.test(number);
  return (
    hasCheckedShape && recogniseTrackingNumber(number).every(({ reason }) => reason === "unknown")
  );
}
