// Signs staff in to the office.
import { refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { requireAll } from "./given-email.ts";
import { describeSession, handOverSession } from "./hand-over-session.ts";
import { countSignIn } from "./sign-in.ts";
import { selectAccount } from "./store.ts";

/** Stands in for the address of somebody who is not staff: no account has it, so its check fails as slowly as any. */
const nobody = "nobody@invalid.invalid";

/**
 * Opens a session for staff. Every wrong pair gets `invalid_admin_credentials`, a customer's right one too,
 * and opens nothing. Other refusals: `missing_information`, `too_many_requests`.
 */
export async function signInAsAdmin(
  context: Context,
  input: { readonly email: string; readonly password: string },
) {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const succeeded = await countSignIn(context, email);
  const account = await selectAccount(context.db, email);
  const checked = account?.isAdmin === true ? email : nobody;
  const result = await context.signInLibrary.signIn(
    { email: checked, password: input.password },
    context,
  );
  if (typeof result === "string") throw refusal("invalid_admin_credentials");
  await succeeded();
  const session = await handOverSession(context, result.token);
  if (session === null) throw refusal("unavailable");
  return describeSession(session);
}
