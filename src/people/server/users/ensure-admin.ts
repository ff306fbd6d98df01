import { defaultLanguage } from "#platform/rules/language.ts";
import { randomInt } from "node:crypto";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { recordOperatorAction } from "#platform/server/audit/record-admin-action.ts";
import { createAccount } from "#people/server/auth/create-account.ts";
import { takeOverAccount } from "#people/server/auth/revoke-access.ts";
import { updateAllRolesEnded } from "./staff-roles/staff-role-queries.ts";
import { findAdminCandidate, updateIsAdmin, type AdminCandidate } from "./admin-queries.ts";

type Services = Pick<AppServices, "config" | "db" | "hashPassword" | "now">;

// Without letters and digits that look alike.
const passwordAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";

function makePassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => passwordAlphabet.charAt(randomInt(passwordAlphabet.length))),
  );
  return groups.map((group) => group.join("")).join("-");
}

/** Makes an existing account an admin's; true when it got the new password. */
async function promoteAccount(
  services: Services,
  account: AdminCandidate,
  passwordHash: string,
): Promise<boolean> {
  return await atomically(services.db, async (db) => {
    const now = services.now();
    // An admin gave the account this email and nobody verified it: its holder must not sign in as the operator.
    const isTakenOver = !account.isVerified;
    if (isTakenOver) await takeOverAccount(db, account, passwordHash, now);
    if (!account.isAdmin) {
      await updateIsAdmin(db, account.userId, true, now);
      await updateAllRolesEnded(db, account.userId, now);
      await recordOperatorAction(services, db, {
        action: "users.ensureAdmin",
        target: account.userId,
        before: { isAdmin: false },
        after: { isAdmin: true },
        reason: "Named by ADMIN_EMAIL",
      });
    }
    return isTakenOver;
  });
}

/**
 * Makes the account with this email an admin's, or creates it; true when it got the new password. False too when
 * another process that starts at the same time has created it.
 */
async function promoteOrCreate(
  services: Services,
  email: string,
  passwordHash: string,
): Promise<boolean> {
  const account = await findAdminCandidate(services.db, email);
  if (account !== undefined) return await promoteAccount(services, account, passwordHash);
  const now = services.now();
  const newAccount = {
    email,
    fullName: "Administrator",
    passwordHash,
    chosenPlan: null,
    language: defaultLanguage,
    now,
  };
  const userId = await createAccount(services.db, newAccount);
  if (userId === null) return false;
  await updateIsAdmin(services.db, userId, true, now);
  return true;
}

/**
 * Makes sure at every start that the account of `config.adminEmail` exists, is verified and is an admin's. A verified
 * account keeps its password; otherwise it gets the configured one, or a generated one that is passed to `show` once,
 * before it is saved: a process that stops in between has shown a password that does not work, and the next start
 * generates another, but none is lost.
 */
export async function ensureAdmin(
  services: Services,
  show: (generated: { readonly email: string; readonly password: string }) => void,
): Promise<{ email: string }> {
  const email = services.config.adminEmail.toLowerCase();
  const existing = await findAdminCandidate(services.db, email);
  if (existing?.isAdmin === true && existing.isVerified) return { email };
  const password = services.config.adminPassword ?? makePassword();
  const passwordHash = await services.hashPassword(password);
  await atomically(services.db, async (db) => {
    const isPasswordSet = await promoteOrCreate({ ...services, db }, email, passwordHash);
    if (isPasswordSet && services.config.adminPassword === null) show({ email, password });
  });
  return { email };
}
