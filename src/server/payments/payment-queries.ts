// Payments in the database: the provider's customers for our people, and the provider's events.
import { sql } from "kysely";
import type { ProviderEvent } from "#server/adapters/payment/payment.ts";
import type { Db } from "#server/db/open.ts";

/** The provider's customer for a person, null when none was made yet. */
export async function readCustomer(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("providerCustomers")
    .select("customerId")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.customerId ?? null;
}

/** The provider's customer for a person, with the address that the person has now; null when none was made yet. */
export async function readCustomerContact(
  db: Db,
  userId: string,
): Promise<{ customerId: string; email: string } | null> {
  const row = await db
    .selectFrom("providerCustomers")
    .innerJoin("profiles", "profiles.id", "providerCustomers.userId")
    .select(["customerId", "profiles.email"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps a person's customer and returns it, or the one that was kept first. */
export async function insertCustomer(
  db: Db,
  made: { userId: string; customerId: string; at: Date },
): Promise<string> {
  await db
    .insertInto("providerCustomers")
    .values({ userId: made.userId, customerId: made.customerId, createdAt: made.at })
    .onConflict((conflict) => conflict.column("userId").doNothing())
    .execute();
  return (await readCustomer(db, made.userId)) ?? made.customerId;
}

/** Forgets a customer that the provider no longer knows. */
export async function deleteCustomer(db: Db, userId: string, customerId: string): Promise<void> {
  await db
    .deleteFrom("providerCustomers")
    .where("userId", "=", userId)
    .where("customerId", "=", customerId)
    .execute();
}

/** Keeps an event; false when it was kept before. */
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

/** What is kept of an event that still has to be processed; null when there is nothing to do. */
export async function readUnfinishedEvent(db: Db, eventId: string): Promise<unknown> {
  const row = await db
    .selectFrom("providerEvents")
    .select("payload")
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .executeTakeFirst();
  return row?.payload ?? null;
}

/** Notes that an event's effect is there. */
export async function markEventProcessed(db: Db, eventId: string, at: Date): Promise<void> {
  await db
    .updateTable("providerEvents")
    .set({ state: "processed", processedAt: at, lastError: null })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .execute();
}

/** Notes that an event could not be processed, and why. */
export async function markEventFailed(db: Db, eventId: string, reason: string): Promise<void> {
  await db
    .updateTable("providerEvents")
    .set({ state: "failed", lastError: reason.slice(0, 2000) })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .execute();
}

/** An event as the office sees it; `dead` is one that failed more often than it is tried. */
export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly state: "received" | "processed" | "ignored" | "failed" | "dead";
  readonly attempts: number;
  readonly lastError: string | null;
  readonly objectId: string | null;
  readonly receivedAt: Date;
  readonly processedAt: Date | null;
};

function events(db: Db, mostAttempts: number) {
  return db.selectFrom("providerEvents").select([
    "id",
    "type",
    sql<EventRow["state"]>`
      case when state = 'failed' and attempts > ${mostAttempts} then 'dead' else state end
    `.as("state"),
    "attempts",
    "lastError",
    sql<string | null>`payload -> 'object' ->> 'id'`.as("objectId"),
    "receivedAt",
    "processedAt",
  ]);
}

/** One event, whatever its state. */
export async function selectEvent(
  db: Db,
  eventId: string,
  mostAttempts: number,
): Promise<EventRow | undefined> {
  return await events(db, mostAttempts).where("id", "=", eventId).executeTakeFirst();
}

/** One page of events in a state, the newest first, and how many there are. */
export async function selectEvents(
  db: Db,
  asked: {
    readonly state: EventRow["state"] | "all";
    readonly mostAttempts: number;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ items: EventRow[]; total: number }> {
  const { state, mostAttempts } = asked;
  let matching = events(db, mostAttempts);
  if (state === "failed") {
    matching = matching.where("state", "=", "failed").where("attempts", "<=", mostAttempts);
  } else if (state === "dead") {
    matching = matching.where("state", "=", "failed").where("attempts", ">", mostAttempts);
  } else if (state !== "all") matching = matching.where("state", "=", state);
  const items = await matching
    .orderBy("receivedAt", "desc")
    .orderBy("id", "desc")
    .offset(asked.offset)
    .limit(asked.limit)
    .execute();
  const { count } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(count) };
}

/** How many events wait, failed, and were given up. */
export async function countUnfinishedEvents(
  db: Db,
  mostAttempts: number,
): Promise<{ received: number; failed: number; dead: number }> {
  const { rows } = await sql<{ received: bigint; failed: bigint; dead: bigint }>`
    select count(*) filter (where state = 'received') as received,
      count(*) filter (where state = 'failed' and attempts <= ${mostAttempts}) as failed,
      count(*) filter (where state = 'failed' and attempts > ${mostAttempts}) as dead
    from provider_events where state in ('received', 'failed')
  `.execute(db);
  const [row] = rows;
  return {
    received: Number(row?.received ?? 0n),
    failed: Number(row?.failed ?? 0n),
    dead: Number(row?.dead ?? 0n),
  };
}

/** Takes up again an event that was ignored by an earlier version that did not know its type. */
export async function markEventReceived(db: Db, eventId: string): Promise<void> {
  await db
    .updateTable("providerEvents")
    .set({ state: "received" })
    .where("id", "=", eventId)
    .where("state", "=", "ignored")
    .execute();
}
