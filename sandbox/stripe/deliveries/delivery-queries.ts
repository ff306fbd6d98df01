/** The queue of deliveries: which event goes out when, in which order, and what came of it. */
import { atomically, type Database } from "#sandbox/stripe/resource-queries.ts";

/** What one delivery says otherwise than the event itself. */
export interface Variation {
  livemode?: boolean;
  /** Names the account that the event is about, as events of connected accounts do. */
  account?: string;
}

/** An event on its way to the receiver; times are milliseconds since 1970. */
export interface Delivery {
  sequence: number;
  eventId: string;
  createdAtMilliseconds: number;
  backoffStep: number;
  variation: Variation;
}

/** How a delivery ended; `dropped` was never sent. */
export const outcomes = ["delivered", "given up", "dropped"] as const;
type Outcome = (typeof outcomes)[number];

/** A delivery as the controls list it. */
export interface ListedDelivery {
  sequence: number;
  eventId: string;
  type: string;
  attempts: number;
  nextAttemptAtMilliseconds: number;
  outcome: Outcome | null;
  variation: Variation;
}

const schema = `
  CREATE TABLE IF NOT EXISTS event_deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    rank INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    backoff_step INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    claimed_until INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    variation TEXT NOT NULL DEFAULT '{}'
  ) STRICT;
  CREATE INDEX IF NOT EXISTS event_deliveries_pending
    ON event_deliveries (rank, sequence) WHERE outcome IS NULL;
  CREATE INDEX IF NOT EXISTS event_deliveries_by_event ON event_deliveries (event_id);
`;

/** Makes the queue when it is not there. */
export function prepareDeliveries(database: Database) {
  atomically(database, () => database.exec(schema));
}

/**
 * Writes without waiting for the disk. A killed process loses nothing by it; after a power cut an event may go out once
 * more, as it may anyhow. Inside a transaction the disk is waited for all the same.
 */
function writeSwiftly<T>(database: Database, write: () => T): T {
  if (database.isTransaction) return write();
  database.exec("PRAGMA synchronous = NORMAL");
  try {
    return write();
  } finally {
    database.exec("PRAGMA synchronous = FULL");
  }
}

/** Queues an event; returns the delivery's number, which counts up from 1. */
export function queueDelivery(
  database: Database,
  delivery: {
    eventId: string;
    createdAtMilliseconds: number;
    delayMilliseconds: number;
    variation?: Variation;
  },
): number {
  const { eventId, createdAtMilliseconds: createdAt, delayMilliseconds, variation } = delivery;
  const { lastInsertRowid } = database
    .prepare(
      "INSERT INTO event_deliveries (event_id, created_at, next_attempt_at, variation) VALUES (?, ?, ?, ?)",
    )
    .run(eventId, createdAt, createdAt + delayMilliseconds, JSON.stringify(variation ?? {}));
  return Number(lastInsertRowid);
}

/** Moves a delivery in the queue: the lowest rank goes first, equal ones in the order in which they were queued. */
export function rankDelivery(database: Database, sequence: number, rank: number) {
  database.prepare("UPDATE event_deliveries SET rank = ? WHERE sequence = ?").run(rank, sequence);
}

/** Makes every undelivered event due now, with its backoff from the start: for a receiver that has recovered. */
export function hastenDeliveries(database: Database, nowMilliseconds: number) {
  database
    .prepare(
      "UPDATE event_deliveries SET next_attempt_at = ?, backoff_step = 0 WHERE outcome IS NULL",
    )
    .run(nowMilliseconds);
}

/** Takes the first due delivery for one attempt; no other process gets it until the claim expires. */
export function claimDelivery(
  database: Database,
  nowMilliseconds: number,
  claimedUntilMilliseconds: number,
): Delivery | undefined {
  const claim = database.prepare(
    `UPDATE event_deliveries SET claimed_until = ?, attempts = attempts + 1
       WHERE sequence = (
         SELECT sequence FROM event_deliveries INDEXED BY event_deliveries_pending
         WHERE outcome IS NULL AND next_attempt_at <= ? AND claimed_until <= ?
         ORDER BY rank, sequence LIMIT 1)
       RETURNING sequence, event_id, created_at, backoff_step, variation`,
  );
  const row = writeSwiftly(database, () =>
    claim.get(claimedUntilMilliseconds, nowMilliseconds, nowMilliseconds),
  );
  if (row === undefined) return undefined;
  return {
    sequence: Number(row["sequence"]),
    eventId: String(row["event_id"]),
    createdAtMilliseconds: Number(row["created_at"]),
    backoffStep: Number(row["backoff_step"]),
    variation: JSON.parse(String(row["variation"])) as Variation,
  };
}

/** Ends a delivery for good. */
export function finishDelivery(database: Database, sequence: number, outcome: Outcome) {
  const finish = database.prepare(
    "UPDATE event_deliveries SET outcome = ?, claimed_until = 0 WHERE sequence = ?",
  );
  writeSwiftly(database, () => finish.run(outcome, sequence));
}

/** Puts a delivery back for a later attempt. */
export function postponeDelivery(
  database: Database,
  sequence: number,
  nextAttemptAtMilliseconds: number,
  backoffStep: number,
) {
  database
    .prepare(
      "UPDATE event_deliveries SET next_attempt_at = ?, backoff_step = ?, claimed_until = 0 WHERE sequence = ?",
    )
    .run(nextAttemptAtMilliseconds, backoffStep, sequence);
}

/** The number of deliveries of an event that are not accepted yet. */
export function countPendingDeliveries(database: Database, eventId: string): number {
  const row = database
    .prepare(
      "SELECT count(*) AS pending FROM event_deliveries WHERE event_id = ? AND outcome IS NULL",
    )
    .get(eventId);
  return Number(row?.["pending"]);
}

/** Deliveries of one outcome; `pending` ones in sending order, others newest first. */
export function listDeliveries(
  database: Database,
  state: Outcome | "pending",
  limit: number,
): ListedDelivery[] {
  const [condition, order] =
    state === "pending"
      ? ["outcome IS NULL", "rank, deliveries.sequence"]
      : ["outcome = ?", "deliveries.sequence DESC"];
  return database
    .prepare(
      `SELECT deliveries.sequence, event_id, json_extract(body, '$.type') AS type, attempts,
              next_attempt_at, outcome, variation
       FROM event_deliveries AS deliveries JOIN objects ON objects.id = event_id
       WHERE ${condition} ORDER BY ${order} LIMIT ?`,
    )
    .all(...(state === "pending" ? [limit] : [state, limit]))
    .map((row) => ({
      sequence: Number(row["sequence"]),
      eventId: String(row["event_id"]),
      type: String(row["type"]),
      attempts: Number(row["attempts"]),
      nextAttemptAtMilliseconds: Number(row["next_attempt_at"]),
      outcome: row["outcome"] as Outcome | null,
      variation: JSON.parse(String(row["variation"])) as Variation,
    }));
}

/** The number of deliveries of each outcome. */
export function countDeliveries(database: Database): Record<Outcome | "pending", number> {
  const counts = { pending: 0, delivered: 0, "given up": 0, dropped: 0 };
  const rows = database
    .prepare("SELECT outcome, count(*) AS deliveries FROM event_deliveries GROUP BY outcome")
    .all();
  for (const row of rows) {
    counts[(row["outcome"] ?? "pending") as keyof typeof counts] = Number(row["deliveries"]);
  }
  return counts;
}
