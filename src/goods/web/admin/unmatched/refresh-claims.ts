import { useQueryClient } from "@tanstack/react-query";
import { keyOfReads } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";

/** Reads again what a decision changes: parcels, claims and the figures of open work. */
export function useClaimsRefresh(): () => void {
  const client = useQueryClient();
  const api = useApi();
  return () => {
    for (const queryKey of [api.parcelClaims.key(), api.inboundParcels.key(), keyOfReads("admin")])
      void client.invalidateQueries({ queryKey });
  };
}
