// Check digits that several kinds of numbers share.

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
