import { roleAccess } from "#core/role-access.ts";
import { hasStaffAccess } from "#core/staff-role.ts";
import type { SignedInContext } from "#server/context.ts";

/** Whether the reader's role sees names and emails of customers: as for their accounts. */
export function seesCustomers({ session }: SignedInContext): boolean {
  return hasStaffAccess(session.person, roleAccess.customers);
}
