import { useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";

/** The newest ship request of an own package; null while there is none or it is not loaded. */
export function usePackageRequest(packageId: string) {
  const query = useQuery(
    useApi().shipRequests.listShipRequests.queryOptions({ input: { packageId, pageSize: 1 } }),
  );
  return { request: query.data?.items[0] ?? null, query };
}
