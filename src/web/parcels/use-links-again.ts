import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#web/api.tsx";

/** Reads parcels and ship requests again, whose links to photos have expired on a page that stayed open. */
export function useLinksAgain(): () => void {
  const client = useQueryClient();
  const { inboundParcels, parcelClaims, shipRequests, packing } = useApi();
  return () => {
    const areas = [inboundParcels, parcelClaims, shipRequests, packing];
    for (const queryKey of areas.map((area) => area.key()))
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
}
