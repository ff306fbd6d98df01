// What decides about the access of the user in `profiles`, as columns of other features' queries.
import { sql } from "kysely";
import type { StaffRole } from "#platform/rules/staff-role.ts";

/** The roles that the user has now, the one granted first first. */
export const openRoles = sql<StaffRole[]>`array(
  select staff_roles.role from staff_roles
  where staff_roles.user_id = profiles.id and staff_roles.ended_at is null
  order by staff_roles.granted_at, staff_roles.role
)`;

/** Whether the user is an admin or has a role. */
export const isStaffAccount = sql<boolean>`(profiles.is_admin or exists (
  select from staff_roles where staff_roles.user_id = profiles.id and staff_roles.ended_at is null
))`;

export const hasTwoFactor = sql<boolean>`exists (
  select from two_factors where two_factors.user_id = profiles.id and two_factors.confirmed_at is not null
)`;

/** What a user sees and edits of their own profile. */
export const profileColumns = [
  "id",
  "email",
  "fullName",
  "latinName",
  "phone",
  "address",
  "addressLine2",
  "city",
  "state",
  "country",
  "postalCode",
] as const;
