// The members of staff who may sign in to work, for the features that write to them or ask whether there are others.
import type { StaffMember } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import { hasTwoFactor, isStaffAccount, openRoles } from "./role-columns.ts";

export type ActiveStaffMember = StaffMember & { readonly userId: string; readonly email: string };

/** The members of staff whose account is active. */
export async function listActiveStaff(db: Db): Promise<readonly ActiveStaffMember[]> {
  return await db
    .selectFrom("profiles")
    .select(["profiles.id as userId", "profiles.email", "profiles.isAdmin"])
    .select([openRoles.as("roles"), hasTwoFactor.as("hasTwoFactor")])
    .where(isStaffAccount)
    .where("profiles.suspendedAt", "is", null)
    .where("profiles.closedAt", "is", null)
    .orderBy("profiles.email")
    .execute();
}
