import type { UserDetails } from "#office/contract/admin-users.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockAdmins } from "#people/server/users/staff-roles/staff-roles.ts";
import { getUserDetails, lockUserDetails } from "#office/server/users/user-details.ts";

export type RoleOfUser = { readonly userId: string; readonly role: StaffRole };

/**
 * Runs `change` on another user's account, which is locked, in one transaction, and records in the audit log what it did
 * to the user's roles; it returns false where there was nothing to do. Throws `own_account`, `forbidden` (the admin who
 * asks has just been suspended or demoted) and `not_found`.
 */
export async function changeStaffRole(
  context: SignedInContext,
  { action, userId, role }: RoleOfUser & { readonly action: string },
  change: (db: Db, account: UserDetails) => Promise<boolean>,
): Promise<UserDetails> {
  const actorId = context.session.person.id;
  return await atomically(context.db, async (db) => {
    // Before the account, always in this order, as when an admin is suspended.
    if (!(await lockAdmins(db)).includes(actorId)) throw apiError("forbidden");
    const account = await lockUserDetails(context, db, userId, "role");
    if (!(await change(db, account))) return account;
    const changed = await getUserDetails(db, userId);
    await recordAdminAction(context, db, {
      action,
      target: userId,
      before: { roles: account.roles },
      after: { roles: changed.roles, role },
    });
    return changed;
  });
}
