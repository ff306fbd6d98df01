// The legs of a package's journey: how many there may be and how they are numbered.

/** A package travels over at most this many legs. */
export const maxLegsPerPackage = 3;

/**
 * The number of the leg that is added next, which is the count of existing legs plus 1; null when
 * the package already has as many as it may have.
 */
export function nextLegNumber(legCount: number): number | null {
  return legCount < maxLegsPerPackage ? legCount + 1 : null;
}
