/**
 * Formats length, width and height in centimetres in a locale, without decimals that are not needed:
 * 400, 305 and 250 mm are "40 × 30.5 × 25 cm" in "en-US".
 */
export function formatSides(sidesMm: readonly number[], locale = "en-US"): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return `${sidesMm.map((side) => number.format(side / 10)).join(" × ")} cm`;
}
