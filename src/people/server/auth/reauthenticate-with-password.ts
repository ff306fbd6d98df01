import { accountAt } from "#platform/rules/counted-account.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { beginAttempt } from "#platform/server/limits/begin-attempt.ts";
import { verifyPassword } from "./check-password.ts";
import { requireAll } from "#platform/server/require-all.ts";
import { findAccount } from "./account-queries.ts";

/**
 * Checks the password of the user who is signed in. Throws `missing_information`, `wrong_password`, and
 * `too_many_requests` after five failures of this session in 15 minutes, which do not count towards signing in, nor
 * failed sign-ins towards these. Right passwords are limited as well, by account and IP address, since each costs a
 * hashing.
 */
export async function reauthenticateWithPassword(
  context: SignedInContext,
  password: string,
): Promise<void> {
  requireAll(password);
  const { sessionId, person } = context.session;
  const { id: userId, email } = person;
  const attempt = await beginAttempt(context, {
    failedPasswordChecksPerSession: accountAt(userId, `session-${sessionId}`),
    passwordChecksPerAddress: context.ipAddress,
    passwordChecksPerAccount: userId,
  });
  const isRight = await attempt.run(async () => {
    const account = await findAccount(context.db, email);
    return await verifyPassword(context, password, account?.passwordHash ?? null);
  });
  await attempt.count({ isRight });
  if (!isRight) throw apiError("wrong_password");
}
