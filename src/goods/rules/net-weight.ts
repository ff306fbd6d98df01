// How the weight of a parcel or box is shared out to its goods where nobody stated what they weigh.

type Share = {
  /** In proportion to which it is shared. */
  readonly size: number;
  /** What it has at least. */
  readonly minimumGrams: number;
};

/**
 * Shares out a weight in proportion to sizes, each share at least its minimum; what rounding leaves goes to the largest.
 * Sizes that are all 0 share alike. null where the weight is less than the minimums.
 */
export function shareGrams(totalGrams: number, shares: readonly Share[]): number[] | null {
  const minimumGrams = shares.reduce((sum, share) => sum + share.minimumGrams, 0);
  const restGrams = totalGrams - minimumGrams;
  if (restGrams < 0 || shares.length === 0) return null;
  const isSized = shares.some(({ size }) => size > 0);
  const sizes = shares.map(({ size }) => BigInt(isSized ? size : 1));
  const sizeOfAll = sizes.reduce((sum, size) => sum + size, 0n);
  const grams = shares.map((share, at) => {
    const size = sizes[at] ?? 0n;
    return share.minimumGrams + Number((BigInt(restGrams) * size) / sizeOfAll);
  });
  const leftGrams = totalGrams - grams.reduce((sum, one) => sum + one, 0);
  const largest = sizes.reduce((best, size, at) => (size > (sizes[best] ?? 0n) ? at : best), 0);
  return grams.map((one, at) => (at === largest ? one + leftGrams : one));
}

type WeighedItem = { readonly netGrams: number | null; readonly valueMinor: number | null };

/** A parcel with what it weighed when it was received, and its goods. */
type WeighedParcel = { readonly weightGrams: number; readonly items: readonly WeighedItem[] };

/** A goods item weighs at least a gram. */
const leastGrams = 1;

/** Whether stated net weights, with a gram for each other goods item, stay below what the packed box weighs. */
export function fitsInBox(items: readonly Pick<WeighedItem, "netGrams">[], packedGrams: number) {
  const grams = items.reduce((sum, { netGrams }) => sum + (netGrams ?? leastGrams), 0);
  return grams < packedGrams;
}

/**
 * The net weight of each goods item, parcel by parcel: what is stated, and of the rest of `contentGrams` a share in proportion
 * to the weight of the parcel and, within it, to the value. Grams are neither lost nor added unless every weight is stated.
 * null where those that are stated leave less than a gram for each other.
 */
export function netWeights(
  contentGrams: number,
  parcels: readonly WeighedParcel[],
): number[][] | null {
  const statedGrams = parcels
    .flatMap(({ items }) => items)
    .reduce((sum, { netGrams }) => sum + (netGrams ?? 0), 0);
  const open = parcels.map(({ weightGrams, items }) => ({
    weightGrams,
    items: items.filter(({ netGrams }) => netGrams === null),
  }));
  const sharing = open.filter(({ items }) => items.length > 0);
  const ofParcels =
    sharing.length === 0
      ? []
      : shareGrams(
          contentGrams - statedGrams,
          sharing.map(({ weightGrams, items }) => ({
            size: weightGrams,
            minimumGrams: items.length * leastGrams,
          })),
        );
  if (ofParcels === null) return null;
  return parcels.map(({ items }, at) => {
    const parcel = open[at];
    const grams = ofParcels[sharing.findIndex((one) => one === parcel)] ?? 0;
    const shared = shareGrams(
      grams,
      (parcel?.items ?? []).map(({ valueMinor }) => ({
        size: valueMinor ?? 0,
        minimumGrams: leastGrams,
      })),
    );
    const shares = (shared ?? []).values();
    return items.map(({ netGrams }) => netGrams ?? shares.next().value ?? leastGrams);
  });
}
