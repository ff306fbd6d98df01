// Lets in somebody whose password or link was right: opens the session, or asks for the second factor first.
import { apiError } from "#contract/errors.ts";
import type { Context, CurrentSession } from "#server/context.ts";
import { describeSession, setSessionCookie } from "./sessions/set-session-cookie.ts";
import { isSuspended } from "#server/users/user-accounts.ts";
import { deleteSession } from "./account-queries.ts";
import { startChallenge } from "./two-factor/challenge.ts";

/** Only whoever has proved who they are gets to know it. */
async function rejectSuspended(context: Context, userId: string): Promise<void> {
  if (await isSuspended(context.db, userId)) throw apiError("account_suspended");
}

/**
 * Opens a session of this person and sets its cookie. The session that the browser carried until now, whoever's it
 * was, ends: its cookie is replaced, and a copy of it must not live on. Refuses with `account_suspended` and
 * `no_session_established`.
 */
export async function openSessionFor(
  context: Context,
  userId: string,
): Promise<{ person: CurrentSession["person"]; expiresAt: string }> {
  await rejectSuspended(context, userId);
  if (context.session !== null) await deleteSession(context.db, context.session.sessionId);
  const { token } = await context.signInLibrary.openSession(userId, context);
  const session = await setSessionCookie(context, token);
  if (session === null) throw apiError("no_session_established");
  return describeSession(session);
}

/**
 * The same, unless the person has a second factor: then it sets the cookie of a challenge and refuses with
 * `two_factor_required`. `isForOffice`: only staff may meet that challenge.
 */
export async function signInOrChallenge(
  context: Context,
  person: { readonly userId: string; readonly isForAdmin: boolean },
) {
  await rejectSuspended(context, person.userId);
  if (await startChallenge(context, person)) throw apiError("two_factor_required");
  return await openSessionFor(context, person.userId);
}
