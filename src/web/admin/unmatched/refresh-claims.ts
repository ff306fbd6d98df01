import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#web/api.tsx";

/** Reads again what a decision changes: parcels, claims and the figures of open work. */
export function useClaimsRefresh(): () => void {
  const client = useQueryClient();
  const api = useApi();
  return () => {
    for (const queryKey of [api.parcelClaims.key(), api.inboundParcels.key(), api.admin.key()])
      void client.invalidateQueries({ queryKey });
  };
}
