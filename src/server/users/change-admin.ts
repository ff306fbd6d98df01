// Raises an account to admin or lowers it: the operator at the console alone may, no request ever does.
import type { AppServices } from "#server/context.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import { atomically } from "#server/db/open.ts";
import {
  deleteSessionsOf,
  lockAdmins,
  selectAccount,
  updateAdmin,
} from "#server/auth/account-queries.ts";

/** How it ended: done, nothing to do, or why not. */
export type AdminChange = "changed" | "unchanged" | "no_account" | "not_verified" | "last_admin";

/**
 * Grants or revokes the office to the account of `email`; never revokes it from the last admin, and grants
 * it to verified accounts alone. Who loses it is signed out everywhere. The audit log keeps it.
 */
export async function changeAdmin(
  services: Pick<AppServices, "db" | "now">,
  input: { readonly email: string; readonly isAdmin: boolean },
): Promise<AdminChange> {
  return await atomically(services.db, async (db) => {
    const admins = await lockAdmins(db);
    const account = await selectAccount(db, input.email.trim().toLowerCase());
    if (account === undefined) return "no_account";
    if (account.isAdmin === input.isAdmin) return "unchanged";
    if (input.isAdmin && !account.isVerified) return "not_verified";
    if (!input.isAdmin && !admins.some((id) => id !== account.userId)) return "last_admin";
    const now = services.now();
    await updateAdmin(db, account.userId, input.isAdmin, now);
    if (!input.isAdmin) await deleteSessionsOf(db, account.userId);
    await recordAdminAction(db, {
      actorId: null,
      action: "people.changeAdmin",
      target: account.userId,
      before: { isAdmin: account.isAdmin },
      after: { isAdmin: input.isAdmin },
      reason: "By the operator at the console",
      now,
    });
    return "changed";
  });
}
