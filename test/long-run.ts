/**
 * Whether this is `npm run test:long`, which has all of what takes longer than seconds: every place of a fault, every pair
 * at once, storms, kills, waits and whole servers. The gate has an example of each, or proves the same in a simpler way.
 */
export const isLongRun = process.env["SAMPAN_LONG_TESTS"] === "1";

/** How often something that must have one effect is tried at once. */
export const timesAtOnce = isLongRun ? 50 : 10;
