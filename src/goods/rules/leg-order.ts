// In which order the legs of a package stand, and which a later one has overtaken.
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { maxLegsPerPackage } from "#catalogue/rules/shipping-leg.ts";

/**
 * The number of the leg that is added next, which is the count of existing legs plus 1; null when
 * the package already has as many as it may have.
 */
export function nextLegNumber(legCount: number): number | null {
  return legCount < maxLegsPerPackage ? legCount + 1 : null;
}

/**
 * The numbers of legs that are still pending or in transit although a later one is in transit or delivered. That is
 * allowed, since updates of legs may arrive in any order, but an admin should check it.
 */
export function overtakenLegs(
  legs: readonly { readonly legNumber: number; readonly status: LegStatus }[],
): number[] {
  const lastBegun = Math.max(
    0,
    ...legs
      .filter(({ status }) => status === "in_transit" || status === "delivered")
      .map(({ legNumber }) => legNumber),
  );
  return legs
    .filter(({ legNumber }) => legNumber < lastBegun)
    .filter(({ status }) => status === "pending" || status === "in_transit")
    .map(({ legNumber }) => legNumber)
    .toSorted((one, other) => one - other);
}
