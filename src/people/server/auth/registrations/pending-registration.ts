// A sign-up whose email is not verified yet. Its name, password and plan take effect only with its own link.
import { createHash, randomBytes } from "node:crypto";
import type { Language } from "#platform/rules/language.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { tokenLifetimes } from "#people/server/tokens/one-time-token.ts";
import { createAccount } from "#people/server/auth/create-account.ts";
import {
  deleteAllButNewestRegistrations,
  deleteRegistration,
  insertRegistration,
  lockRegistrationsByToken,
  updateRegistrationToken,
  type PendingRegistration,
} from "./registration-queries.ts";

/** How long the link of a sign-up may be sent again; each link works for a day. */
export const registrationSeconds = 7 * 24 * 60 * 60;

/** A further sign-up of the same address replaces the oldest. */
const mostPerAddress = 10;

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

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
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + tokenLifetimes["verify-email"] * 1000);
  await updateRegistrationToken(db, id, { hash: hashOf(token), expiresAt });
  return token;
}

/** The sign-up that the token belongs to and all of the same address, locked until the transaction ends; null: none. */
export async function lockByToken(
  db: Db,
  token: string,
  now: Date,
): Promise<{ own: PendingRegistration; all: readonly PendingRegistration[] } | null> {
  const all = await lockRegistrationsByToken(db, hashOf(token), now);
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
  const account = { email, fullName, passwordHash, chosenPlan, language, now };
  const userId = await createAccount(db, account);
  if (userId !== null) await deleteRegistration(db, registration.id);
  return userId;
}
