import { createContext, useContext } from "react";
import type { roleAccess } from "#platform/rules/role-access.ts";
import { usePublicSettings } from "./session.tsx";

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

/** Whether a warehouse has been entered, for the pages of staff; null outside of them. */
export const WarehouseEnteredContext = createContext<boolean | null>(null);

/**
 * Whether what belongs to the warehouse is shown: to staff once a warehouse has been entered, to everybody else once one
 * has been open.
 */
export function useHasWarehouse(): boolean {
  const { hasWarehouse } = usePublicSettings();
  return useContext(WarehouseEnteredContext) ?? hasWarehouse;
}
