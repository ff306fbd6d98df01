// Exchanges the token of a verification email for a session.
import { apiError } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { useToken } from "#server/tokens/one-time-token.ts";
import { signInOrChallenge } from "./sign-in-or-challenge.ts";
import {
  clearBrowserRegistration,
  readBrowserRegistration,
  setBrowserRegistration,
} from "./registrations/browser-registration.ts";
import { activate, lockByToken } from "./registrations/pending-registration.ts";
import { updateVerified } from "./account-queries.ts";

/**
 * Makes the account of the sign-up that this link was sent for; null when no sign-up has it. Refuses a link that
 * has expired, and in a browser that signed up with the same address itself the link of any other sign-up: whoever
 * mistakes a stranger's link for their own must not get an account with the stranger's password.
 */
async function activateSignUp(context: Context, db: Db, token: string): Promise<string | null> {
  const now = context.now();
  const found = await lockByToken(db, token, now);
  if (found === null) return null;
  const { own, all } = found;
  const browsers = readBrowserRegistration(context);
  if (browsers !== own.id && all.some(({ id }) => id === browsers))
    throw apiError("link_not_valid");
  if (own.tokenExpiresAt === null || own.tokenExpiresAt <= now) {
    // Whoever has the link reads the mailbox it went to, and may have this very one sent again.
    setBrowserRegistration(context, own.id);
    throw apiError("link_not_valid");
  }
  const userId = await activate(db, own, now);
  if (userId === null) throw apiError("link_not_valid");
  return userId;
}

/**
 * Uses the token up, verifies the address it went to and opens a session with its cookie: of the account that the
 * link's own sign-up makes, or of one whose email was changed.
 * Refusals: `link_not_valid` (unknown, used, expired, of another sign-up than this browser's, or the address has an
 * account), `no_session_established`, `two_factor_required` (a link is no second factor), `account_suspended`. The link
 * may carry more than the token; nothing else in it is believed.
 */
export async function completeCallback(
  context: Context,
  input: {
    readonly accessToken: string;
    readonly refreshToken?: string | undefined;
    readonly type?: string | undefined;
  },
) {
  const userId = await atomically(context.db, async (db) => {
    const activated = await activateSignUp(context, db, input.accessToken);
    if (activated !== null) return activated;
    const now = context.now();
    const owner = await useToken(db, "verify-email", input.accessToken, now);
    if (owner !== null) await updateVerified(db, owner, now);
    return owner;
  });
  if (userId === null) throw apiError("link_not_valid");
  clearBrowserRegistration(context);
  return await signInOrChallenge(context, { userId, isForAdmin: false });
}
