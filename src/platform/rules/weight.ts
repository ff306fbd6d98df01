// Weights in whole grams: parsing typed kilograms, and formatting.

/** The result of parsing a weight: whole grams above zero, or an error. */
export type WeightReading = { ok: true; weightGrams: number } | { ok: false };

/** The maximum weight of a package, a tonne; more is a typing error. */
export const maxRecordedWeightGrams = 1_000_000;

const decimalKilograms = /^(\d{0,6})(?:\.(\d{1,3}))?$/;

/**
 * Parses a weight in kilograms, as decimal text or as a number, into whole grams without rounding.
 *
 * Accepts digits with at most three decimals behind a point ("1.5", ".25", "30"), up to
 * `maxRecordedWeightGrams`, and blanks around them. Zero and everything else is `{ ok: false }`: signs, commas,
 * exponents, other scripts' digits, a fourth decimal, NaN, Infinity.
 */
export function parseWeightGrams(text: string | number): WeightReading {
  const match = decimalKilograms.exec(String(text).trim());
  const [, whole = "", fraction = ""] = match ?? [];
  const weightGrams = Number(whole + fraction.padEnd(3, "0"));
  const isRecordable = weightGrams > 0 && weightGrams <= maxRecordedWeightGrams;
  return match !== null && isRecordable ? { ok: true, weightGrams } : { ok: false };
}

/**
 * Formats grams as kilograms in a locale, with as many decimals as needed, at most three:
 * 1500 is "1.5 kg" in "en-US". In Chinese the unit is "kg" too, as customers know it from couriers.
 */
export function formatKilograms(weightGrams: number, locale = "en-US"): string {
  // The unit is not left to Intl, which writes 公斤 in traditional Chinese.
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  return `${number.format(weightGrams / 1000)} kg`;
}
