import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useMatches } from "react-router";
import { useApi } from "./api-of-ui.ts";
import { usePublicSettings } from "./session.tsx";

/** What the module of a page may export as `handle`; it reads with the queries of its module. */
export type PageHandle<Queries = unknown> = {
  /** Starts reading what the page shows first, before it is known whether somebody is signed in. */
  readonly startReading?: (api: Queries, queryClient: QueryClient, search: URLSearchParams) => void;
};

/** Reads the first data of the page at this address while the session is loading, instead of after it. */
export function EarlyReading() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { isInMaintenance } = usePublicSettings();
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  // While it is rendered, as `usePrefetchQuery` does: on a slow phone an effect runs a quarter of a second later.
  useState(() => {
    // During maintenance a page loads nothing.
    if (!isInMaintenance) handle?.startReading?.(api, queryClient, new URLSearchParams(search));
  });
  return null;
}
