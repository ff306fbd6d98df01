import type { ReactNode } from "react";
import { warehouseMarks } from "#core/warehouse-parts.ts";
import { useHasWarehouse } from "#web/has-warehouse.ts";

/**
 * The children once a warehouse has been open, `otherwise` before. Public pages are prerendered with both, and the server
 * keeps what holds.
 */
export function WithWarehouse(props: { children: ReactNode; otherwise?: ReactNode }) {
  const hasWarehouse = useHasWarehouse();
  if (!import.meta.env.SSR) return hasWarehouse ? props.children : props.otherwise;
  const { with: withMark, without, end } = warehouseMarks;
  return (
    <>
      {withMark}
      {props.children}
      {end}
      {without}
      {props.otherwise}
      {end}
    </>
  );
}
