// In a file of its own, since every page loads it.

/** Whether somebody is an admin or has a role. */
export function isStaff(person: {
  readonly isAdmin: boolean;
  readonly roles: readonly string[];
}): boolean {
  return person.isAdmin || person.roles.length > 0;
}
