// Checks the password that somebody who is signed in gives again.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { beginAttempt } from "#server/limits/begin-attempt.ts";
import type { LimitName } from "#server/limits/count-attempt.ts";
import { checkPassword } from "./check-password.ts";
import { requireAll } from "./parse-email.ts";
import { selectAccount } from "./account-queries.ts";

const anyCheck = [
  "passwordChecksPerAddress",
  "passwordChecksPerAccount",
] as const satisfies LimitName[];

/**
 * Refuses with `missing_information`, with `wrong_password`, and with `too_many_requests` after five failures in 15
 * minutes, those of signing in among them: a borrowed session is no way to guess on. Right ones are limited as well,
 * by account and address, for each costs a hashing.
 */
export async function reauthenticateWithPassword(
  context: SignedInContext,
  password: string,
): Promise<void> {
  requireAll(password);
  const { id: userId, email } = context.session.person;
  const attempt = await beginAttempt(context, {
    passwordChecksPerAddress: context.ipAddress,
    passwordChecksPerAccount: userId,
    failedSignInsPerAccount: email,
  });
  const isRight = await attempt.judge(async () => {
    const account = await selectAccount(context.db, email);
    return await checkPassword(context, password, account?.passwordHash ?? null);
  });
  await attempt.count(isRight ? anyCheck : [...anyCheck, "failedSignInsPerAccount"]);
  if (!isRight) throw apiError("wrong_password");
}
