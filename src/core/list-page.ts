// The pages that long lists are read in.

/** The highest page that may be asked for; no list is ever so long. */
export const highestPage = 1_000_000;
