// The legs of a package: how many there may be, and how they are named.

/** A package travels over at most this many legs. */
export const maxLegsPerPackage = 3;

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
