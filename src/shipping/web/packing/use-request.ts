import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { useApi } from "#shipping/web/api.ts";

/** A ship request at the packing desk, and how its answers are shown at once. */
export function useRequest(shipRequestId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const options = api.packing.readShipRequest.queryOptions({ input: { shipRequestId } });
  const query = useQuery(options);
  const { queryKey } = options;
  const show = useCallback(
    (request: PackingRequest) => {
      queryClient.setQueryData(queryKey, request);
      void queryClient.invalidateQueries({ queryKey: api.packing.listQueue.key() });
    },
    // The key differs by the request alone, for which the page is mounted anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [queryClient],
  );
  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: api.packing.key() }),
    [queryClient, api],
  );
  return { query, show, refresh };
}
