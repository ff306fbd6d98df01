// Net weights of goods for customs. What customers left empty gets its share of what was weighed.

/** A line as weights are shared among lines. */
export type WeighedItem = {
  /** Of all pieces; null: it gets a share. */
  readonly netGrams: number | null;
  /** Of all pieces, in the smallest unit of one currency for all lines; null: not known. */
  readonly valueMinor: number | null;
};

/** A parcel with its lines; `weightGrams` is null where it was not weighed by itself. */
export type WeighedParcel<Item extends WeighedItem = WeighedItem> = {
  readonly weightGrams: number | null;
  readonly items: readonly Item[];
};

type Share = { readonly least: number; readonly weight: number };

/**
 * Whole parts of a total in proportion to weights, none below its least; what is left over goes to the first of the largest
 * weight. The total must cover what is least.
 */
function shareOut(total: number, shares: readonly Share[]): number[] {
  const least = shares.reduce((sum, share) => sum + share.least, 0);
  const allWeights = shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  const spare = BigInt(total - least);
  const parts = shares.map((share) =>
    allWeights === 0n
      ? share.least
      : share.least + Number((spare * BigInt(share.weight)) / allWeights),
  );
  const left = total - parts.reduce((sum, part) => sum + part, 0);
  const heaviest = Math.max(...shares.map(({ weight }) => weight));
  const largest = shares.findIndex(({ weight }) => weight === heaviest);
  return parts.map((part, at) => (at === largest ? part + left : part));
}

function typedGrams(items: readonly WeighedItem[]): number {
  return items.reduce((sum, { netGrams }) => sum + (netGrams ?? 0), 0);
}

function emptyCount(items: readonly WeighedItem[]): number {
  return items.filter(({ netGrams }) => netGrams === null).length;
}

/** In proportion to their values, or equally where one is not known. */
function weightsByValue(items: readonly WeighedItem[]): number[] {
  const isKnown = items.every(({ valueMinor }) => valueMinor !== null);
  return items.map(({ valueMinor }) => (isKnown ? (valueMinor ?? 1) : 1));
}

function sharedItems(items: readonly WeighedItem[], grams: number): number[] {
  const empty = items.filter(({ netGrams }) => netGrams === null);
  if (empty.length === 0) return items.map(({ netGrams }) => netGrams ?? 1);
  const weights = weightsByValue(empty);
  const shares = shareOut(
    grams,
    weights.map((weight) => ({ least: 1, weight })),
  );
  let next = 0;
  return items.map(({ netGrams }) => {
    if (netGrams !== null) return netGrams;
    next += 1;
    return shares[next - 1] ?? 1;
  });
}

/**
 * The net weight of each line of a box, parcel by parcel. What was left empty gets what the typed ones leave of `netGrams`,
 * the packed weight less the empty box: in proportion to what parcels weigh, and in a parcel to what its lines cost; each has
 * at least one gram, so that all together can be more than `netGrams` where the typed ones leave too little.
 */
export function sharedNetGrams(parcels: readonly WeighedParcel[], netGrams: number): number[][] {
  const all = parcels.flatMap(({ items }) => items);
  const least = emptyCount(all);
  const shared = Math.max(least, netGrams - typedGrams(all));
  const shares = parcels.map(({ weightGrams, items }) => ({
    least: emptyCount(items),
    weight: emptyCount(items) === 0 ? 0 : Math.max(0, (weightGrams ?? 0) - typedGrams(items)),
  }));
  const isWeighed = shares.some(({ weight }) => weight > 0);
  const byParcel =
    least === 0
      ? parcels.map(() => 0)
      : shareOut(
          shared,
          // Without weights of parcels each line counts alike.
          isWeighed ? shares : shares.map(({ least: lines }) => ({ least: lines, weight: lines })),
        );
  return parcels.map(({ items }, at) => sharedItems(items, byParcel[at] ?? 0));
}

/**
 * The place of the line whose typed net weight is too high for a box: the typed ones with a gram for each other line stay
 * below the packed weight. The heaviest is named; null where all is well.
 */
export function tooHeavyItem(
  parcels: readonly WeighedParcel[],
  packedGrams: number,
): { readonly parcel: number; readonly item: number } | null {
  const all = parcels.flatMap(({ items }) => items);
  const least = typedGrams(all) + emptyCount(all);
  if (least < packedGrams || typedGrams(all) === 0) return null;
  const heaviest = Math.max(...all.map(({ netGrams }) => netGrams ?? 0));
  const parcel = parcels.findIndex(({ items }) =>
    items.some(({ netGrams }) => netGrams === heaviest),
  );
  const item = parcels[parcel]?.items.findIndex(({ netGrams }) => netGrams === heaviest) ?? 0;
  return { parcel, item };
}
