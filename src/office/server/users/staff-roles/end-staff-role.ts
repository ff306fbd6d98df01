import type { UserDetails } from "#office/contract/admin-users.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { queueRoleEnded } from "#people/server/users/account-emails.ts";
import { changeStaffRole, type RoleOfUser } from "./change-staff-role.ts";
import { takeRole } from "#people/server/users/staff-roles/staff-roles.ts";

/**
 * Ends a role, which the user loses with the next request; the user is notified by email and the audit log records it. A
 * role that the user does not have changes nothing. Throws `own_account`, `forbidden` and `not_found`.
 */
export async function endStaffRole(
  context: SignedInContext,
  input: RoleOfUser,
): Promise<UserDetails> {
  const change = { ...input, action: "users.endStaffRole" };
  return await changeStaffRole(context, change, async (db, account) => {
    if (!(await takeRole(db, input, context.now()))) return false;
    await queueRoleEnded(context, db, { email: account.email, role: input.role });
    return true;
  });
}
