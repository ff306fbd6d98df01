// Creates an account, without ever telling whether the address already had one.
import { randomUUID } from "node:crypto";
import { refusal } from "#contract/problems.ts";
import type { PlanName } from "#core/plan.ts";
import type { Context } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { voidTokens } from "#server/tokens/one-time-token.ts";
import { givenEmail, requireAll } from "./given-email.ts";
import { requireGoodPassword } from "./given-password.ts";
import { mayWriteTo } from "./letters-to-people.ts";
import { insertAccount, selectAccount, updatePassword, updateRegistration } from "./store.ts";

/** A registration whose inputs were checked. */
type Registration = {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly chosenPlan: PlanName | null;
};

/**
 * Writes what the address calls for: a new account, the newest registration's password, name and plan over those of an
 * account that nobody has verified, or nothing over a verified one or where no letter may follow. Each is as much
 * work as the others.
 */
async function register(
  db: Db,
  registration: Registration,
  { mayWrite, now }: { readonly mayWrite: boolean; readonly now: Date },
): Promise<void> {
  const account = await selectAccount(db, registration.email);
  if (account === undefined) {
    await atomically(db, (part) =>
      insertAccount(part, { ...registration, isVerified: false, now }),
    );
  } else if (account.isVerified || !mayWrite) {
    await pretendToRegister(db, registration, now);
  } else {
    // Whoever holds the mailbox gets the account with the password of the newest registration: a stranger
    // who registered the address earlier must not own it once its holder verifies it. A link sent for an
    // earlier registration is void at once, for the password is not that one's any more.
    await atomically(db, async (part) => {
      await voidTokens(part, "verify-email", account.userId);
      await updatePassword(part, account.userId, registration.passwordHash, now);
      await updateRegistration(part, account.userId, registration, now);
    });
  }
}

/** Does what a new account takes and undoes it, so that a taken address takes no less time. */
async function pretendToRegister(db: Db, registration: Registration, now: Date): Promise<void> {
  const undone = new Error("Nothing of this is to stay.");
  const email = `${randomUUID()}@invalid.invalid`;
  try {
    await atomically(db, async (part) => {
      await insertAccount(part, { ...registration, email, isVerified: false, now });
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
}

/**
 * Registers somebody and sends the letter that verifies the address. Whether the address is new, unverified
 * or taken changes neither the answer nor, by more than a little, its time; what differs is the letter.
 * Refusals: `registration_closed`, `missing_information`, `invalid_email`, `weak_password`, `too_many_requests`.
 */
export async function signUp(
  context: Context,
  input: {
    readonly fullName: string;
    readonly email: string;
    readonly password: string;
    readonly plan?: PlanName | undefined;
  },
): Promise<Record<string, never>> {
  const { allowNewRegistrations } = await context.settings.current();
  if (!allowNewRegistrations) throw refusal("registration_closed");
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
  const registration = {
    email,
    fullName: input.fullName,
    passwordHash,
    chosenPlan: input.plan ?? null,
  };
  const mayWrite = await mayWriteTo(context, email);
  await atomically(context.db, async (db) => {
    await register(db, registration, { mayWrite, now: context.now() });
    if (mayWrite)
      await context.jobs.enqueue(db, "write-to-person", {
        occasion: "sign-up",
        email,
        letterId: randomUUID(),
      });
  });
  return {};
}
