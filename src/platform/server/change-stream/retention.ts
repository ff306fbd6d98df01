/** A page that was disconnected for longer reloads everything. */
export const retentionSeconds = 3_600;

/** Rows are deleted later than they expire, so that a page never gets only a part of what it missed. */
export const deletedAfterSeconds = 2 * retentionSeconds;

/** A new stream starts with the changes of this time, in which the page may have been loaded. */
export const recentSeconds = 60;
