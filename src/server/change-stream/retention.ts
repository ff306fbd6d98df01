// How long changes are kept for those who lost their connection.

/** A page that was away longer than this loads everything anew. */
export const retentionSeconds = 3_600;

/** Rows go later than that, so that nobody's gap is half filled. */
export const removedAfterSeconds = 2 * retentionSeconds;

/** A page was loaded at most this long before it began to follow. */
export const recentSeconds = 60;
