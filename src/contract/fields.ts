// The schemas that several operations share: bounded texts, ids, money, weight, times and pages.
import * as z from "zod";
import { highestPage } from "#core/list-page.ts";

/** NUL cannot be stored, and a lone surrogate is not text; both are refused, everything else is kept exactly. */
function isStorableText(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

/** A text of at most `maximumLength` UTF-16 units, kept as typed but for white space at both ends. */
export function text(maximumLength: number) {
  return z
    .string()
    .max(maximumLength, `At most ${maximumLength} characters.`)
    .refine(isStorableText, "This text contains characters that cannot be stored.")
    .transform((value) => value.trim())
    .meta({ type: "string", maxLength: maximumLength });
}

/** A secret text, kept exactly as typed. */
export function secretText(maximumLength: number) {
  return z
    .string()
    .max(maximumLength, `At most ${maximumLength} characters.`)
    .refine(isStorableText, "This text contains characters that cannot be used.")
    .meta({ type: "string", maxLength: maximumLength });
}

export const id = z.uuid();
/** Chosen by the client once per intention, so that a repeated request has one effect. */
export const idempotencyKey = z.uuid();
/** An amount as a person types it: dollars as a number or decimal text, never rounded. */
export const dollars = z.union([z.number(), z.string().max(40)]);
/** Amount in whole cents. */
export const amountCents = z.int();
/** Weight in grams; the operation judges it, so that a wrong one is refused in the form's own words. */
export const weightGrams = z.number();
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
export const pageNumber = z.coerce.number().int().min(1).max(highestPage).default(1);
export const pageSize = z.coerce.number().int().min(1).max(100).default(20);
/** What an operation answers that has nothing to tell. */
export const done = z.strictObject({});
export const nothing = z.strictObject({}).default({});

export const planName = z.enum(["Basic", "Super", "Premium"]);

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

/** The reader's time zone, in which the server writes times that a person reads in a file. */
export const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, "This should be the name of a time zone, such as Asia/Singapore.")
  .default("UTC");
/** The reader's locale, for the same. */
export const locale = z
  .string()
  .max(60)
  .refine(isLocale, "This should be a language tag, such as en-GB.")
  .default("en-US");
