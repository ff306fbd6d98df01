import { createContext, useContext } from "react";
import type { StaffAccess, StaffMember } from "#core/staff-role.ts";
import { mayUse } from "#core/staff-role.ts";

/**
 * The member of staff for whom the admin area is shown. Without one nothing is hidden: only the server decides what
 * somebody may do, and screens leave out what it would refuse.
 */
export const StaffMemberContext = createContext<StaffMember>({
  isAdmin: true,
  roles: [],
  hasTwoFactor: true,
});

/** Whether what is for `access` is shown. */
export function useMayUse(access: StaffAccess): boolean {
  return mayUse(useContext(StaffMemberContext), access);
}
