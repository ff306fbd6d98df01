import type { Session } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { useToken } from "#people/server/tokens/one-time-token.ts";
import { updateEmailVerified } from "./account-queries.ts";
import { signInOrChallenge } from "./sign-in-or-challenge.ts";
import {
  clearBrowserRegistration,
  readBrowserRegistration,
  setBrowserRegistration,
} from "./registrations/browser-registration.ts";
import { activateRegistration, lockByToken } from "./registrations/pending-registration.ts";

/**
 * Creates the account of the sign-up that this link was sent for; null when the token is of no sign-up. Throws
 * `link_not_valid` for an expired link, and in a browser that itself signed up with the same address for the link of
 * any other sign-up: a user who mistakes a stranger's link for their own must not get an account with the stranger's
 * password.
 */
async function activateSignUp(context: Context, db: Db, token: string): Promise<string | null> {
  const now = context.now();
  const found = await lockByToken(db, token, now);
  if (found === null) return null;
  const { own, all } = found;
  const browserRegistrationId = readBrowserRegistration(context);
  const isOfOtherSignUp =
    browserRegistrationId !== own.id && all.some(({ id }) => id === browserRegistrationId);
  if (isOfOtherSignUp) throw apiError("link_not_valid");
  if (own.tokenExpiresAt === null || own.tokenExpiresAt <= now) {
    // Whoever has the link reads the mailbox it was sent to, and may have the same one sent again.
    setBrowserRegistration(context, own.id);
    throw apiError("link_not_valid");
  }
  const userId = await activateRegistration(db, own, now);
  if (userId === null) throw apiError("link_not_valid");
  return userId;
}

/**
 * Uses the token up, verifies the address it was sent to and opens a session: of the account that the sign-up creates,
 * or of one whose email was changed. The other fields of the link are accepted and ignored.
 * Throws `link_not_valid` (unknown, used, expired, of another sign-up than this browser's, or the address has an
 * account), `no_session_established`, `two_factor_required` (a link does not replace the code), `account_suspended`.
 */
export async function completeCallback(
  context: Context,
  input: {
    readonly accessToken: string;
    readonly refreshToken?: string | undefined;
    readonly type?: string | undefined;
  },
): Promise<Session> {
  const userId = await atomically(context.db, async (db) => {
    const newUserId = await activateSignUp(context, db, input.accessToken);
    if (newUserId !== null) return newUserId;
    const now = context.now();
    const ownerId = await useToken(db, "verify-email", input.accessToken, now);
    if (ownerId !== null) await updateEmailVerified(db, ownerId, now);
    return ownerId;
  });
  if (userId === null) throw apiError("link_not_valid");
  clearBrowserRegistration(context);
  return await signInOrChallenge(context, { userId, isForAdmin: false });
}
