import type { Session } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { findAccount, type Account } from "./account-queries.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { verifyPassword } from "./check-password.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { signInOrChallenge } from "./sign-in-or-challenge.ts";

/** The account if it is of a member of staff with this password; null otherwise, which takes as long to find out. */
async function checkStaffAccount(
  context: Context,
  account: Account | undefined,
  password: string,
): Promise<Account | null> {
  const isVerifiedStaff = account?.isStaff === true && account.isVerified;
  const hash = isVerifiedStaff ? account.passwordHash : null;
  const isRight = await verifyPassword(context, password, hash);
  return isVerifiedStaff && isRight ? account : null;
}

/**
 * Opens a session for an admin or somebody with a role. A wrong email or password, and a customer's right ones too, all throw
 * `invalid_admin_credentials`. Also throws `missing_information`, `too_many_requests`, and for the right password only
 * `account_suspended` and `two_factor_required`.
 */
export async function signInAsAdmin(
  context: Context,
  input: { readonly email: string; readonly password: string },
): Promise<Session> {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const known = await findAccount(context.db, email);
  const attempt = await beginSignIn(context, email, known);
  const account = await attempt.run(() => checkStaffAccount(context, known, input.password));
  await attempt.count({ isRight: account !== null });
  if (account === null) throw apiError("invalid_admin_credentials");
  return await signInOrChallenge(context, { userId: account.userId, isForAdmin: true });
}
