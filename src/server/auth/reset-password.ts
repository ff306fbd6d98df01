// Sets a new password with the token of the reset letter.
import { apiError } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { requireAll } from "./parse-email.ts";
import { requireGoodPassword } from "./parse-password.ts";
import { queueSignInEmail } from "./auth-emails.ts";
import { beginAttempt } from "#server/limits/begin-attempt.ts";
import { findToken, useToken, voidTokens } from "#server/tokens/one-time-token.ts";
import { deleteSessionsOf, updatePassword, updateVerified } from "./account-queries.ts";
import { endChallenges } from "./two-factor/challenge.ts";

/** Hashes the new password, for whoever has a link that works and for nobody else. */
async function hashForLink(
  context: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<string> {
  const ofAddress = await beginAttempt(context, { passwordResetsPerAddress: context.ipAddress });
  const passwordHash = await ofAddress.judge(async () => {
    const userId = await findToken(context.db, "reset-password", token, context.now());
    if (userId === null) return null;
    const ofAccount = await beginAttempt(context, { passwordResetsPerAccount: userId });
    const forWhom = context.ipAddress;
    const hash = await ofAccount.judge(() =>
      context.signInLibrary.hashPassword(password, { forWhom }),
    );
    await ofAccount.count(["passwordResetsPerAccount"]);
    return hash;
  });
  await ofAddress.count(["passwordResetsPerAddress"]);
  if (passwordHash === null) throw apiError("link_not_valid");
  return passwordHash;
}

/**
 * Uses the token up, sets the password, ends every session of its person and writes to them that it was changed. The
 * letter with the token reached them, so their address counts as verified. A second factor stays as it is.
 * The link is looked at before anything is hashed. Refusals: `missing_information`, `weak_password`, `link_not_valid`,
 * `too_many_requests`.
 */
export async function resetPassword(
  context: Context,
  input: { readonly token: string; readonly password: string },
): Promise<Record<string, never>> {
  requireAll(input.password);
  requireGoodPassword(input.password);
  const passwordHash = await hashForLink(context, input);
  await atomically(context.db, async (db) => {
    const now = context.now();
    const userId = await useToken(db, "reset-password", input.token, now);
    if (userId === null) throw apiError("link_not_valid");
    // Of two links asked for at the same moment both may be out: the other must not open the account an hour long.
    await voidTokens(db, "reset-password", userId);
    await updatePassword(db, userId, passwordHash, now);
    const email = await updateVerified(db, userId, now);
    await deleteSessionsOf(db, userId);
    await endChallenges(db, userId);
    await queueSignInEmail(context, db, { email, name: "password-changed" });
  });
  return {};
}
