// Recognises who issued a tracking number.
import { type CarrierId, carrierIds } from "./carrier.ts";
import { type CountryCode, countryByCode } from "./country.ts";
import { normaliseTrackingNumber } from "./tracking-number-text.ts";

/**
 * The reason for a guess: right check digit and country of a postal item; a shape that only this carrier uses, with a
 * right check digit; a beginning that only its numbers have; a check digit that some numbers of others have too; the
 * length of its numbers; or nothing that would speak against a domestic courier.
 */
export type RecognitionReason =
  | "postal_check_digit"
  | "unique_check_digit"
  | "unique_prefix"
  | "chance_check_digit"
  | "shape"
  | "unknown";

/** Who issued a number: a carrier, another known one, or the post of a country. */
export type TrackingIssuer =
  | CarrierId
  | "china-post"
  | "yun-express"
  | "domestic-courier"
  | { readonly postOf: CountryCode };

/** One guess at who issued a number; `carrierId` is null for issuers without a tracking page here. */
export type TrackingCandidate = {
  readonly issuer: TrackingIssuer;
  readonly carrierId: CarrierId | null;
  readonly strength: "strong" | "possible" | "weak";
  readonly reason: RecognitionReason;
};

function digitsOf(text: string): number[] {
  return [...text].map(Number);
}

function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((sum, digit, index) => {
    return sum + digit * (weights[index % weights.length] ?? 0);
  }, 0);
}

/** Universal Postal Union, S10: eight digits weighted 8 6 4 2 3 5 9 7, then 11 − (sum mod 11). */
function isPostalCheckRight(nineDigits: string): boolean {
  const sum = weightedSum(digitsOf(nineDigits.slice(0, 8)), [8, 6, 4, 2, 3, 5, 9, 7]);
  const remainder = 11 - (sum % 11);
  const check = remainder === 10 ? 0 : remainder === 11 ? 5 : remainder;
  return check === Number(nineDigits.at(-1));
}

/** UPS: letters count as (ASCII − 3) mod 10, weighted 1 2 alternately, then (10 − sum mod 10) mod 10. */
function isUpsCheckRight(sixteenCharacters: string): boolean {
  const values = [...sixteenCharacters].map((character) =>
    /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 3) % 10,
  );
  const sum = weightedSum(values.slice(0, 15), [1, 2]);
  return (10 - (sum % 10)) % 10 === values[15];
}

/** FedEx, 12 digits: the first eleven weighted 3 1 7 repeatedly, (sum mod 11) mod 10 is the last. */
function isFedexExpressCheckRight(twelveDigits: string): boolean {
  const sum = weightedSum(digitsOf(twelveDigits.slice(0, 11)), [3, 1, 7]);
  return (sum % 11) % 10 === Number(twelveDigits.at(-1));
}

/**
 * FedEx, 34 digits of its door-to-door barcode: the last fourteen count, thirteen of them weighted
 * 1 7 3 repeatedly, (sum mod 11) mod 10 is the last.
 */
function isFedexBarcodeCheckRight(digits: string): boolean {
  const sum = weightedSum(digitsOf(digits.slice(-14, -1)), [1, 7, 3]);
  return (sum % 11) % 10 === Number(digits.at(-1));
}

/** GS1: weighted 3 1 alternately from the right, the last digit brings the sum to a multiple of 10. */
function isModuloTenRight(digits: string): boolean {
  const fromTheRight = digitsOf(digits.slice(0, -1)).toReversed();
  return (10 - (weightedSum(fromTheRight, [3, 1]) % 10)) % 10 === Number(digits.at(-1));
}

/** DHL Express, 10 or 11 digits: the number without its last digit, mod 7, is the last digit. */
function isDhlCheckRight(digits: string): boolean {
  return Number(digits.slice(0, -1)) % 7 === Number(digits.at(-1));
}

// The first letters J K S T W are reserved by the standard: nothing is posted under them.
const postalShape = /^[A-IL-RUVX-Z][A-Z](\d{9})([A-Z]{2})$/;
const upsShape = /^1Z([A-Z0-9]{15}\d)$/;

const postalOperators: Readonly<Record<string, Pick<TrackingCandidate, "issuer" | "carrierId">>> = {
  HK: { issuer: "hk-post", carrierId: "hk-post" },
  SG: { issuer: "sg-post", carrierId: "sg-post" },
  CN: { issuer: "china-post", carrierId: null },
};

