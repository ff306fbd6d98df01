import { defaultLanguage } from "#platform/rules/language.ts";
import { randomInt } from "node:crypto";
import type { AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { recordOperatorAction } from "#platform/server/audit/record-audit.ts";
import { createAccount } from "#people/server/auth/registrations/registrations.ts";
import { takeOverAccount, endAllSessions } from "#people/server/auth/sessions/sessions.ts";
import {
  updateAllRolesEnded,
  findAdminCandidate,
  updateIsAdmin,
  type AdminCandidate,
  lockActiveAdmins,
  insertStaffRole,
  listGrantedRoles,
  updateRoleEnded,
  type GrantedRole,
} from "./user-queries.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";

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
    isCustomer: true,
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

/** `unchanged`: the account had the role already, or did not have it. The last three: why it was rejected. */
export type AdminChange = "changed" | "unchanged" | "no_account" | "not_verified" | "last_admin";

/**
 * Makes the account with this email an admin or a customer, and records it in the audit log. Only verified accounts
 * become admins, the last admin stays one, and whoever loses the role is signed out everywhere.
 */
export async function changeAdmin(
  services: Pick<AppServices, "db" | "now">,
  input: { readonly email: string; readonly isAdmin: boolean },
): Promise<AdminChange> {
  return await atomically(services.db, async (db) => {
    const adminIds = await lockActiveAdmins(db);
    const account = await findAdminCandidate(db, input.email.trim().toLowerCase());
    if (account === undefined) return "no_account";
    if (account.isAdmin === input.isAdmin) return "unchanged";
    if (input.isAdmin && !account.isVerified) return "not_verified";
    if (!input.isAdmin && !adminIds.some((id) => id !== account.userId)) return "last_admin";
    const now = services.now();
    await updateIsAdmin(db, account.userId, input.isAdmin, now);
    // An admin has every role; without this they would come back when the account is no longer an admin's.
    const ended = input.isAdmin ? await updateAllRolesEnded(db, account.userId, now) : [];
    if (!input.isAdmin) await endAllSessions(db, account.userId);
    await recordOperatorAction(services, db, {
      action: "users.changeAdmin",
      target: account.userId,
      before: { isAdmin: account.isAdmin, ...(ended.length > 0 && { roles: ended }) },
      after: { isAdmin: input.isAdmin },
      reason: "By the operator at the console",
    });
    return "changed";
  });
}

/** The roles that a user has now, with who granted them, the one granted first first. */
export async function readGrantedRoles(db: Db, userId: string): Promise<GrantedRole[]> {
  return await listGrantedRoles(db, userId);
}

/** Gives a role; false when the user has it already. */
export async function giveRole(
  db: Db,
  grant: Parameters<typeof insertStaffRole>[1],
): Promise<boolean> {
  return await insertStaffRole(db, grant);
}

/** Ends a role; false when the user does not have it. */
export async function takeRole(
  db: Db,
  ended: { readonly userId: string; readonly role: StaffRole },
  now: Date,
): Promise<boolean> {
  return await updateRoleEnded(db, ended, now);
}

/** The ids of the admins who are not suspended, with their rows locked until the transaction ends. */
export async function lockAdmins(db: Db): Promise<string[]> {
  return await lockActiveAdmins(db);
}
