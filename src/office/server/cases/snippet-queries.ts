import type { Db } from "#platform/server/db/open.ts";

/** How a customer is called, and in which language they read. */
export async function findReader(db: Db, userId: string) {
  return await db
    .selectFrom("profiles")
    .select(["fullName", "language"])
    .where("id", "=", userId)
    .executeTakeFirst();
}
