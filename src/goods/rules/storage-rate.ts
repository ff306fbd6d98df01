// What staff may enter as the prices of storage.
import { planNames, type PlanName } from "#platform/rules/plan-name.ts";
import type { StorageRate } from "./storage-fee.ts";

/** What storage costs with a plan, or without one. */
export type PlanStorageRate = Pick<StorageRate, "freeDays" | "dayCents" | "capCents"> & {
  readonly plan: PlanName | null;
};

declare module "#catalogue/rules/suggestion.ts" {
  interface SuggestionContents {
    readonly storage_rates: {
      readonly rates: PlanStorageRate[];
      readonly stepGrams: number;
      readonly volumeDivisor: number;
    };
  }
}

/** Who has what prices, in the order of the screens; null: who has no plan. */
export const storagePlans = [null, ...planNames] as const;

/** What is accepted of each figure, and of the day and source. Storage that is free for good has many free days. */
export const storageRateLimits = {
  freeDays: { min: 0, max: 1_000 },
  dayCents: { min: 1, max: 100_000 },
  capCents: { min: 1, max: 10_000_000 },
  stepGrams: { min: 100, max: 100_000 },
  volumeDivisor: { min: 1_000, max: 10_000 },
  source: 200,
} as const;

/** What is wrong with the prices of all plans together; null when nothing is. */
export function storageRatesError(rates: readonly PlanStorageRate[]): string | null {
  const isComplete = storagePlans.every(
    (plan) => rates.filter((rate) => rate.plan === plan).length === 1,
  );
  if (!isComplete || rates.length !== storagePlans.length) {
    return "There should be one for each plan, and one without a plan.";
  }
  if (rates.some(({ capCents, dayCents }) => capCents < dayCents)) {
    return "It should cost at most as much as a day, or more.";
  }
  return null;
}
