/** Keeps what an open page shows up to date: hears of changes, and asks again for what they concern. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Change } from "#contract/change-stream.ts";
import { useApi, useApiClient } from "#web/api.tsx";
import { isConcerned } from "./changed-queries.ts";
import { subscribeToChanges } from "./subscribe-to-changes.ts";
import { shareStream } from "./share-stream.ts";

/** A page asks again at most this often, however much changes: with the server's look and the answer, within a second. */
const refreshMilliseconds = 500;
/** When everybody is told to look again, not all do so at one moment. */
const longestSpreadMilliseconds = 1_000;

/** Gathers changes and asks again for what they concern: at once, then at most twice a second. */
function createRefresher(queryClient: QueryClient, personId: string) {
  let waiting: Change[] = [];
  let timer: number | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    const changes = waiting;
    waiting = [];
    timer = undefined;
    lastAt = performance.now();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        changes.some((change) => isConcerned(queryKey, change, personId)),
    });
  };
  return {
    hear(changes: readonly Change[]) {
      if (changes.length === 0) return;
      waiting.push(...changes);
      const spread = changes.some(({ topic }) => topic === "everything")
        ? Math.random() * longestSpreadMilliseconds
        : 0;
      const due = Math.max(0, lastAt + refreshMilliseconds - performance.now()) + spread;
      timer ??= window.setTimeout(refresh, due);
    },
    stop: () => window.clearTimeout(timer),
  };
}

/** Follows the changes of the person who is signed in, for as long as it is shown. Shows nothing itself. */
export function LiveChanges(props: { personId: string }) {
  const { personId } = props;
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(queryClient, personId);
    const leave = shareStream({
      name: `sampan-changes-${personId}`,
      follow: (since, hear, signal) =>
        subscribeToChanges({
          client,
          since,
          signal,
          hear,
          endSession: () =>
            void queryClient.invalidateQueries({ queryKey: api.auth.readSession.key() }),
        }),
      hear: refresher.hear,
    });
    return () => {
      leave();
      refresher.stop();
    };
  }, [api, client, personId, queryClient]);
  return null;
}
