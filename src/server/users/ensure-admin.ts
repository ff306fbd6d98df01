// Makes sure at every start that the address the operator named is an admin.
import { randomInt } from "node:crypto";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import { voidTokens } from "#server/tokens/one-time-token.ts";
import { clearTokensOf } from "#server/auth/registrations/registration-queries.ts";
import {
  deleteSessionsOf,
  insertAccount,
  selectAccount,
  updateAdmin,
  updatePassword,
  updateVerified,
  type Account,
} from "#server/auth/account-queries.ts";
import { endChallenges } from "#server/auth/two-factor/challenge.ts";
import { endFactor } from "#server/auth/two-factor/own-factor.ts";

type Needed = Pick<AppServices, "config" | "db" | "signInLibrary" | "now">;

// Without letters and digits that are mistaken for one another.
const passwordAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";

function makePassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => passwordAlphabet.charAt(randomInt(passwordAlphabet.length))),
  );
  return groups.map((group) => group.join("")).join("-");
}

async function raise(services: Needed, account: Account, passwordHash: string): Promise<boolean> {
  return await atomically(services.db, async (db) => {
    const now = services.now();
    // Staff gave somebody's account the address, and nobody has shown to hold it: then nothing of theirs signs in.
    const takesOver = !account.isVerified;
    if (takesOver) {
      await updatePassword(db, account.userId, passwordHash, now);
      await deleteSessionsOf(db, account.userId);
      await endChallenges(db, account.userId);
      await endFactor(db, account.userId);
      await voidTokens(db, "verify-email", account.userId);
      await voidTokens(db, "reset-password", account.userId);
      await updateVerified(db, account.userId, now);
    }
    if (!account.isAdmin) {
      await updateAdmin(db, account.userId, true, now);
      await recordAdminAction(db, {
        actorId: null,
        action: "people.ensureAdmin",
        target: account.userId,
        before: { isAdmin: false },
        after: { isAdmin: true },
        reason: "Named by ADMIN_EMAIL",
        now,
      });
    }
    return takesOver;
  });
}

/** Takes the account for the admin, or makes it; false when another process that starts at the same time was first. */
async function take(services: Needed, email: string, passwordHash: string): Promise<boolean> {
  const account = await selectAccount(services.db, email);
  if (account !== undefined) return await raise(services, account, passwordHash);
  const userId = await insertAccount(services.db, {
    chosenPlan: null,
    email,
    fullName: "Administrator",
    passwordHash,
    isVerified: true,
    now: services.now(),
  });
  if (userId === undefined) return false;
  await clearTokensOf(services.db, email);
  await updateAdmin(services.db, userId, true, services.now());
  return true;
}

/**
 * Creates the admin of `config.adminEmail`, verified, with the configured password or one made now; an account
 * that is there keeps its password. A made one is given to `show`, once, before it is saved: a process that dies in
 * between has shown a password that does not hold, and the next start makes another, but none is lost.
 */
export async function ensureAdmin(
  services: Needed,
  show: (made: { readonly email: string; readonly password: string }) => void,
): Promise<{ email: string }> {
  const email = services.config.adminEmail.toLowerCase();
  const existing = await selectAccount(services.db, email);
  if (existing?.isAdmin === true && existing.isVerified) return { email };
  const password = services.config.adminPassword ?? makePassword();
  const passwordHash = await services.signInLibrary.hashPassword(password);
  await atomically(services.db, async (db) => {
    const isSet = await take({ ...services, db }, email, passwordHash);
    if (isSet && services.config.adminPassword === null) show({ email, password });
  });
  return { email };
}
