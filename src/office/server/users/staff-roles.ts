import type { UserDetails } from "#office/contract/admin-users.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { queueRoleGranted, queueRoleEnded } from "#people/server/users/queue-account-emails.ts";
import { giveRole, takeRole, lockAdmins } from "#people/server/users/admins.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import { endAssignmentsOfOthers } from "#office/server/admin/work-items/work-assignments.ts";
import { getUserDetails, lockUserDetails } from "./users.ts";

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
  return await changeStaffRole(context, input, async (db, account) => {
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

/**
 * Ends a role, which the user loses with the next request; the user is notified by email and the audit log records it. A
 * role that the user does not have changes nothing. Throws `own_account`, `forbidden` and `not_found`.
 */
export async function endStaffRole(
  context: SignedInContext,
  input: RoleOfUser,
): Promise<UserDetails> {
  return await changeStaffRole(context, input, async (db, account) => {
    if (!(await takeRole(db, input, context.now()))) return false;
    await endAssignmentsOfOthers(db);
    await queueRoleEnded(context, db, { email: account.email, role: input.role });
    return true;
  });
}

type RoleOfUser = { readonly userId: string; readonly role: StaffRole };

/**
 * Runs `change` on another user's account, which is locked, in one transaction, and records in the audit log what it did
 * to the user's roles; it returns false where there was nothing to do. Throws `own_account`, `forbidden` (the admin who
 * asks has just been suspended or demoted) and `not_found`.
 */
async function changeStaffRole(
  context: SignedInContext,
  { userId, role }: RoleOfUser,
  change: (db: Db, account: UserDetails) => Promise<boolean>,
): Promise<UserDetails> {
  const actorId = context.session.person.id;
  const { db } = context;
  // Before the account, always in this order, as when an admin is suspended.
  if (!(await lockAdmins(db)).includes(actorId)) throw apiError("forbidden");
  const account = await lockUserDetails(context, db, userId, "role");
  if (!(await change(db, account))) {
    context.unchanged();
    return account;
  }
  const changed = await getUserDetails(db, userId);
  await context.audit({
    before: { roles: account.roles },
    after: { roles: changed.roles, role },
  });
  return changed;
}
