import { warehouseMarks } from "#catalogue/rules/warehouse-parts.ts";
import { useHasWarehouse } from "#ui/web/has-warehouse.ts";
import type { Elements } from "#ui/web/elements.ts";

/**
 * The children once a warehouse has been open, `otherwise` before. Public pages are prerendered with both, and the server
 * keeps what holds.
 */
export function WithWarehouse(props: { children: Elements; otherwise?: Elements }) {
  const hasWarehouse = useHasWarehouse();
  if (!import.meta.env.SSR) return hasWarehouse ? props.children : props.otherwise;
  /* oxlint-disable screens/lone-text -- the server takes the marks out before a browser reads the page */
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
