import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#web/api.tsx";

/** Reads the parcels again, whose links to photos have expired on a page that stayed open. */
export function useLinksAgain(): () => void {
  const client = useQueryClient();
  const { inboundParcels, parcelClaims } = useApi();
  return () => {
    for (const queryKey of [inboundParcels.key(), parcelClaims.key()])
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
}
