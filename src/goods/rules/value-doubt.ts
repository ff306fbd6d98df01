/** Whether one of the things that customs may ask about is what goods cost, which whoever paid it can confirm. */
export function isValueDoubted(doubts: readonly { readonly kind: string }[]): boolean {
  return doubts.some(({ kind }) => kind === "low_value" || kind === "low_total");
}
