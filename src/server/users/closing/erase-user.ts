import type { Db } from "#server/db/open.ts";
import { uncountAllAttempts } from "#server/limits/count-attempt.ts";
import { eraseUserRows } from "./closing-queries.ts";

/** Erases what identifies a user, to be called in the transaction of the checks that permit it. */
export async function eraseUser(
  db: Db,
  user: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await eraseUserRows(db, user, now);
  await uncountAllAttempts(db, [user.userId, user.email]);
}
