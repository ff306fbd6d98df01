// Payments in the database: the provider's customers for our people, and the provider's events.
import type { ProviderEvent } from "#server/outside/payment/payment.ts";
import type { Db } from "#server/db/open.ts";

/** The provider's customer for a person, null when none was made yet. */
export async function readCustomer(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("provider_customers")
    .select("customer_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** Keeps a person's customer and returns it, or the one that was kept first. */
export async function keepCustomer(
  db: Db,
  made: { userId: string; customerId: string; at: Date },
): Promise<string> {
  await db
    .insertInto("provider_customers")
    .values({ user_id: made.userId, customer_id: made.customerId, created_at: made.at })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  return (await readCustomer(db, made.userId)) ?? made.customerId;
}

/** Forgets a customer that the provider no longer knows. */
export async function forgetCustomer(db: Db, userId: string, customerId: string): Promise<void> {
  await db
    .deleteFrom("provider_customers")
    .where("user_id", "=", userId)
    .where("customer_id", "=", customerId)
    .execute();
}

/** Keeps an event; false when it was kept before. */
export async function keepEvent(
  db: Db,
  event: ProviderEvent,
  kept: { state: "received" | "ignored"; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("provider_events")
    .values({
      id: event.eventId,
      type: event.type,
      payload: JSON.stringify(event),
      state: kept.state,
      received_at: kept.at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** What is kept of an event that still has to be processed; null when there is nothing to do. */
export async function readUnfinishedEvent(db: Db, eventId: string): Promise<unknown> {
  const row = await db
    .selectFrom("provider_events")
    .select("payload")
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .executeTakeFirst();
  return row?.payload ?? null;
}

/** Notes that an event's effect is there. */
export async function markEventProcessed(db: Db, eventId: string, at: Date): Promise<void> {
  await db
    .updateTable("provider_events")
    .set({ state: "processed", processed_at: at, last_error: null })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .execute();
}

/** Notes that an event could not be processed, and why. */
export async function markEventFailed(db: Db, eventId: string, reason: string): Promise<void> {
  await db
    .updateTable("provider_events")
    .set({ state: "failed", last_error: reason.slice(0, 2000) })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", eventId)
    .where("state", "in", ["received", "failed"])
    .execute();
}
