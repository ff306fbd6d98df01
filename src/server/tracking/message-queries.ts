// The SQL about messages of the tracking provider.
import type { Selectable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { TrackingTables } from "#server/db/tables/tracking.ts";

type MessageRow = Selectable<TrackingTables["carrierMessages"]>;

/** Inserts a message; undefined when the same bytes were stored before. */
export async function insertMessage(
  db: Db,
  message: { readonly contentHash: Buffer; readonly body: Buffer; readonly receivedAt: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto("carrierMessages")
    .values({ ...message, state: "received" })
    .onConflict((conflict) => conflict.column("contentHash").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** A message that is still to be processed; undefined when there is nothing to do. */
export async function findUnfinishedMessage(
  db: Db,
  messageId: string,
): Promise<Pick<MessageRow, "body" | "receivedAt"> | undefined> {
  return await db
    .selectFrom("carrierMessages")
    .select(["body", "receivedAt"])
    .where("id", "=", messageId)
    .where("state", "in", ["received", "failed"])
    .executeTakeFirst();
}

export async function updateMessageDone(
  db: Db,
  messageId: string,
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
    .where("id", "=", messageId)
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
