import { hasStaffAccess } from "#core/staff-role.ts";
import type { SignedInContext } from "#server/context.ts";

/** Whether the reader's role sees names and emails of customers: support, managers and admins do. */
export function seesCustomers({ session }: SignedInContext): boolean {
  return hasStaffAccess(session.person, { roles: ["support"] });
}
