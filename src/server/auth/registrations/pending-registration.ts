// A sign-up whose address is not verified yet: what was typed at it belongs to the link that is sent for it.
import { createHash, randomBytes } from "node:crypto";
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";
import { tokenLifetimes } from "#server/tokens/one-time-token.ts";
import { insertAccount } from "#server/auth/account-queries.ts";
import {
  clearTokensOf,
  deleteAllButNewest,
  deleteRegistration,
  insertRegistration,
  lockRegistrationsByToken,
  updateToken,
  type PendingRegistration,
} from "./registration-queries.ts";

/** How long somebody may have the link of a sign-up sent again; the link itself works for a day. */
export const registrationSeconds = 7 * 24 * 60 * 60;

/** How many sign-ups of one address are kept; a further one takes the place of the oldest. */
const mostOfOneAddress = 10;

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Keeps what was typed, whether or not the address has an account: nobody can tell which by trying the password. */
export async function addRegistration(
  db: Db,
  typed: {
    readonly email: string;
    readonly fullName: string;
    readonly passwordHash: string;
    readonly chosenPlan: PlanName | null;
  },
  now: Date,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + registrationSeconds * 1000);
  const id = await insertRegistration(db, { ...typed, now, expiresAt });
  await deleteAllButNewest(db, typed.email, mostOfOneAddress);
  return id;
}

/** Makes the token of a new link of this sign-up; the link before becomes void. */
export async function makeRegistrationToken(db: Db, id: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + tokenLifetimes["verify-email"] * 1000);
  await updateToken(db, id, { hash: hashOf(token), expiresAt });
  return token;
}

/** The sign-up of a link, and all of the same address, locked until the database transaction ends; null: none has it. */
export async function lockByToken(
  db: Db,
  token: string,
  now: Date,
): Promise<{ own: PendingRegistration; all: readonly PendingRegistration[] } | null> {
  const all = await lockRegistrationsByToken(db, hashOf(token), now);
  const own = all.find(({ isLinks }) => isLinks);
  return own === undefined ? null : { own, all };
}

/**
 * Makes the account with what was typed at this sign-up, and every other link of the address void; null when the
 * address has an account already. The passwords of the other sign-ups never sign in.
 */
export async function activate(
  db: Db,
  registration: PendingRegistration,
  now: Date,
): Promise<string | null> {
  const { email, fullName, passwordHash, chosenPlan } = registration;
  const userId = await insertAccount(db, {
    email,
    fullName,
    passwordHash,
    chosenPlan,
    isVerified: true,
    now,
  });
  if (userId === undefined) return null;
  await deleteRegistration(db, registration.id);
  await clearTokensOf(db, email);
  return userId;
}
