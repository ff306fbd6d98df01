import { createContext, useContext } from "react";
import { usePublicSettings } from "./session.tsx";

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
