// Numbers of postal items by the standard S10 of the Universal Postal Union: RB123456785GB.

/** The two letters before the digits, and the country behind them. */
export type PostalSeries = { readonly prefix: string; readonly country: string };

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
