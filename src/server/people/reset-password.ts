// Sets a new password with the token of the reset letter.
import { refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { requireAll } from "./given-email.ts";
import { requireGoodPassword } from "./given-password.ts";
import { queueSignInLetter } from "./letters-to-people.ts";
import { useToken } from "#server/tokens/one-time-token.ts";
import { deleteSessionsOf, updatePassword, updateVerified } from "./store.ts";
import { endChallenges } from "./two-factor/challenge.ts";

/**
 * Uses the token up, sets the password, ends every session of its person and writes to them that it was changed. The
 * letter with the token reached them, so their address counts as verified. A second factor stays as it is. Refusals: `missing_information`, `weak_password`, `link_not_valid`.
 */
export async function resetPassword(
  context: Context,
  input: { readonly token: string; readonly password: string },
): Promise<Record<string, never>> {
  requireAll(input.password);
  requireGoodPassword(input.password);
  const passwordHash = await context.signInLibrary.hashPassword(input.password);
  await atomically(context.db, async (db) => {
    const now = context.now();
    const userId = await useToken(db, "reset-password", input.token, now);
    if (userId === null) throw refusal("link_not_valid");
    await updatePassword(db, userId, passwordHash, now);
    const email = await updateVerified(db, userId, now);
    await deleteSessionsOf(db, userId);
    await endChallenges(db, userId);
    await queueSignInLetter(context, db, { email, name: "password-changed" });
  });
  return {};
}
