import type { Db } from "#server/db/open.ts";

export async function deleteTokens(db: Db, purpose: string, userId: string): Promise<void> {
  await db
    .deleteFrom("verifications")
    .where("value", "=", userId)
    .where("identifier", "like", `${purpose}:%`)
    .execute();
}

export async function insertToken(
  db: Db,
  token: {
    readonly identifier: string;
    readonly userId: string;
    readonly expiresAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto("verifications")
    .values({
      identifier: token.identifier,
      value: token.userId,
      expiresAt: token.expiresAt,
      createdAt: token.now,
      updatedAt: token.now,
    })
    .execute();
}

/** The user id of a token, or null when there is none or it had expired by `now`. */
export async function findTokenUser(db: Db, identifier: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", identifier)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Deletes a token and returns its user id, or null when there is none or it had expired by `now`. */
export async function deleteToken(db: Db, identifier: string, now: Date): Promise<string | null> {
  const row = await db
    .deleteFrom("verifications")
    .where("identifier", "=", identifier)
    .returning(["value", "expiresAt"])
    .executeTakeFirst();
  return row === undefined || row.expiresAt <= now ? null : row.value;
}
