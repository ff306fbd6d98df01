import type { Db } from "#platform/server/db/open.ts";
import { ensureMemberCode } from "#people/server/inbound-parcels/member-codes/ensure-member-code.ts";
import { insertAccount, type NewAccount } from "./account-queries.ts";
import { clearRegistrationTokens } from "./registrations/registration-queries.ts";

/**
 * Creates a verified account with its member code and makes every link void that was sent for a sign-up with its email.
 * Returns its user id, or null when another account has the email. To be called in a database transaction.
 */
export async function createAccount(db: Db, account: NewAccount): Promise<string | null> {
  const userId = await insertAccount(db, account);
  if (userId === undefined) return null;
  await clearRegistrationTokens(db, account.email);
  await ensureMemberCode(db, userId, account.now);
  return userId;
}
