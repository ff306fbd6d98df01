// The last step of every way to sign in: opens the session, or asks for the two-factor code first.
import type { Session } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { findPasswordHash, findSuspendedAt } from "./account-queries.ts";
import { rememberDevice } from "./known-device.ts";
import { findSessionByToken } from "./sessions/find-session.ts";
import { openSession } from "./sessions/open-session.ts";
import { toSession } from "./sessions/read-session.ts";
import { setSessionCookie } from "./sessions/session-cookie.ts";
import { deleteSession } from "./sessions/session-queries.ts";
import { startChallenge } from "./two-factor/challenge.ts";

/** Called after the password, link or code was right, so that nobody else learns of the suspension. */
async function rejectSuspended(context: Context, userId: string): Promise<void> {
  const suspendedAt = await findSuspendedAt(context.db, userId);
  if (suspendedAt) throw apiError("account_suspended");
}

/**
 * Opens a session of this user, sets its cookie and makes the device known to the account. The session that the browser had until now ends, whoever's it was:
 * its cookie is replaced, and a copy of it must not stay valid. `withCode`: a two-factor code was given too. Throws `account_suspended` and
 * `no_session_established`.
 */
export async function openSessionFor(
  context: Context,
  userId: string,
  { withCode }: { readonly withCode: boolean },
): Promise<Session> {
  await rejectSuspended(context, userId);
  if (context.session !== null) await deleteSession(context.db, context.session.sessionId);
  const token = await openSession(context, userId, context);
  const session = await findSessionByToken(context, token);
  if (session === null) throw apiError("no_session_established");
  setSessionCookie(context, token);
  const passwordHash = await findPasswordHash(context.db, userId);
  if (passwordHash !== null) rememberDevice(context, { userId, passwordHash }, { withCode });
  return toSession(session);
}

/**
 * Opens a session as `openSessionFor` does, unless the user has two-factor authentication: then it sets the cookie of
 * a challenge and throws `two_factor_required`. `isForAdmin`: only an admin may complete that challenge.
 */
export async function signInOrChallenge(
  context: Context,
  user: { readonly userId: string; readonly isForAdmin: boolean },
): Promise<Session> {
  await rejectSuspended(context, user.userId);
  if (await startChallenge(context, user)) throw apiError("two_factor_required");
  return await openSessionFor(context, user.userId, { withCode: false });
}
