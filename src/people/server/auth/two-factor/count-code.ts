import { accountAt } from "#platform/rules/counted-account.ts";
import type { Context } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findPasswordHash } from "#people/server/auth/account-queries.ts";
import { findKnownDevice } from "#people/server/auth/known-device.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";

/**
 * Counts a code as wrong before it is checked, of this device if a code of the account was given here before, else of all
 * other devices together. Returns the id for `uncountAttempt`. Throws `too_many_requests`.
 */
export async function countCode(context: Context, db: Db, userId: string): Promise<bigint> {
  const passwordHash = await findPasswordHash(db, userId);
  const device = findKnownDevice(context, { userId, passwordHash });
  const who = device?.hasGivenCode === true ? accountAt(userId, `device-${device.id}`) : userId;
  const now = context.now();
  return await countAttempt(db, "failedCodesPerAccount", who, now);
}
