/**
 * Formats length, width and height in centimetres in a locale, without decimals that are not needed:
 * 400, 305 and 250 mm are "40 × 30.5 × 25 cm" in "en-US".
 */
export function formatDimensions(sidesMm: readonly number[], locale = "en-US"): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return `${sidesMm.map((side) => number.format(side / 10)).join(" × ")} cm`;
}

/**
 * Parses three sides typed in centimetres, with spaces, "x", "×" or "*" between them and at most one decimal, into
 * millimetres: "40 30.5 25" is 400, 305 and 250. null for anything else.
 */
export function parseDimensions(
  text: string,
  maxMillimeters: number,
): [number, number, number] | null {
  const parts = text.trim().split(/\s*[x×*\s]\s*/iu);
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}(\.\d)?$/.test(part))) return null;
  const [length = 0, width = 0, height = 0] = parts.map((part) => Math.round(Number(part) * 10));
  const isPossible = [length, width, height].every((side) => side >= 1 && side <= maxMillimeters);
  return isPossible ? [length, width, height] : null;
}
