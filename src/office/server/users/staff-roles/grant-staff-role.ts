import type { UserDetails } from "#office/contract/admin-users.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { queueRoleGranted } from "#people/server/users/account-emails.ts";
import { changeStaffRole, type RoleOfUser } from "./change-staff-role.ts";
import { giveRole } from "#people/server/users/staff-roles/staff-roles.ts";

/**
 * Grants a role, which applies from the user's next request on; the user is notified by email and the audit log records
 * it. A role that the user has already changes nothing.
 *
 * Throws `own_account`, `forbidden`, `not_found`, `account_closed`, `user_is_admin` and `user_not_verified`.
 */
export async function grantStaffRole(
  context: SignedInContext,
  input: RoleOfUser,
): Promise<UserDetails> {
  const change = { ...input, action: "users.grantStaffRole" };
  return await changeStaffRole(context, change, async (db, account) => {
    if (account.closedAt !== null) throw apiError("account_closed");
    if (account.isAdmin) throw apiError("user_is_admin");
    if (!account.isVerified) throw apiError("user_not_verified");
    const { userId, role } = input;
    const grantedBy = context.session.person.id;
    const grant = { userId, role, grantedBy, grantedAt: context.now() };
    if (!(await giveRole(db, grant))) return false;
    await queueRoleGranted(context, db, { email: account.email, role });
    return true;
  });
}
