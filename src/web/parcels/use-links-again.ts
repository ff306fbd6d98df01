import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#web/api.tsx";

/** Reads parcels and ship requests again, whose links to photos have expired on a page that stayed open. */
export function useLinksAgain(): () => void {
  const client = useQueryClient();
  const { inboundParcels, parcelClaims, shipRequests } = useApi();
  return () => {
    for (const queryKey of [inboundParcels.key(), parcelClaims.key(), shipRequests.key()])
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
}
