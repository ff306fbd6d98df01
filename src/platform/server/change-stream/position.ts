/**
 * A position in the stream of changes. `snapshot` is PostgreSQL's text for the transactions that were visible; a counter
 * instead would lose the changes of a transaction that began earlier and committed later.
 */
export type Position = { readonly snapshot: string; readonly atSeconds: number };

const shape = /^(\d{1,12})\.((\d{1,19}):(\d{1,19}):((?:\d{1,19},){0,200}\d{1,19})?)$/;

/** The event id with which a client that lost its connection resumes. */
export function eventIdOf({ snapshot, atSeconds }: Position): string {
  return `${atSeconds}.${snapshot}`;
}

/** The oldest transaction that may not be visible in `snapshot`; every earlier one is. */
export function firstUnseenTransaction(snapshot: string): string {
  return snapshot.slice(0, snapshot.indexOf(":"));
}

/** Parses an event id sent by a client; null when it is not a valid one. */
export function positionOfEventId(eventId: string): Position | null {
  const [, seconds = "", snapshot = "", from = "", to = "", running = ""] =
    shape.exec(eventId) ?? [];
  if (snapshot === "") return null;
  // PostgreSQL rejects a snapshot that is out of order.
  const [first, end] = [BigInt(from), BigInt(to)];
  const inBetween = running === "" ? [] : running.split(",").map(BigInt);
  const isOrdered = inBetween.every(
    (xid, index) => xid >= first && xid < end && xid > (inBetween[index - 1] ?? -1n),
  );
  const fits = first > 0n && first <= end && end < 2n ** 63n;
  return fits && isOrdered ? { snapshot, atSeconds: Number(seconds) } : null;
}

/** A page that was disconnected for longer reloads everything. */
export const retentionSeconds = 3_600;

/** Rows are deleted later than they expire, so that a page never gets only a part of what it missed. */
export const deletedAfterSeconds = 2 * retentionSeconds;

/** A new stream starts with the changes of this time, in which the page may have been loaded. */
export const recentSeconds = 60;
