import type { SignedInContext } from "#platform/server/context.ts";
import { updateReauthenticatedAt } from "./sessions/session-queries.ts";
import { accountAt } from "#platform/rules/counted-account.ts";
import { apiError } from "#platform/contract/errors.ts";
import { reauthenticationSeconds } from "#platform/server/reauthentication.ts";
import { beginAttempt } from "#platform/server/limits/count-attempt.ts";
import { verifyPassword } from "./password.ts";
import { requireAll } from "#platform/server/required-input.ts";
import { findAccount } from "./account-queries.ts";

/**
 * Reauthenticates this session for 15 minutes, for operations that require it. Throws `missing_information`,
 * `wrong_password` and `too_many_requests`.
 */
export async function confirmPassword(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<{ reauthenticatedUntil: string }> {
  await reauthenticateWithPassword(context, input.password);
  const now = context.now();
  await updateReauthenticatedAt(context.db, context.session.sessionId, now);
  const until = new Date(now.getTime() + reauthenticationSeconds * 1000);
  return { reauthenticatedUntil: until.toISOString() };
}

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
