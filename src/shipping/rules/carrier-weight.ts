// The weight that a carrier's scale shows when a package is handed over, against the weight that we packed.

/** It matches ours, it differs and staff find out why, or staff have. */
export const carrierWeightStates = ["matches", "differs", "settled"] as const;
export type CarrierWeightState = (typeof carrierWeightStates)[number];

/** By how much two scales may differ. */
export const carrierWeightTolerancePercent = 5;

/** Whether a carrier's weight is further from the packed one than scales differ; both in grams. */
export function differsFromPacked(carrierGrams: number, packedGrams: number): boolean {
  const percentOfPacked = Math.abs(carrierGrams - packedGrams) * 100;
  return percentOfPacked > packedGrams * carrierWeightTolerancePercent;
}
