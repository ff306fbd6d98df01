import { useQuery } from "@tanstack/react-query";
import { useApi } from "#goods/web/api.ts";

/** The warehouses in which parcels can be received. */
export function useReceivingWarehouses() {
  const api = useApi();
  return useQuery(api.receiving.listReceivingWarehouses.queryOptions({ input: {} }));
}
