// Stocktakes: what lies on the shelves against what is recorded.

/** How a parcel differs: it was not found where it is recorded, or it was found elsewhere. */
export const stocktakeDifferenceKinds = ["missing", "misplaced"] as const;

/** How a parcel differs from what is recorded. */
export type StocktakeDifferenceKind = (typeof stocktakeDifferenceKinds)[number];

/** How much a stocktake loads, sends and shows at once. */
export const stocktakeLimits = {
  parcels: 20_000,
  scansPerRequest: 200,
  differencesShown: 1_000,
  listed: 50,
} as const;
