import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#web/api.tsx";

/** Reads the parcels again, whose links to photos have expired on a page that stayed open. */
export function useLinksAgain(): () => void {
  const client = useQueryClient();
  const queryKey = useApi().inboundParcels.key();
  return () => void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
