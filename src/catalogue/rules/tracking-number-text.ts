// Normalisation and validation of tracking numbers.
import { plainText } from "#platform/rules/stored-text.ts";

/** Lengths, in characters, of a tracking number that is saved. */
export const trackingNumberLength = { minimum: 6, maximum: 40 } as const;

/** Why a tracking number cannot be saved. */
export type TrackingNumberError = "missing" | "too_short" | "too_long" | "invalid_characters";

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
