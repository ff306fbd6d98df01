// Checks the password that somebody who is signed in gives again.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { countAttempt, forgetAttempt } from "#server/limits/count-attempt.ts";
import { checkPassword } from "./check-password.ts";
import { requireAll } from "./given-email.ts";
import { selectAccount } from "./store.ts";

/**
 * Refuses with `missing_information`, with `wrong_password`, and with `too_many_requests` after five failures in 15
 * minutes, those at the door among them: a borrowed session is no way to guess on.
 */
export async function provePassword(context: SignedInContext, password: string): Promise<void> {
  requireAll(password);
  const { email } = context.session.person;
  const failure = await countAttempt(context.db, "failedSignInsPerAccount", email, context.now());
  if (failure === null) throw refusal("too_many_requests");
  const account = await selectAccount(context.db, email);
  const isRight = await checkPassword(context, password, account?.passwordHash ?? null);
  if (!isRight) throw refusal("wrong_password");
  await forgetAttempt(context.db, failure);
}
