/** A session ends after 30 days without use. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;

/** How often a client refreshes its session: 10 minutes. A refresh counts as use. */
export const sessionTtlSeconds = 10 * 60;
