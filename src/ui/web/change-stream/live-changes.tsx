import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Change } from "#platform/contract/change-stream.ts";
import { brandSlug } from "#platform/rules/brand.ts";
import { useApi, useApiClient, type ApiClient } from "#ui/web/api-of-ui.ts";
import { isConcerned } from "./changed-queries.ts";
import { getEventMeta } from "@orpc/client";
import { apiErrorCode } from "#ui/web/api.tsx";

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

type Message =
  | { readonly kind: "changes"; readonly changes: readonly Change[]; readonly eventId?: string }
  /** A tab was opened. The data that it has just loaded may be older than the newest changes. */
  | { readonly kind: "opened" };

type OnChanges = (changes: readonly Change[], eventId: string | undefined) => void;

const recentMilliseconds = 60_000;

/** Stores the changes of the last minute. */
function createRecentChanges() {
  let stored: { readonly at: number; readonly changes: readonly Change[] }[] = [];
  const recent = () => {
    stored = stored.filter(({ at }) => at > performance.now() - recentMilliseconds);
    return stored.flatMap(({ changes }) => changes);
  };
  return {
    recent,
    add: (changes: readonly Change[]) => {
      if (changes.length > 0 && recent().length < 1_000)
        stored.push({ at: performance.now(), changes });
    },
  };
}

/**
 * One stream for all tabs of a browser that share `name`. `subscribe` is called in one tab at a time, the one that
 * holds the lock, with the id of the last event; when that tab closes another one takes over. Returns a function that
 * unsubscribes.
 */
export function shareStream(options: {
  readonly name: string;
  readonly subscribe: (
    since: string | undefined,
    onChanges: OnChanges,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly onChanges: (changes: readonly Change[]) => void;
}): () => void {
  const { name, subscribe, onChanges } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const channel = new BroadcastChannel(name);
  const recentChanges = createRecentChanges();
  let since: string | undefined;
  let isLeading = false;

  const post = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const changesMessage = (changes: readonly Change[], eventId: string | undefined): Message => ({
    kind: "changes",
    changes,
    ...(eventId === undefined ? {} : { eventId }),
  });
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "changes") {
      since = data.eventId ?? since;
      onChanges(data.changes);
    } else if (isLeading) {
      post(changesMessage(recentChanges.recent(), since));
    }
  });
  const lead = async () => {
    isLeading = true;
    await subscribe(
      since,
      (changes, eventId) => {
        since = eventId ?? since;
        recentChanges.add(changes);
        post(changesMessage(changes, eventId));
        onChanges(changes);
      },
      signal,
    );
  };
  post({ kind: "opened" });
  // Browsers offer no locks on pages loaded without encryption; each tab then has its own stream.
  const locks = "locks" in navigator ? navigator.locks : null;
  void (locks === null ? lead() : locks.request(name, { signal }, lead)).catch(() => undefined);
  return () => {
    controller.abort();
    channel.close();
  };
}

const reconnectMilliseconds = [1_000, 2_000, 5_000, 10_000];
/** The server sends a heartbeat every 30 s; after two missed ones the connection counts as lost. */
const maxSilenceMilliseconds = 75_000;

/** Resolves early when `signal` is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** One connection; resolves or rejects when it ends. */
async function connectOnce(
  client: ApiClient,
  since: string | undefined,
  stopSignal: AbortSignal,
  onChanges: (changes: readonly Change[], eventId: string | undefined) => void,
): Promise<void> {
  const connection = new AbortController();
  const signal = AbortSignal.any([stopSignal, connection.signal]);
  let silenceTimer: number | undefined;
  const resetSilenceTimer = () => {
    window.clearTimeout(silenceTimer);
    silenceTimer = window.setTimeout(() => connection.abort(), maxSilenceMilliseconds);
  };
  resetSilenceTimer();
  try {
    const stream = await client.changeStream.subscribeToChanges(
      {},
      { signal, ...(since === undefined ? {} : { lastEventId: since }) },
    );
    for await (const event of stream) {
      resetSilenceTimer();
      onChanges(event.changes, getEventMeta(event)?.id);
    }
  } finally {
    window.clearTimeout(silenceTimer);
    connection.abort();
  }
}

/**
 * Calls `onChanges` with every change and the id of its event, until `signal` is aborted or the session has ended,
 * which calls `onSessionEnd`. `since` is the id of the newest known event. Reconnects after 1, 2, 5, then every 10 s.
 */
export async function subscribeToChanges(options: {
  readonly client: ApiClient;
  readonly since: string | undefined;
  readonly signal: AbortSignal;
  readonly onChanges: (changes: readonly Change[], eventId: string | undefined) => void;
  readonly onSessionEnd: () => void;
}): Promise<void> {
  const { client, signal, onChanges, onSessionEnd } = options;
  let { since } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await connectOnce(client, since, signal, (changes, eventId) => {
        failures = 0;
        since = eventId ?? since;
        onChanges(changes, eventId);
      });
    } catch (error) {
      if (apiErrorCode(error) === "signed_out") {
        onSessionEnd();
        return;
      }
    }
    if (signal.aborted) return;
    await pause(reconnectMilliseconds[failures] ?? 10_000, signal);
    failures += 1;
  }
}
