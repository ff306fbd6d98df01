// Facts that are true for a time, with where they were found.

/** How sure a dated fact is: by its own source, by several others, or by one. */
export const factConfidences = ["primary", "several", "single"] as const;
export type FactConfidence = (typeof factConfidences)[number];

/** The first and the last day (YYYY-MM-DD) on which a fact counts; null: until it is ended. */
export type FactDays = { readonly validFrom: string; readonly validUntil: string | null };

/** Whether two facts count on a day that they share; one that was ended before it ever counted shares none. */
export function shareDays(one: FactDays, other: FactDays): boolean {
  const endsBefore = (first: FactDays, second: FactDays) =>
    first.validUntil !== null && first.validUntil < second.validFrom;
  return ![one, other].some((first) => endsBefore(first, one) || endsBefore(first, other));
}
