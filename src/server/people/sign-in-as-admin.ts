// Signs staff in to the office.
import { refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { checkPassword } from "./check-password.ts";
import { requireAll } from "./given-email.ts";
import { letIn } from "./let-in.ts";
import { countSignIn } from "./sign-in.ts";
import { selectAccount } from "./store.ts";

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
  const succeeded = await countSignIn(context, email);
  const account = await selectAccount(context.db, email);
  const mayEnter = account?.isAdmin === true && account.isVerified;
  const hash = mayEnter ? account.passwordHash : null;
  const isRight = await checkPassword(context, input.password, hash);
  if (!mayEnter || !isRight) throw refusal("invalid_admin_credentials");
  await succeeded();
  return await letIn(context, { userId: account.userId, isForOffice: true });
}
