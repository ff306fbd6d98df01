import type { Db } from "#platform/server/db/open.ts";

type Request = {
  readonly userId: string;
  readonly key: string;
  readonly operation: string;
  readonly inputHash: Buffer;
};

/**
 * Stores a request without its answer. Waits while another transaction stores one with the same key, and returns whether
 * there was none.
 */
export async function insertRequest(db: Db, request: Request, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("requests")
    .values({ ...request, createdAt: now })
    .onConflict((conflict) => conflict.columns(["userId", "key"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The request with this key and its answer. */
export async function findRequest(
  db: Db,
  { userId, key }: Pick<Request, "userId" | "key">,
): Promise<{ operation: string; inputHash: Buffer; answer: unknown } | undefined> {
  return await db
    .selectFrom("requests")
    .select(["operation", "inputHash", "answer"])
    .where("userId", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Stores what a request is answered. */
export async function updateRequestAnswer(
  db: Db,
  { userId, key }: Pick<Request, "userId" | "key">,
  answer: unknown,
): Promise<void> {
  await db
    .updateTable("requests")
    .set({ answer: JSON.stringify(answer) })
    .where("userId", "=", userId)
    .where("key", "=", key)
    .execute();
}

/** Deletes requests from before `before`; those of an account, whenever they were. */
export async function deleteRequests(
  db: Db,
  which: { readonly before: Date } | { readonly userId: string },
): Promise<void> {
  const query = db.deleteFrom("requests");
  await (
    "before" in which
      ? query.where("createdAt", "<", which.before)
      : query.where("userId", "=", which.userId)
  ).execute();
}
