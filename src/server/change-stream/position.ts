// A place in the stream of changes: which database transactions had been seen, and when.

/**
 * `snapshot` is PostgreSQL's own text of the transactions that were visible. Counting changes instead would
 * lose those of a transaction that began earlier and committed later.
 */
export type Position = { readonly snapshot: string; readonly atSeconds: number };

const shape = /^(\d{1,12})\.((\d{1,19}):(\d{1,19}):((?:\d{1,19},){0,200}\d{1,19})?)$/;

/** The id under which an event is sent, from which a client that lost its connection goes on. */
export function eventIdOf({ snapshot, atSeconds }: Position): string {
  return `${atSeconds}.${snapshot}`;
}

/** The oldest transaction that `snapshot` may not have seen; every earlier one is seen. */
export function firstUnseen(snapshot: string): string {
  return snapshot.slice(0, snapshot.indexOf(":"));
}

/** Reads an id that a client brought; null where it is none that a server of ours has given. */
export function positionOfEventId(eventId: string): Position | null {
  const [, seconds = "", snapshot = "", from = "", to = "", running = ""] =
    shape.exec(eventId) ?? [];
  if (snapshot === "") return null;
  // PostgreSQL refuses a snapshot that is out of order.
  const [first, end] = [BigInt(from), BigInt(to)];
  const inBetween = running === "" ? [] : running.split(",").map(BigInt);
  const isOrdered = inBetween.every(
    (xid, index) => xid >= first && xid < end && xid > (inBetween[index - 1] ?? -1n),
  );
  const fits = first > 0n && first <= end && end < 2n ** 63n;
  return fits && isOrdered ? { snapshot, atSeconds: Number(seconds) } : null;
}
