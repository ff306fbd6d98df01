// The SQL about messages of the tracking provider.
import type { Selectable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { TrackingTables } from "#server/db/tables/tracking.ts";

type MessageRow = Selectable<TrackingTables["carrierMessages"]>;

/** Inserts a message; undefined when the same bytes were stored before. */
export async function insertMessage(
  db: Db,
  message: Pick<MessageRow, "contentHash" | "body" | "trackingNumber" | "receivedAt">,
): Promise<string | undefined> {
  const row = await db
    .insertInto("carrierMessages")
    .values({ ...message, state: "received" })
    .onConflict((conflict) => conflict.column("contentHash").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

type WaitingMessage = Pick<MessageRow, "id" | "body" | "trackingNumber" | "receivedAt">;

/** A message that is still to be processed; undefined when there is nothing to do. */
export async function findUnfinishedMessage(
  db: Db,
  messageId: string,
): Promise<WaitingMessage | undefined> {
  return await db
    .selectFrom("carrierMessages")
    .select(["id", "body", "trackingNumber", "receivedAt"])
    .where("id", "=", messageId)
    .where("state", "in", ["received", "failed"])
    .executeTakeFirst();
}

/** What waits besides about the same number, the oldest first, at most `limit`. */
export async function listWaitingMessages(
  db: Db,
  message: Pick<MessageRow, "id" | "trackingNumber">,
  limit: number,
): Promise<WaitingMessage[]> {
  return await db
    .selectFrom("carrierMessages")
    .select(["id", "body", "trackingNumber", "receivedAt"])
    .where("trackingNumber", "=", message.trackingNumber)
    .where("id", "<>", message.id)
    // Those that failed are retried by themselves.
    .where("state", "=", "received")
    .orderBy("receivedAt")
    .limit(limit)
    .execute();
}

export async function updateMessagesDone(
  db: Db,
  messageIds: readonly string[],
  done: {
    readonly state: "processed" | "ignored";
    readonly trackerId: string | null;
    readonly processedAt: Date;
  },
): Promise<void> {
  await db
    .updateTable("carrierMessages")
    .set({ ...done, lastError: null })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "in", messageIds)
    .where("state", "in", ["received", "failed"])
    .execute();
}

export async function updateMessageFailed(
  db: Db,
  messageId: string,
  reason: string,
): Promise<void> {
  await db
    .updateTable("carrierMessages")
    .set({ state: "failed", lastError: reason })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", messageId)
    .where("state", "in", ["received", "failed"])
    .execute();
}

/** Deletes messages that were done before `before`; returns how many. */
export async function deleteDoneMessages(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("carrierMessages")
    .where("state", "in", ["processed", "ignored"])
    .where("receivedAt", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The messages that failed, the newest first. */
export async function listFailedMessages(
  db: Db,
  limit: number,
): Promise<Pick<MessageRow, "id" | "attempts" | "lastError" | "receivedAt">[]> {
  return await db
    .selectFrom("carrierMessages")
    .select(["id", "attempts", "lastError", "receivedAt"])
    .where("state", "=", "failed")
    .orderBy("receivedAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countFailedMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("carrierMessages")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("state", "=", "failed")
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findMessageState(
  db: Db,
  messageId: string,
): Promise<Pick<MessageRow, "state" | "attempts" | "lastError"> | undefined> {
  return await db
    .selectFrom("carrierMessages")
    .select(["state", "attempts", "lastError"])
    .where("id", "=", messageId)
    .executeTakeFirst();
}
