import { sql } from "kysely";
import { longestReason } from "#platform/rules/error-message.ts";
import type { ProviderEventState } from "#money/rules/payment.ts";
import { storableText } from "#platform/rules/normalize-text.ts";
import type { ProviderEvent } from "#money/server/adapters/payment/payment.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Inserts an event; false when it was stored before. */
export async function insertEvent(
  db: Db,
  event: ProviderEvent,
  stored: { state: "received" | "ignored"; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("providerEvents")
    .values({
      id: event.eventId,
      type: event.type,
      payload: JSON.stringify(event),
      state: stored.state,
      receivedAt: stored.at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The stored payload of an event that is still to be processed; undefined when there is nothing to do. */
export async function findUnfinishedPayload(db: Db, eventId: string): Promise<unknown> {
  const row = await db
    .selectFrom("providerEvents")
    .select("payload")
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .executeTakeFirst();
  return row?.payload;
}

/** Records that an event was processed. */
export async function updateEventProcessed(db: Db, eventId: string, at: Date): Promise<void> {
  await db
    .updateTable("providerEvents")
    .set({ state: "processed", processedAt: at, lastError: null })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .execute();
}

/** Records that processing an event failed, and why. */
export async function updateEventFailed(db: Db, eventId: string, reason: string): Promise<void> {
  await db
    .updateTable("providerEvents")
    .set({ state: "failed", lastError: storableText(reason, longestReason) })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .execute();
}

/** `dead` is an event that failed more often than it is retried. */
export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly state: ProviderEventState;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly objectId: string | null;
  readonly receivedAt: Date;
  readonly processedAt: Date | null;
};

function events(db: Db, maximumAttempts: number) {
  return db.selectFrom("providerEvents").select([
    "id",
    "type",
    sql<EventRow["state"]>`
      case when state = 'failed' and attempts > ${maximumAttempts} then 'dead' else state end
    `.as("state"),
    "attempts",
    "lastError",
    sql<string | null>`payload -> 'object' ->> 'id'`.as("objectId"),
    "receivedAt",
    "processedAt",
  ]);
}

export async function findEvent(
  db: Db,
  eventId: string,
  maximumAttempts: number,
): Promise<EventRow | undefined> {
  return await events(db, maximumAttempts).where("id", "=", eventId).executeTakeFirst();
}

/** One page of events in a state, the newest first, and how many there are. */
export async function listEvents(
  db: Db,
  filter: {
    readonly state: EventRow["state"] | "all";
    readonly maximumAttempts: number;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ items: EventRow[]; total: number }> {
  const { state, maximumAttempts } = filter;
  let matching = events(db, maximumAttempts);
  if (state === "failed") {
    matching = matching.where("state", "=", "failed").where("attempts", "<=", maximumAttempts);
  } else if (state === "dead") {
    matching = matching.where("state", "=", "failed").where("attempts", ">", maximumAttempts);
  } else if (state !== "all") matching = matching.where("state", "=", state);
  const items = await matching
    .orderBy("receivedAt", "desc")
    .orderBy("id", "desc")
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
  const { count } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(count) };
}

/** The number of events that are not processed yet, that failed, and that are no longer retried. */
export async function countUnfinishedEvents(
  db: Db,
  maximumAttempts: number,
): Promise<{ received: number; failed: number; dead: number }> {
  const { rows } = await sql<{ received: bigint; failed: bigint; dead: bigint }>`
    select count(*) filter (where state = 'received') as received,
      count(*) filter (where state = 'failed' and attempts <= ${maximumAttempts}) as failed,
      count(*) filter (where state = 'failed' and attempts > ${maximumAttempts}) as dead
    from provider_events where state in ('received', 'failed')
  `.execute(db);
  const [row] = rows;
  return {
    received: Number(row?.received ?? 0n),
    failed: Number(row?.failed ?? 0n),
    dead: Number(row?.dead ?? 0n),
  };
}

/** Marks an ignored event as received, for a version that handles its type by now. */
export async function updateEventReceived(db: Db, eventId: string): Promise<void> {
  await db
    .updateTable("providerEvents")
    .set({ state: "received" })
    .where("id", "=", eventId)
    .where("state", "=", "ignored")
    .execute();
}
