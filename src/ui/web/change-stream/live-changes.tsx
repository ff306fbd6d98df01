import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Change } from "#platform/contract/change-stream.ts";
import { brandSlug } from "#platform/rules/brand.ts";
import { useApi, useApiClient } from "#ui/web/api-of-ui.ts";
import { isConcerned } from "./changed-queries.ts";
import { subscribeToChanges } from "./subscribe-to-changes.ts";
import { shareStream } from "./share-stream.ts";

/** Limits refetches; together with the server's own delay a page stays within one second of a change. */
const refreshMilliseconds = 500;
/** Spreads the refetches of all pages after a change that concerns everybody. */
const maxSpreadMilliseconds = 1_000;

/** Collects changes and invalidates the queries that they concern: at once, then at most twice a second. */
function createRefresher(queryClient: QueryClient, userId: string) {
  let pending: Change[] = [];
  let timer: number | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    const changes = pending;
    pending = [];
    timer = undefined;
    lastAt = performance.now();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => changes.some((change) => isConcerned(queryKey, change, userId)),
    });
  };
  return {
    add(changes: readonly Change[]) {
      if (changes.length === 0) return;
      pending.push(...changes);
      const spread = changes.some(({ topic }) => topic === "everything")
        ? Math.random() * maxSpreadMilliseconds
        : 0;
      const due = Math.max(0, lastAt + refreshMilliseconds - performance.now()) + spread;
      timer ??= window.setTimeout(refresh, due);
    },
    stop: () => window.clearTimeout(timer),
  };
}

/** Keeps the data of open pages up to date while it is mounted. Renders nothing. */
export function LiveChanges(props: { userId: string }) {
  const { userId } = props;
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(queryClient, userId);
    const unsubscribe = shareStream({
      name: `${brandSlug}-changes-${userId}`,
      subscribe: (since, onChanges, signal) =>
        subscribeToChanges({
          client,
          since,
          signal,
          onChanges,
          onSessionEnd: () =>
            void queryClient.invalidateQueries({ queryKey: api.auth.readSession.key() }),
        }),
      onChanges: refresher.add,
    });
    return () => {
      unsubscribe();
      refresher.stop();
    };
  }, [api, client, userId, queryClient]);
  return null;
}
