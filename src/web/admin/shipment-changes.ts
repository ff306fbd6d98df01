/** Brings what the screens know of a package up to date after staff have changed it. */
import { useQueryClient } from "@tanstack/react-query";
import type { Shipment } from "#contract/packages.ts";
import { useApi } from "#web/api.tsx";

/** What to do with the server's answer to a change: `keep` a changed package, `forget` a deleted one. */
export function useShipmentChanges(): {
  readonly keep: (shipment: Shipment) => void;
  readonly forget: (packageId: string) => void;
} {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    keep: (shipment) => {
      queryClient.setQueryData(
        api.packages.readShipment.queryKey({ input: { packageId: shipment.id } }),
        (before) => (before ? { ...before, package: shipment } : before),
      );
      void queryClient.invalidateQueries({ queryKey: api.packages.key() });
    },
    forget: (packageId) => {
      queryClient.removeQueries({
        queryKey: api.packages.readShipment.queryKey({ input: { packageId } }),
      });
      void queryClient.invalidateQueries({ queryKey: api.packages.key() });
    },
  };
}
