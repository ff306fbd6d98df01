import { roleAccess } from "#platform/rules/role-access.ts";
import { hasStaffAccess } from "#platform/rules/staff-role.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Reader } from "./all-parcels-queries.ts";

/** The reader of parcels: with a role that reads customers' accounts, names and emails are seen here too. */
export function readerOf({ config, now, session }: SignedInContext): Reader {
  return { config, now, seesCustomers: hasStaffAccess(session.person, roleAccess.customers) };
}
