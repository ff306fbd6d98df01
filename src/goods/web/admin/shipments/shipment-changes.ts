import { useQueryClient } from "@tanstack/react-query";
import type { Shipment } from "#goods/contract/packages.ts";
import { useApi } from "#goods/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";

/**
 * Updates the cached packages after a change: `store` a changed package, `remove` a deleted one, `refresh` all where
 * the response does not contain the new state.
 */
export function useShipmentChanges(): {
  readonly store: (pkg: Shipment) => void;
  readonly remove: (packageId: string) => void;
  readonly refresh: () => void;
} {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefetch();
  return {
    refresh,
    store: (pkg) => {
      queryClient.setQueryData(
        api.packages.readShipment.queryKey({ input: { packageId: pkg.id } }),
        (before) => (before ? { ...before, package: pkg } : before),
      );
      refresh();
    },
    remove: (packageId) => {
      queryClient.removeQueries({
        queryKey: api.packages.readShipment.queryKey({ input: { packageId } }),
      });
    },
  };
}
