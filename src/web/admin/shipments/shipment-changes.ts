/** Brings what the screens know of a package up to date after staff have changed it. */
import { useQueryClient } from "@tanstack/react-query";
import type { Shipment } from "#contract/packages.ts";
import { useApi } from "#web/api.tsx";

/**
 * What to do with the server's answer to a change: `keep` a changed package, `forget` a deleted one, `refresh` all
 * where the answer does not tell what there is now.
 */
export function useShipmentChanges(): {
  readonly keep: (shipment: Shipment) => void;
  readonly clear: (packageId: string) => void;
  readonly refresh: () => void;
} {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: api.packages.key() });
  return {
    refresh,
    keep: (shipment) => {
      queryClient.setQueryData(
        api.packages.readShipment.queryKey({ input: { packageId: shipment.id } }),
        (before) => (before ? { ...before, package: shipment } : before),
      );
      refresh();
    },
    clear: (packageId) => {
      queryClient.removeQueries({
        queryKey: api.packages.readShipment.queryKey({ input: { packageId } }),
      });
      refresh();
    },
  };
}
