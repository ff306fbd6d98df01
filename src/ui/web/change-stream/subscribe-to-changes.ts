import { getEventMeta } from "@orpc/client";
import type { Change } from "#platform/contract/change-stream.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import type { ApiClient } from "#ui/web/api-of-ui.ts";

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
