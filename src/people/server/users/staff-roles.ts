// The roles of members of staff, for the operations that grant and end them.
import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  lockActiveAdmins,
  insertStaffRole,
  listGrantedRoles,
  updateRoleEnded,
  type GrantedRole,
} from "./staff-role-queries.ts";

/** The roles that a user has now, with who granted them, the one granted first first. */
export async function readGrantedRoles(db: Db, userId: string): Promise<GrantedRole[]> {
  return await listGrantedRoles(db, userId);
}

/** Gives a role; false when the user has it already. */
export async function giveRole(
  db: Db,
  grant: Parameters<typeof insertStaffRole>[1],
): Promise<boolean> {
  return await insertStaffRole(db, grant);
}

/** Ends a role; false when the user does not have it. */
export async function takeRole(
  db: Db,
  ended: { readonly userId: string; readonly role: StaffRole },
  now: Date,
): Promise<boolean> {
  return await updateRoleEnded(db, ended, now);
}

/** The ids of the admins who are not suspended, with their rows locked until the transaction ends. */
export async function lockAdmins(db: Db): Promise<string[]> {
  return await lockActiveAdmins(db);
}
