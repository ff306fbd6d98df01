import type { Db } from "#platform/server/db/open.ts";

/** The code of an account. */
export async function findMemberCode(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("memberCodes")
    .select("code")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.code;
}

/** Gives an account its code; false when it has one by now or the code is another account's. */
export async function insertMemberCode(
  db: Db,
  memberCode: { readonly userId: string; readonly code: string; readonly createdAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("memberCodes")
    .values(memberCode)
    .onConflict((conflict) => conflict.doNothing())
    .returning("code")
    .executeTakeFirst();
  return row !== undefined;
}