function postalCandidate(number: string): TrackingCandidate[] {
  const [, digits = "", countryCode = ""] = postalShape.exec(number) ?? [];
  const country = countryByCode(countryCode);
  if (country === null || !isPostalCheckRight(digits)) {
    return [];
  }
  const operator = postalOperators[country.code] ?? {
    issuer: { postOf: country.code },
    carrierId: null,
  };
  return [{ ...operator, strength: "strong", reason: "postal_check_digit" }];
}

/** The format of a courier's numbers: its shape, the check it must pass, and what passing it is worth. */
type Format = {
  readonly issuer: CarrierId | "yun-express" | "domestic-courier";
  readonly shape: RegExp;
  readonly isCheckRight?: (number: string) => boolean;
  readonly strength: TrackingCandidate["strength"];
  readonly reason: RecognitionReason;
};

// By confidence, the highest first. SF Express publishes no check digit.
const formats: readonly Format[] = [
  {
    issuer: "ups",
    shape: upsShape,
    isCheckRight: (number) => isUpsCheckRight(number.slice(2)),
    strength: "strong",
    reason: "unique_check_digit",
  },
  {
    issuer: "fedex",
    shape: /^(100|96\d)\d{31}$/,
    isCheckRight: isFedexBarcodeCheckRight,
    strength: "strong",
    reason: "unique_check_digit",
  },
  {
    issuer: "fedex",
    shape: /^96\d{20}$/,
    isCheckRight: (number) => isModuloTenRight(number.slice(-15)),
    strength: "strong",
    reason: "unique_check_digit",
  },
  { issuer: "sf-express", shape: /^SF\d{13}$/, strength: "strong", reason: "unique_prefix" },
  {
    issuer: "yun-express",
    shape: /^YT\d{16}$/,
    strength: "strong",
    reason: "unique_prefix",
  },
  { issuer: "dhl", shape: /^J[A-Z]{2,3}\d{9,10}$/, strength: "strong", reason: "unique_prefix" },
  {
    issuer: "dhl",
    shape: /^\d{10,11}$/,
    isCheckRight: isDhlCheckRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  {
    issuer: "fedex",
    shape: /^\d{15}$/,
    isCheckRight: isModuloTenRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  {
    issuer: "fedex",
    shape: /^(92\d{20}|\d{20}|00\d{16})$/,
    // The standard's leading "92" may be left out, but is part of the check.
    isCheckRight: (number) => isModuloTenRight(number.length === 20 ? `92${number}` : number),
    strength: "possible",
    reason: "chance_check_digit",
  },
  { issuer: "dhl", shape: /^GM\d{10,38}$/, strength: "possible", reason: "shape" },
  {
    issuer: "fedex",
    shape: /^\d{12}$/,
    isCheckRight: isFedexExpressCheckRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  { issuer: "sf-express", shape: /^\d{12}$/, strength: "possible", reason: "shape" },
  {
    issuer: "domestic-courier",
    shape: /^[A-Z0-9]{6,40}$/,
    strength: "weak",
    reason: "unknown",
  },
];

/**
 * Guesses who issued a number, the likeliest first; empty when the text is no tracking number.
 * Ambiguity is normal: a guess may be preselected (see `preselectedCarrier`), but the user can change it, and it is never
 * a reason to reject a number.
 */
export function recogniseTrackingNumber(text: string): TrackingCandidate[] {
  const number = normaliseTrackingNumber(text);
  const matching = formats
    .filter(({ shape, isCheckRight }) => shape.test(number) && (isCheckRight?.(number) ?? true))
    .map(({ issuer, strength, reason }) => ({
      issuer,
      carrierId: carrierIds.find((id) => id === issuer) ?? null,
      strength,
      reason,
    }));
  return [...postalCandidate(number), ...matching];
}

/** The carrier to preselect for a number: that of the single strong guess, otherwise null. */
export function preselectedCarrier(candidates: readonly TrackingCandidate[]): CarrierId | null {
  const strong = candidates.filter(({ strength }) => strength === "strong");
  return strong.length === 1 ? (strong[0]?.carrierId ?? null) : null;
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
