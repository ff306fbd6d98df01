import { createContext, useContext } from "react";
import type { roleAccess } from "#platform/rules/role-access.ts";

/** A kind of work of the admin area, by its name in `roleAccess`. */
export type WorkName = keyof typeof roleAccess;

/**
 * Whether the signed-in person has access to a kind of work. For an admin, who has all of it, and outside of the admin
 * area nothing is hidden: only the server decides, and screens leave out what it would reject.
 */
export const PermissionsContext = createContext<(work: WorkName) => boolean>(() => true);

export function useMayUse(work: WorkName): boolean {
  return useContext(PermissionsContext)(work);
}
