// Accounts as the office sees and changes them.
import type { User, UserDetails } from "#contract/admin-users.ts";
import { apiError } from "#contract/errors.ts";
import type { AccountFields } from "#core/account-edit.ts";
import type { Db } from "#server/db/open.ts";
import { readSubscriptionOf } from "#server/plans/read-subscription.ts";
import { voidTokens } from "#server/tokens/one-time-token.ts";
import { clearTokensOf } from "#server/auth/registrations/registration-queries.ts";
import { deleteSessionsOf } from "#server/auth/account-queries.ts";
import { endChallenges } from "#server/auth/two-factor/challenge.ts";
import {
  lockProfile,
  selectAccountFacts,
  selectIsSuspended,
  selectUsers,
  updateEmail,
  updateName,
  updateSuspension,
  type UserPage,
  type UsersPage,
} from "./user-queries.ts";

/** One page of users, with how many there are of them in all, and their money where the state asks for it. */
export async function readUsers(db: Db, page: UserPage): Promise<UsersPage> {
  return await selectUsers(db, page);
}

/** All that staff see of one account; null when there is none of that id. */
export async function readDetails(db: Db, userId: string): Promise<UserDetails | null> {
  const facts = await selectAccountFacts(db, userId);
  if (facts === undefined) return null;
  const { user, ...rest } = facts;
  return { ...user, ...rest, plan: await readSubscriptionOf(db, userId) };
}

/** The same of an account that nobody else changes until the database transaction ends. Refuses `not_found`. */
export async function lockDetails(db: Db, userId: string): Promise<UserDetails> {
  const details = (await lockProfile(db, userId)) ? await readDetails(db, userId) : null;
  if (details === null) throw apiError("not_found");
  return details;
}

/** What of an account staff edit. */
export function fieldsOf(user: User): AccountFields {
  const { fullName, email, subscription, packageQuota } = user;
  return { fullName, email, subscription, packageQuota };
}

/** Whether staff keep this person out. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  return await selectIsSuspended(db, userId);
}

export async function rename(db: Db, userId: string, fullName: string, now: Date): Promise<void> {
  await updateName(db, userId, fullName, now);
}

/** Ends whatever the person is signed in with, and half-finished sign-ins. */
async function shutOut(db: Db, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId);
  await endChallenges(db, userId);
}

/**
 * Gives an account another address (in lower case), not verified yet; links that went to the old one become void.
 * Refuses `email_taken`.
 */
export async function moveToEmail(db: Db, userId: string, email: string, now: Date): Promise<void> {
  if (!(await updateEmail(db, userId, email, now))) throw apiError("email_taken");
  // Whoever signed up with the new address gets no account by it: it is this one's now.
  await clearTokensOf(db, email);
  await voidTokens(db, "verify-email", userId);
  await voidTokens(db, "reset-password", userId);
  await shutOut(db, userId);
}

/** Keeps a person out from now on. */
export async function suspend(db: Db, userId: string, reason: string, now: Date): Promise<void> {
  await updateSuspension(db, userId, reason, now);
  await shutOut(db, userId);
}

/** Lets a person in again. */
export async function restore(db: Db, userId: string, now: Date): Promise<void> {
  await updateSuspension(db, userId, null, now);
}
