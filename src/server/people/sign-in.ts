// Signs a person in with email and password.
import { refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { countAttempt, forgetAttempt } from "#server/limits/count-attempt.ts";
import { checkPassword } from "./check-password.ts";
import { requireAll } from "./given-email.ts";
import { letIn } from "./let-in.ts";
import { selectAccount } from "./store.ts";

type Credentials = { readonly email: string; readonly password: string };

/**
 * Counts one sign-in from this address and, until it succeeds, one failure of this account.
 * Refuses with `too_many_requests` when either limit is reached, the same whether the account exists or not.
 * The answer takes the failure back.
 */
export async function countSignIn(context: Context, email: string): Promise<() => Promise<void>> {
  const now = context.now();
  if ((await countAttempt(context.db, "signInsPerAddress", context.ipAddress, now)) === null) {
    throw refusal("too_many_requests");
  }
  const failure = await countAttempt(context.db, "failedSignInsPerAccount", email, now);
  if (failure === null) throw refusal("too_many_requests");
  return async () => {
    await forgetAttempt(context.db, failure);
  };
}

/**
 * Opens a session and sets its cookie. Refusals: `missing_information`, `invalid_credentials` (which never
 * tells whether the address has an account), `email_not_verified`, `account_suspended`, `two_factor_required` and, to
 * customers in maintenance mode, `maintenance` (to the right pair alone), `too_many_requests`.
 */
export async function signIn(context: Context, input: Credentials) {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const succeeded = await countSignIn(context, email);
  const account = await selectAccount(context.db, email);
  const isRight = await checkPassword(context, input.password, account?.passwordHash ?? null);
  if (account === undefined || !isRight) throw refusal("invalid_credentials");
  await succeeded();
  if (!account.isVerified) throw refusal("email_not_verified");
  const { maintenanceMode } = await context.settings.current();
  if (maintenanceMode && !account.isAdmin) throw refusal("maintenance");
  return await letIn(context, { userId: account.userId, isForOffice: false });
}
