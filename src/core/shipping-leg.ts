// The legs of a package: how many there may be, how they are numbered, and which a later one has overtaken.
import type { LegStatus } from "./package-status.ts";

/** A package travels over at most this many legs. */
export const maxLegsPerPackage = 3;

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

/** A leg as customers are told of it: its places by the names that are stored. */
export type NamedLeg = {
  readonly legNumber: number;
  readonly legCount: number;
  readonly origin: string;
  readonly destination: string;
};

/** Names one of a package's legs; null where it has no leg of this number. */
export function namedLeg(
  legs: readonly Pick<NamedLeg, "legNumber" | "origin" | "destination">[],
  legNumber: number | undefined,
): NamedLeg | null {
  const leg = legs.find((one) => one.legNumber === legNumber);
  if (leg === undefined) return null;
  const { origin, destination } = leg;
  return { legNumber: leg.legNumber, legCount: legs.length, origin, destination };
}
