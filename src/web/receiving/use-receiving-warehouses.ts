import { useQuery } from "@tanstack/react-query";
import { useApi } from "#web/api-of/goods.ts";

/** The warehouses in which parcels can be received. */
export function useReceivingWarehouses() {
  const api = useApi();
  return useQuery(api.receiving.listReceivingWarehouses.queryOptions({ input: {} }));
}
