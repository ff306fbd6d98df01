// Normalisation and validation of tracking numbers.
import { plainText } from "#platform/rules/normalize-text.ts";

/** Lengths, in characters, of a tracking number that is saved. */
export const trackingNumberLength = { minimum: 6, maximum: 40 } as const;

/** Why a tracking number cannot be saved. */
type TrackingNumberError = "missing" | "too_short" | "too_long" | "invalid_characters";

const dashes = /[\u2010-\u2015\u2212]/g;

/**
 * A tracking number as it is stored and shown: upper case, usual width, no white space, every kind of dash as
 * "-". Dashes stay, since in some couriers' numbers they are part of the number.
 */
export function tidyTrackingNumber(text: string): string {
  return plainText(text).replaceAll(/\s/g, "").replaceAll(dashes, "-").toUpperCase();
}

/** A tracking number as it is compared and recognised: tidied, and without dashes. */
export function normaliseTrackingNumber(text: string): string {
  return tidyTrackingNumber(text).replaceAll("-", "");
}

/**
 * Validates a number: once tidied, 6 to 40 characters (or as many as `length` says) of A-Z, 0-9 and "-". Its issuer need
 * not be recognised, since most domestic couriers publish no check digit.
 */
export function checkTrackingNumber(
  text: string,
  length: { readonly minimum: number; readonly maximum: number } = trackingNumberLength,
): { ok: true; trackingNumber: string } | { ok: false; reason: TrackingNumberError } {
  const trackingNumber = tidyTrackingNumber(text);
  if (trackingNumber === "") {
    return { ok: false, reason: "missing" };
  }
  if (!/^[A-Z0-9-]+$/.test(trackingNumber)) {
    return { ok: false, reason: "invalid_characters" };
  }
  if (trackingNumber.length < length.minimum) {
    return { ok: false, reason: "too_short" };
  }
  if (trackingNumber.length > length.maximum) {
    return { ok: false, reason: "too_long" };
  }
  return { ok: true, trackingNumber };
}

/** The two letters before the digits, and the country behind them. */
type PostalSeries = { readonly prefix: string; readonly country: string };

/** The serial numbers that eight digits can write. */
export const postalSerials = { minimum: 0, maximum: 99_999_999 } as const;

const checkWeights = [8, 6, 4, 2, 3, 5, 9, 7];

/** The digit behind the eight digits of a serial number. */
export function postalCheckDigit(eightDigits: string): number {
  const sum = checkWeights.reduce(
    (total, weight, index) => total + weight * Number(eightDigits[index]),
    0,
  );
  const remainder = 11 - (sum % 11);
  return remainder === 10 ? 0 : remainder === 11 ? 5 : remainder;
}

/** Whether two letters may begin a number: the standard reserves J, K, S, T and W as the first. */
export function isPostalPrefix(text: string): boolean {
  return /^[A-IL-RUVX-Z][A-Z]$/.test(text);
}

/** The number of one item. */
export function postalNumber({ prefix, country }: PostalSeries, serial: number): string {
  if (!Number.isInteger(serial) || serial < 0 || serial > postalSerials.maximum) {
    throw new RangeError(`${serial} is no serial number of a postal item.`);
  }
  const digits = String(serial).padStart(8, "0");
  return `${prefix}${digits}${postalCheckDigit(digits)}${country}`;
}

function digitsOf(text: string): number[] {
  return [...text].map(Number);
}

/** The sum of digits, each times its weight; the weights repeat. */
export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((sum, digit, index) => {
    return sum + digit * (weights[index % weights.length] ?? 0);
  }, 0);
}

/** FedEx, 12 digits: the first eleven weighted 3 1 7 repeatedly, (sum mod 11) mod 10 is the last. */
export function isFedexExpressCheckRight(twelveDigits: string): boolean {
  const sum = weightedSum(digitsOf(twelveDigits.slice(0, 11)), [3, 1, 7]);
  return (sum % 11) % 10 === Number(twelveDigits.at(-1));
}

/**
 * FedEx, 34 digits of its door-to-door barcode: the last fourteen count, thirteen of them weighted
 * 1 7 3 repeatedly, (sum mod 11) mod 10 is the last.
 */
export function isFedexBarcodeCheckRight(digits: string): boolean {
  const sum = weightedSum(digitsOf(digits.slice(-14, -1)), [1, 7, 3]);
  return (sum % 11) % 10 === Number(digits.at(-1));
}

/** GS1: weighted 3 1 alternately from the right, the last digit brings the sum to a multiple of 10. */
export function isModuloTenRight(digits: string): boolean {
  const fromTheRight = digitsOf(digits.slice(0, -1)).toReversed();
  return (10 - (weightedSum(fromTheRight, [3, 1]) % 10)) % 10 === Number(digits.at(-1));
}
