import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf } from "#platform/server/db/tables.ts";
import type { TokenPurpose } from "#platform/rules/token-purpose.ts";

export async function deleteTokens(
  db: Db,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await db
    .deleteFrom("oneTimeTokens")
    .where("userId", "=", userId)
    .where("purpose", "in", purposes)
    .execute();
}

export async function insertToken(db: Db, token: InsertOf<"oneTimeTokens">): Promise<void> {
  await db.insertInto("oneTimeTokens").values(token).execute();
}

/** The user id of a token; undefined when there is none or it had expired by `now`. */
export async function findTokenUser(
  db: Db,
  purpose: TokenPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("oneTimeTokens")
    .select("userId")
    .where("tokenHash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return row?.userId;
}

/** Deletes a token and returns its user id, or null when there is none or it had expired by `now`. */
export async function deleteToken(
  db: Db,
  purpose: TokenPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<string | null> {
  const row = await db
    .deleteFrom("oneTimeTokens")
    .where("tokenHash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .returning(["userId", "expiresAt"])
    .executeTakeFirst();
  return row === undefined || row.expiresAt <= now ? null : row.userId;
}
