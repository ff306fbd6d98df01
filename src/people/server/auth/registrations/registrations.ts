// A sign-up whose email is not verified yet. Its name, password and plan take effect only with its own link.
import { createHmac, hkdfSync } from "node:crypto";
import type { Language } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { hashOfToken, newToken, tokenLifetimes } from "#people/server/tokens/one-time-token.ts";
import {
  deleteAllButNewestRegistrations,
  deleteRegistration,
  insertRegistration,
  lockRegistrationsByToken,
  updateRegistrationToken,
  type PendingRegistration,
  deleteExpired,
  clearRegistrationTokens,
} from "./registration-queries.ts";
import type { Context, AppServices } from "#platform/server/context.ts";
import {
  expiredCookie,
  readSignedCookie,
  signedCookie,
} from "#people/server/auth/signed-cookie.ts";
import { ensureMemberCode } from "#people/server/users/profile.ts";
import {
  insertAccount,
  type NewAccount,
  type Account,
} from "#people/server/auth/account-queries.ts";
import type { Config } from "#platform/server/config.ts";
import { saltOf } from "#people/server/auth/password.ts";

/** How long the link of a sign-up may be sent again; each link works for a day. */
const registrationSeconds = 7 * 24 * 60 * 60;

/** A further sign-up of the same address replaces the oldest. */
const mostPerAddress = 10;

/**
 * Stores a sign-up and returns its id, whether or not the address has an account: signing in with its password then
 * gives the same answer in both cases.
 */
export async function addRegistration(
  db: Db,
  registration: {
    readonly email: string;
    readonly fullName: string;
    readonly passwordHash: string;
    readonly chosenPlan: PlanName | null;
    readonly language: Language;
  },
  now: Date,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + registrationSeconds * 1000);
  const id = await insertRegistration(db, { ...registration, now, expiresAt });
  await deleteAllButNewestRegistrations(db, registration.email, mostPerAddress);
  return id;
}

/** Makes the token of a new link of this sign-up; its earlier link becomes void. */
export async function makeRegistrationToken(db: Db, id: string, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + tokenLifetimes["verify-email"] * 1000);
  await updateRegistrationToken(db, id, { hash: hashOfToken(token), expiresAt });
  return token;
}

/** The sign-up that the token belongs to and all of the same address, locked until the transaction ends; null: none. */
export async function lockByToken(
  db: Db,
  token: string,
  now: Date,
): Promise<{ own: PendingRegistration; all: readonly PendingRegistration[] } | null> {
  const all = await lockRegistrationsByToken(db, hashOfToken(token), now);
  const own = all.find(({ hasToken }) => hasToken);
  return own === undefined ? null : { own, all };
}

/**
 * Creates the account of this sign-up and makes every other link of the address void: the passwords of the other
 * sign-ups never sign in. Returns the user id, or null when the address already has an account.
 */
export async function activateRegistration(
  db: Db,
  registration: PendingRegistration,
  now: Date,
): Promise<string | null> {
  const { email, fullName, passwordHash, chosenPlan, language } = registration;
  const account = { email, fullName, passwordHash, chosenPlan, language, isCustomer: true, now };
  const userId = await createAccount(db, account);
  if (userId !== null) await deleteRegistration(db, registration.id);
  return userId;
}

/** Sets the cookie for this sign-up. Only to be called when the request proved to know its password or its link. */
export function setBrowserRegistration(
  { config, responseHeaders }: Context,
  registrationId: string,
): void {
  const cookie = signedCookie(config, "registration", registrationId, registrationSeconds);
  responseHeaders.append("set-cookie", cookie);
}

export function clearBrowserRegistration(context: Context): void {
  if (readBrowserRegistration(context) === null) return;
  context.responseHeaders.append("set-cookie", expiredCookie(context.config, "registration"));
}

/** The id of the sign-up that this browser made or proved to know; null when there is none. */
export function readBrowserRegistration({ config, requestHeaders }: Context): string | null {
  return readSignedCookie(config, "registration", requestHeaders.get("cookie"));
}

/** Recurring job: deletes sign-ups that were never verified within a week; returns how many. */
export async function deleteExpiredRegistrations({
  db,
  log,
  now,
}: Pick<AppServices, "db" | "log" | "now">): Promise<number> {
  const deleted = await deleteExpired(db, now());
  if (deleted > 0) log.info({ deleted }, "Expired registrations deleted");
  return deleted;
}

/**
 * Creates a verified account, of a customer with the member code, and makes every link void that was sent for a sign-up
 * with its email.
 * Returns its user id, or null when another account has the email. To be called in a database transaction.
 */
export async function createAccount(db: Db, account: NewAccount): Promise<string | null> {
  const userId = await insertAccount(db, account);
  if (userId === undefined) return null;
  await clearRegistrationTokens(db, account.email);
  if (account.isCustomer) await ensureMemberCode(db, userId, account.now);
  return userId;
}

/** The salt of the account with this email, else of its newest sign-up, else one derived from the server's secret. */
export function saltOfAddress(
  { secret }: Pick<Config, "secret">,
  email: string,
  known: {
    readonly account: Account | undefined;
    readonly registrations: readonly PendingRegistration[];
  },
): string {
  const hash = known.account?.passwordHash ?? known.registrations[0]?.passwordHash;
  if (hash !== undefined) return saltOf(hash);
  const key = Buffer.from(hkdfSync("sha256", secret, "password-salt", "address", 32));
  return createHmac("sha256", key).update(email).digest("hex").slice(0, 32);
}
