// Ends what an account is signed in with, and what could still sign in to it.
import type { Db } from "#platform/server/db/open.ts";
import { voidTokens } from "#people/server/tokens/one-time-token.ts";
import { updateEmailVerified, updatePassword } from "./account-queries.ts";
import { clearRegistrationTokens } from "./registrations/registration-queries.ts";
import { deleteSessions } from "./sessions/session-queries.ts";
import { deleteChallenges } from "./two-factor/challenge-queries.ts";
import { deleteTwoFactor } from "./two-factor/two-factor-queries.ts";

/** Ends all sessions of a user, and all sign-ins of theirs that are still waiting for a two-factor code. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await deleteSessions(db, userId);
  await deleteChallenges(db, userId);
}

/** Makes every link void that was sent to the account, or for a sign-up with `email`. */
export async function voidLinks(
  db: Db,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await clearRegistrationTokens(db, email);
  await voidTokens(db, userId, ["verify-email", "reset-password"]);
}

/**
 * Makes a password the only thing that signs in to an account, and its email verified: sessions, links and two-factor
 * of whoever had it before end.
 */
export async function takeOverAccount(
  db: Db,
  account: { readonly userId: string; readonly email: string },
  passwordHash: string,
  now: Date,
): Promise<void> {
  const { userId } = account;
  await updatePassword(db, userId, passwordHash, now);
  await endAllSessions(db, userId);
  await deleteTwoFactor(db, userId);
  await voidLinks(db, account);
  await updateEmailVerified(db, userId, now);
}
