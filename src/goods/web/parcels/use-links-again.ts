import { useQueryClient } from "@tanstack/react-query";
import { keyOfReads } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";

/** Reads parcels and ship requests again, whose links to photos have expired on a page that stayed open. */
export function useLinksAgain(): () => void {
  const client = useQueryClient();
  const { inboundParcels, parcelClaims } = useApi();
  return () => {
    const keys = [
      inboundParcels.key(),
      parcelClaims.key(),
      keyOfReads("shipRequests"),
      keyOfReads("packing"),
    ];
    for (const queryKey of keys)
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
}
