// Creates an account, without ever telling whether the address already had one.
import { refusal } from "#contract/problems.ts";
import type { Context } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { givenEmail, requireAll } from "./given-email.ts";
import { requireGoodPassword } from "./given-password.ts";
import { mayWriteTo, queueAccountExists, queueVerification } from "./letters-to-people.ts";
import {
  insertAccount,
  selectAccount,
  updateFullName,
  updatePassword,
  type Account,
} from "./store.ts";

/** A registration whose inputs were checked. */
type Registration = {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
};

async function registerNew(
  context: Context,
  registration: Registration,
  mayWrite: boolean,
): Promise<void> {
  await atomically(context.db, async (db) => {
    const userId = await insertAccount(db, { ...registration, isVerified: false });
    if (userId === undefined || !mayWrite) return;
    await queueVerification(context, db, { userId, email: registration.email });
  });
}

async function registerAgain(
  context: Context,
  account: Account,
  registration: Registration,
): Promise<void> {
  await atomically(context.db, async (db) => {
    if (account.isVerified) {
      await queueAccountExists(context, db, account.email);
      return;
    }
    // Whoever holds the mailbox gets the account with the password of the newest registration: a stranger
    // who registered the address earlier must not own it once its holder verifies it.
    const now = context.now();
    await updatePassword(db, account.userId, registration.passwordHash, now);
    await updateFullName(db, account.userId, registration.fullName, now);
    await queueVerification(context, db, account);
  });
}

/**
 * Registers somebody and sends the letter that verifies the address. Whether the address is new, unverified
 * or taken changes neither the answer nor, by more than a little, its time; what differs is the letter.
 * Refusals: `missing_information`, `invalid_email`, `weak_password`, `too_many_requests`.
 */
export async function signUp(
  context: Context,
  input: { readonly fullName: string; readonly email: string; readonly password: string },
): Promise<Record<string, never>> {
  requireAll(input.fullName, input.email, input.password);
  const email = givenEmail(input.email);
  requireGoodPassword(input.password);
  const counted = await countAttempt(
    context.db,
    "signUpsPerAddress",
    context.ipAddress,
    context.now(),
  );
  if (counted === null) throw refusal("too_many_requests");
  const passwordHash = await context.signInLibrary.hashPassword(input.password);
  const registration = { email, fullName: input.fullName, passwordHash };
  const mayWrite = await mayWriteTo(context, email);
  const account = await selectAccount(context.db, email);
  if (account === undefined) await registerNew(context, registration, mayWrite);
  else if (mayWrite) await registerAgain(context, account, registration);
  return {};
}
