import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { requireAll, parseEmail } from "#platform/server/required-input.ts";
import { requireGoodPassword } from "./password.ts";
import { queueSignInEmail, requestEmail } from "./auth-emails.ts";
import { beginAttempt, uncountFailedPasswords } from "#platform/server/limits/count-attempt.ts";
import { findToken, useToken, voidTokens } from "#people/server/tokens/one-time-token.ts";
import { updateEmailVerified, updatePassword } from "./account-queries.ts";
import { rememberDevice } from "./known-device.ts";
import { endAllSessions } from "./sessions/sessions.ts";

/**
 * Sends a reset link if the address has an account, one a minute at most. The answer and its duration are the same
 * either way. Throws `missing_information` and `invalid_email`.
 */
export async function requestPasswordReset(
  context: Context,
  input: { readonly email: string },
): Promise<Record<string, never>> {
  await requestEmail(context, { occasion: "password-reset", email: parseEmail(input.email) });
  return {};
}

/** Hashes the new password if the token is valid. Throws `link_not_valid` and `too_many_requests`. */
async function hashForLink(
  context: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<string> {
  const addressAttempt = await beginAttempt(context, {
    passwordResetsPerAddress: context.ipAddress,
  });
  const passwordHash = await addressAttempt.run(async () => {
    const userId = await findToken(context.db, "reset-password", token, context.now());
    if (userId === undefined) return null;
    const accountAttempt = await beginAttempt(context, { passwordResetsPerAccount: userId });
    const forWhom = context.ipAddress;
    const hash = await accountAttempt.run(() => context.hashPassword(password, { forWhom }));
    await accountAttempt.count();
    return hash;
  });
  await addressAttempt.count();
  if (passwordHash === null) throw apiError("link_not_valid");
  return passwordHash;
}

/**
 * Uses the token up, sets the password, ends every session of the user and emails them that it was changed. The email
 * with the token reached them, so their address counts as verified; wrong passwords until now count no longer, and the
 * password alone is known to be theirs on this device. Two-factor authentication and wrong codes stay as they are. The
 * token is checked before anything is hashed. Throws `missing_information`, `weak_password`, `link_not_valid` and
 * `too_many_requests`.
 */
export async function resetPassword(
  context: Context,
  input: { readonly token: string; readonly password: string },
): Promise<Record<string, never>> {
  requireAll(input.password);
  requireGoodPassword(input.password);
  const passwordHash = await hashForLink(context, input);
  const ownerId = await atomically(context.db, async (db) => {
    const now = context.now();
    const userId = await useToken(db, "reset-password", input.token, now);
    if (userId === null) throw apiError("link_not_valid");
    // Two requests at the same moment can send two valid links; the other one must not stay valid.
    await voidTokens(db, userId, ["reset-password"]);
    await updatePassword(db, userId, passwordHash, now);
    const email = await updateEmailVerified(db, userId, now);
    await endAllSessions(db, userId);
    await uncountFailedPasswords(db, { userId, email });
    await queueSignInEmail(context, db, { email, name: "password-changed" });
    return userId;
  });
  rememberDevice(context, { userId: ownerId, passwordHash }, { withCode: false });
  return {};
}
