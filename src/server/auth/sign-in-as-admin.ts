// Signs staff in to the office.
import { apiError } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { checkPassword } from "./check-password.ts";
import { requireAll } from "./parse-email.ts";
import { signInOrChallenge } from "./sign-in-or-challenge.ts";
import { beginSignIn, countSignIn } from "./sign-in.ts";
import { selectAccount, type Account } from "./account-queries.ts";

/** The admin whose this pair is; null when there is none, which takes as long to find out. */
async function findAdmin(
  context: Context,
  email: string,
  password: string,
): Promise<Account | null> {
  const account = await selectAccount(context.db, email);
  const mayEnter = account?.isAdmin === true && account.isVerified;
  const hash = mayEnter ? account.passwordHash : null;
  const isRight = await checkPassword(context, password, hash);
  return mayEnter && isRight ? account : null;
}

/**
 * Opens a session for staff. Every wrong pair gets `invalid_admin_credentials`, a customer's right one too,
 * and opens nothing. Other refusals: `missing_information`, `account_suspended` and
 * `two_factor_required` (to the right pair alone), `too_many_requests`.
 */
export async function signInAsAdmin(
  context: Context,
  input: { readonly email: string; readonly password: string },
) {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const attempt = await beginSignIn(context, email);
  const account = await attempt.judge(() => findAdmin(context, email, input.password));
  await countSignIn(attempt, account !== null);
  if (account === null) throw apiError("invalid_admin_credentials");
  return await signInOrChallenge(context, { userId: account.userId, isForAdmin: true });
}
