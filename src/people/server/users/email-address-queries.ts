import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** The emails of those of these accounts that exist, by account. */
export async function listEmailAddresses(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("profiles")
    .select(["id", "email"])
    .where("id", "=", sql<string>`any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
