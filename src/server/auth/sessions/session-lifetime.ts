// How long sessions and the lease on them live.

/** A session ends after 30 days without use. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/** The lease that a page keeps on its session; renewing it counts as use. */
export const sessionTtlSeconds = 10 * 60;
