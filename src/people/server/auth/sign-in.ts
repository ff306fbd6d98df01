import type { Session } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { findAccount, type Account, findPasswordHash, findSuspendedAt } from "./account-queries.ts";
import { findHash, verifyPassword } from "./password.ts";
import { requireAll } from "#platform/server/required-input.ts";
import { saltOfAddress, setBrowserRegistration } from "./registrations/registrations.ts";
import {
  listRegistrations,
  type PendingRegistration,
} from "./registrations/registration-queries.ts";
import { accountAt } from "#platform/rules/counted-account.ts";
import { limitedNetwork } from "#platform/server/ip-address.ts";
import { beginAttempt, type Attempt } from "#platform/server/limits/count-attempt.ts";
import { findKnownDevice, rememberDevice } from "./known-device.ts";
import {
  findSessionByToken,
  openSession,
  toSession,
  setSessionCookie,
} from "./sessions/sessions.ts";
import { deleteSession } from "./sessions/session-queries.ts";
import { startChallenge } from "./two-factor/challenge.ts";

type Match = { readonly account: Account } | { readonly registration: PendingRegistration } | null;

/** The account or the unverified sign-up with this email and password, found in the same time as none. */
async function findMatch(
  context: Context,
  email: string,
  account: Account | undefined,
  password: string,
): Promise<Match> {
  const registrations = await listRegistrations(context.db, email, context.now());
  const salt = saltOfAddress(context.config, email, { account, registrations });
  const accountHash = account?.passwordHash ?? null;
  const hashes = [
    ...(accountHash === null ? [] : [accountHash]),
    ...registrations.map(({ passwordHash }) => passwordHash),
  ];
  const found = await findHash(context, password, { salt, hashes });
  if (found === undefined) return null;
  if (account !== undefined && found === accountHash) return { account };
  const registration = registrations.find(({ passwordHash }) => passwordHash === found);
  return registration === undefined ? null : { registration };
}

/**
 * Opens a session and sets its cookie. Throws `missing_information`, `too_many_requests`, `invalid_credentials` (whether
 * or not the address has an account) and, for the right password only, `email_not_verified`, `account_suspended`,
 * `two_factor_required` and for customers in maintenance mode `maintenance`. The password of a sign-up that was never
 * verified gets `email_not_verified` too, and this browser may then have the link of that sign-up sent again.
 */
export async function signIn(
  context: Context,
  input: { readonly email: string; readonly password: string },
): Promise<Session> {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const known = await findAccount(context.db, email);
  const attempt = await beginSignIn(context, email, known);
  const match = await attempt.run(() => findMatch(context, email, known, input.password));
  await attempt.count({ isRight: match !== null });
  if (match === null) throw apiError("invalid_credentials");
  if ("registration" in match) {
    setBrowserRegistration(context, match.registration.id);
    throw apiError("email_not_verified");
  }
  const { account } = match;
  if (!account.isVerified) throw apiError("email_not_verified");
  const { maintenanceMode } = await context.settings.current();
  if (maintenanceMode && !account.isStaff) throw apiError("maintenance");
  return await signInOrChallenge(context, { userId: account.userId, isForAdmin: false });
}

/** The account if it is of a member of staff with this password; null otherwise, which takes as long to find out. */
async function checkStaffAccount(
  context: Context,
  account: Account | undefined,
  password: string,
): Promise<Account | null> {
  const isVerifiedStaff = account?.isStaff === true && account.isVerified;
  const hash = isVerifiedStaff ? account.passwordHash : null;
  const isRight = await verifyPassword(context, password, hash);
  return isVerifiedStaff && isRight ? account : null;
}

/**
 * Opens a session for an admin or somebody with a role. A wrong email or password, and a customer's right ones too, all throw
 * `invalid_admin_credentials`. Also throws `missing_information`, `too_many_requests`, and for the right password only
 * `account_suspended` and `two_factor_required`.
 */
export async function signInAsAdmin(
  context: Context,
  input: { readonly email: string; readonly password: string },
): Promise<Session> {
  requireAll(input.email, input.password);
  const email = input.email.toLowerCase();
  const known = await findAccount(context.db, email);
  const attempt = await beginSignIn(context, email, known);
  const account = await attempt.run(() => checkStaffAccount(context, known, input.password));
  await attempt.count({ isRight: account !== null });
  if (account === null) throw apiError("invalid_admin_credentials");
  return await signInOrChallenge(context, { userId: account.userId, isForAdmin: true });
}

/**
 * Begins a sign-in with this email, in lower case, under its limits. Throws `too_many_requests` when one is reached, in
 * the same way whether it has an account or not.
 */
async function beginSignIn(
  context: Context,
  email: string,
  account: Account | undefined,
): Promise<Attempt> {
  const device = findKnownDevice(context, account);
  if (device !== undefined) {
    const there = accountAt(email, `device-${device.id}`);
    return await beginAttempt(context, {
      failedSignInsPerAccount: there,
      signInsPerAccount: there,
    });
  }
  const there = accountAt(email, limitedNetwork(context.ipAddress));
  return await beginAttempt(context, {
    signInsPerAddress: context.ipAddress,
    failedSignInsPerAccount: there,
    failedSignInsPerHour: email,
    failedSignInsPerDay: email,
    signInsPerAccount: there,
  });
}

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
  if (session === undefined) throw apiError("no_session_established");
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
