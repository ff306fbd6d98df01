import type { Session } from "#platform/contract/session.ts";
import type {
  Context,
  CurrentSession,
  SignedInContext,
  AppServices,
} from "#platform/server/context.ts";
import {
  updateSessionUse,
  listOpenSessions,
  deleteOwnSession,
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  insertSession,
  findSessionRow,
} from "./session-queries.ts";
import type { OpenSession } from "#people/contract/auth.ts";
import { describeBrowser } from "./describe-browser.ts";
import { apiError } from "#platform/contract/errors.ts";
import { requireReauthentication } from "#platform/server/reauthentication.ts";
import type { Db } from "#platform/server/db/open.ts";
import { voidTokens } from "#people/server/tokens/one-time-token.ts";
import { updateEmailVerified, updatePassword } from "#people/server/auth/account-queries.ts";
import { clearRegistrationTokens } from "#people/server/auth/registrations/registration-queries.ts";
import {
  deleteChallenges,
  deleteTwoFactor,
} from "#people/server/auth/two-factor/two-factor-queries.ts";
import { randomBytes } from "node:crypto";
import type { Config } from "#platform/server/config.ts";
import {
  expiredCookie,
  readSignedCookie,
  signedCookie,
} from "#people/server/auth/signed-cookie.ts";

/** The session in the form of the API, where `expiresAt` is the time until which the client may use it unrefreshed. */
export function toSession({ person, refreshBy }: CurrentSession): Session {
  return { person, expiresAt: refreshBy.toISOString() };
}

/** The session of this request, or null when nobody is signed in. */
export async function readSession({ session }: Context): Promise<Session | null> {
  return await Promise.resolve(session === null ? null : toSession(session));
}

/** Marks the session as used: it lives for another 30 days, and is to be refreshed again within 10 minutes. */
export async function refreshSession(context: SignedInContext): Promise<Session> {
  const { config, db, session, requestHeaders } = context;
  const now = context.now();
  const refreshBy = new Date(now.getTime() + sessionTtlSeconds * 1000);
  const expiresAt = new Date(now.getTime() + sessionLifetimeSeconds * 1000);
  await updateSessionUse(db, session.sessionId, { now, expiresAt });
  const token = readSessionCookie(config, requestHeaders.get("cookie"));
  // Another request may have ended the session meanwhile; its cookie must not come back then.
  const isOpen = token !== null && (await findSessionByToken(context, token)) !== undefined;
  if (isOpen) setSessionCookie(context, token);
  return toSession({ ...session, expiresAt, refreshBy });
}

/** The own sessions that have not ended, the one used last first. */
export async function listSessions({
  db,
  session,
  now,
}: SignedInContext): Promise<{ items: OpenSession[] }> {
  const rows = await listOpenSessions(db, session.person.id, now());
  const items = rows.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
    id,
    ...describeBrowser(userAgent ?? ""),
    ipAddress: ipAddress === "" ? null : ipAddress,
    createdAt: createdAt.toISOString(),
    lastActiveAt: updatedAt.toISOString(),
    isCurrent: id === session.sessionId,
  }));
  return { items };
}

/**
 * Ends one of the own sessions at once. Ending the session of this request is signing out; any other one needs
 * reauthentication. Throws `reauthentication_required` and `not_found` (also for another user's session).
 */
export async function endSession(
  context: SignedInContext,
  input: { readonly sessionId: string },
): Promise<Record<string, never>> {
  const { db, session } = context;
  if (input.sessionId === session.sessionId) return await signOut(context);
  // Not in the contract, since signing out must always be possible.
  requireReauthentication(context);
  const isDeleted = await deleteOwnSession(db, session.person.id, input.sessionId);
  if (!isDeleted) throw apiError("not_found");
  return {};
}

/** Ends all own sessions except the one of this request. */
export async function endOtherSessions(context: SignedInContext): Promise<{ endedCount: number }> {
  const { db, session } = context;
  return { endedCount: await deleteOtherSessions(db, session.person.id, session.sessionId) };
}

/** Ends the session of this request, if any, and deletes its cookie. */
export async function signOut(context: Context): Promise<Record<string, never>> {
  if (context.session !== null) await deleteSession(context.db, context.session.sessionId);
  context.responseHeaders.append("set-cookie", expiredSessionCookie(context.config));
  return {};
}

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

/** Opens a session of a user who has just authenticated and returns its token of 256 random bits, for the cookie. */
export async function openSession(
  { db, now }: Pick<AppServices, "db" | "now">,
  userId: string,
  origin: { readonly ipAddress: string; readonly userAgent: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + sessionLifetimeSeconds * 1000);
  const { ipAddress, userAgent } = origin;
  await insertSession(db, { userId, token, ipAddress, userAgent, createdAt, expiresAt });
  return token;
}

/**
 * The session of a request with these headers, read from the database each time so that an ended session is rejected
 * at once. Undefined when there is no cookie, its signature is wrong, or the session has ended.
 */
export async function findSession(
  services: Pick<AppServices, "config" | "db" | "listeners" | "now">,
  requestHeaders: Headers,
): Promise<CurrentSession | undefined> {
  const token = readSessionCookie(services.config, requestHeaders.get("cookie"));
  return token === null ? undefined : await findSessionByToken(services, token);
}

/** The session with this token; undefined when there is none or it has ended. */
export async function findSessionByToken(
  services: Pick<AppServices, "db" | "listeners" | "now">,
  token: string,
): Promise<CurrentSession | undefined> {
  const row = await findSessionRow(services, token, services.now());
  if (row === undefined) return undefined;
  const { updatedAt, ...session } = row;
  const refreshBy = new Date(updatedAt.getTime() + sessionTtlSeconds * 1000);
  return {
    ...session,
    refreshBy: refreshBy < session.expiresAt ? refreshBy : session.expiresAt,
  };
}

type CookieSettings = Pick<Config, "isHttps" | "secret">;

/** The Set-Cookie value with a session token, which the browser stores for as long as an unused session lives. */
export function sessionCookie(config: CookieSettings, token: string): string {
  return signedCookie(config, "session", token, sessionLifetimeSeconds);
}

/** Has the response of this request set the cookie of the session with this token. */
export function setSessionCookie(
  { config, responseHeaders }: Pick<Context, "config" | "responseHeaders">,
  token: string,
): void {
  responseHeaders.append("set-cookie", sessionCookie(config, token));
}

/** The Set-Cookie value that deletes the session cookie. */
export function expiredSessionCookie(config: CookieSettings): string {
  return expiredCookie(config, "session");
}

/** The session's token from a request's Cookie header; null when there is none or its signature is wrong. */
export function readSessionCookie(config: CookieSettings, header: string | null): string | null {
  return readSignedCookie(config, "session", header);
}

/** A session ends after 30 days without use. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;

/** How often a client refreshes its session: 10 minutes. A refresh counts as use. */
const sessionTtlSeconds = 10 * 60;
