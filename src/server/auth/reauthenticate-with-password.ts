import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { beginAttempt } from "#server/limits/begin-attempt.ts";
import type { LimitName } from "#server/limits/count-attempt.ts";
import { checkPassword } from "./check-password.ts";
import { requireAll } from "#server/require-all.ts";
import { findAccount } from "./account-queries.ts";

const limitsOfEveryCheck = [
  "passwordChecksPerAddress",
  "passwordChecksPerAccount",
] as const satisfies LimitName[];

/**
 * Checks the password of the user who is signed in. Throws `missing_information`, `wrong_password`, and
 * `too_many_requests` after five failures in 15 minutes: failed sign-ins count too, so that a stolen session does not
 * allow further guesses. Right passwords are limited as well, by account and IP address, since each costs a hashing.
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
  const isRight = await attempt.run(async () => {
    const account = await findAccount(context.db, email);
    return await checkPassword(context, password, account?.passwordHash ?? null);
  });
  await attempt.count(
    isRight ? limitsOfEveryCheck : [...limitsOfEveryCheck, "failedSignInsPerAccount"],
  );
  if (!isRight) throw apiError("wrong_password");
}
