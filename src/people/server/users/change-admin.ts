// Run by the operator at the command line; no request of the API can do it.
import type { AppServices } from "#platform/server/context.ts";
import { recordOperatorAction } from "#platform/server/audit/record-admin-action.ts";
import { endAllSessions } from "#people/server/auth/revoke-access.ts";
import { atomically } from "#platform/server/db/open.ts";
import { updateAllRolesEnded } from "./staff-roles/staff-role-queries.ts";
import { findAdminCandidate, lockActiveAdmins, updateIsAdmin } from "./admin-queries.ts";

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
