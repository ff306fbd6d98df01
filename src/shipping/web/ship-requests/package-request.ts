import { useQuery } from "@tanstack/react-query";
import { useApi } from "#shipping/web/api.ts";
import type { Package } from "#goods/contract/packages.ts";
import { isOpenForParcels } from "#goods/rules/package-stage.ts";

/** The newest ship request of an own package; null while there is none or it is not loaded. */
export function usePackageRequest(packageId: string) {
  const query = useQuery(
    useApi().shipRequests.listShipRequests.queryOptions({ input: { packageId, pageSize: 1 } }),
  );
  return { request: query.data?.items[0] ?? null, query };
}

/** Whether the customer can have a package sent: something of it is here, and nothing was requested yet. */
export function isShippable(pkg: Pick<Package, "origin" | "stage" | "parcelsHereCount">): boolean {
  return isOpenForParcels(pkg) && pkg.parcelsHereCount > 0;
}
