// Recognises who issued a tracking number.
import { type CarrierId, carrierById } from "./carrier.ts";
import { countryByCode } from "./country.ts";
import { normaliseTrackingNumber } from "./tracking-number-text.ts";

/** The reasons for a guess, and the sentences shown for them. */
export const recognitionReasons = {
  postal_check_digit: "A postal item number whose check digit and country are right",
  unique_check_digit: "A shape only this carrier uses, and its check digit is right",
  unique_prefix: "Begins as only this carrier's numbers do",
  chance_check_digit: "Its check digit would be right, as it is for some numbers of others too",
  shape: "Has the length of this carrier's numbers",
  unknown: "Could be a domestic courier's number",
} as const;

/** The reason for a guess. */
export type RecognitionReason = keyof typeof recognitionReasons;

/** One guess at who issued a number; `carrierId` is null for issuers without a tracking page here. */
export type TrackingCandidate = {
  readonly issuer: string;
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

const postalOperators: Readonly<Record<string, { issuer: string; carrierId: CarrierId | null }>> = {
  HK: { issuer: carrierById("hk-post").name, carrierId: "hk-post" },
  SG: { issuer: carrierById("sg-post").name, carrierId: "sg-post" },
  CN: { issuer: "China Post", carrierId: null },
};

function postalCandidate(number: string): TrackingCandidate[] {
  const [, digits = "", countryCode = ""] = postalShape.exec(number) ?? [];
  const country = countryByCode(countryCode);
  if (country === null || !isPostalCheckRight(digits)) {
    return [];
  }
  const operator = postalOperators[country.code] ?? {
    issuer: `Post of ${country.name}`,
    carrierId: null,
  };
  return [{ ...operator, strength: "strong", reason: "postal_check_digit" }];
}

/** A carrier's format: its shape, the check it must pass, and what passing it is worth. */
type Format = {
  readonly carrierId: CarrierId | null;
  readonly issuer?: string;
  readonly shape: RegExp;
  readonly isCheckRight?: (number: string) => boolean;
  readonly strength: TrackingCandidate["strength"];
  readonly reason: RecognitionReason;
};

// By confidence, the highest first. SF Express publishes no check digit.
const formats: readonly Format[] = [
  {
    carrierId: "ups",
    shape: upsShape,
    isCheckRight: (number) => isUpsCheckRight(number.slice(2)),
    strength: "strong",
    reason: "unique_check_digit",
  },
  {
    carrierId: "fedex",
    shape: /^(100|96\d)\d{31}$/,
    isCheckRight: isFedexBarcodeCheckRight,
    strength: "strong",
    reason: "unique_check_digit",
  },
  {
    carrierId: "fedex",
    shape: /^96\d{20}$/,
    isCheckRight: (number) => isModuloTenRight(number.slice(-15)),
    strength: "strong",
    reason: "unique_check_digit",
  },
  { carrierId: "sf-express", shape: /^SF\d{13}$/, strength: "strong", reason: "unique_prefix" },
  {
    carrierId: null,
    issuer: "YunExpress",
    shape: /^YT\d{16}$/,
    strength: "strong",
    reason: "unique_prefix",
  },
  { carrierId: "dhl", shape: /^J[A-Z]{2,3}\d{9,10}$/, strength: "strong", reason: "unique_prefix" },
  {
    carrierId: "dhl",
    shape: /^\d{10,11}$/,
    isCheckRight: isDhlCheckRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  {
    carrierId: "fedex",
    shape: /^\d{15}$/,
    isCheckRight: isModuloTenRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  {
    carrierId: "fedex",
    shape: /^(92\d{20}|\d{20}|00\d{16})$/,
    // The standard's leading "92" may be left out, but is part of the check.
    isCheckRight: (number) => isModuloTenRight(number.length === 20 ? `92${number}` : number),
    strength: "possible",
    reason: "chance_check_digit",
  },
  { carrierId: "dhl", shape: /^GM\d{10,38}$/, strength: "possible", reason: "shape" },
  {
    carrierId: "fedex",
    shape: /^\d{12}$/,
    isCheckRight: isFedexExpressCheckRight,
    strength: "possible",
    reason: "chance_check_digit",
  },
  { carrierId: "sf-express", shape: /^\d{12}$/, strength: "possible", reason: "shape" },
  {
    carrierId: null,
    issuer: "Domestic courier",
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
    .map(({ carrierId, issuer, strength, reason }) => ({
      issuer: issuer ?? (carrierId === null ? "" : carrierById(carrierId).name),
      carrierId,
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
