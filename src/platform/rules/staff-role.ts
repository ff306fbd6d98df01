/** The roles that an admin can grant. An admin (`isAdmin`) may do what each of them may, and more. */
export const staffRoles = ["receiver", "packer", "support", "finance", "manager"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** What decides about somebody's access to operations and pages for staff. */
export type StaffMember = {
  readonly isAdmin: boolean;
  /** The roles that were granted, without those that a manager has with that role. */
  readonly roles: readonly StaffRole[];
  readonly hasTwoFactor: boolean;
};

/** The access level of what is for admins alone, or for admins and the named roles. */
export type StaffAccess = "admin" | { readonly roles: readonly StaffRole[] };

const rolesWithTwoFactor: readonly StaffRole[] = ["finance", "manager"];

/** Whether somebody has a role that `access` names. A manager has every role, and an admin everything. */
export function hasStaffAccess(
  { isAdmin, roles }: Omit<StaffMember, "hasTwoFactor">,
  access: StaffAccess,
): boolean {
  if (isAdmin) return true;
  if (access === "admin") return false;
  return roles.some((role) => role === "manager" || access.roles.includes(role));
}

/** Whether a role requires two-factor authentication, which is not on: nothing for staff is open until it is. */
export function mustSetUpTwoFactor({ isAdmin, roles, hasTwoFactor }: StaffMember): boolean {
  return !isAdmin && !hasTwoFactor && roles.some((role) => rolesWithTwoFactor.includes(role));
}

/** Whether somebody may use now what is for `access`. */
export function mayUse(member: StaffMember, access: StaffAccess): boolean {
  return hasStaffAccess(member, access) && !mustSetUpTwoFactor(member);
}

/** What decides about the pages that somebody of staff may open. */
export type StaffVisitor = StaffMember & {
  readonly isWarehouseEntered: boolean;
};

/** Whether somebody is an admin or has a role. */
export function isStaff(person: {
  readonly isAdmin: boolean;
  readonly roles: readonly string[];
}): boolean {
  return person.isAdmin || person.roles.length > 0;
}
