/** Follows the server's stream of changes, and goes on where it was after every interruption. */
import { getEventMeta } from "@orpc/client";
import type { Change } from "#contract/change-stream.ts";
import { apiErrorCode, type ApiClient } from "#web/api.tsx";

const reconnectMilliseconds = [1_000, 2_000, 5_000, 10_000];
/** The server gives a sign of life every 30 s; after two that did not come the connection is taken for dead. */
const longestSilenceMilliseconds = 75_000;

/** Waits, and ends early when `signal` says so. */
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

/** One connection: resolves or rejects when it is over. */
async function followOnce(
  client: ApiClient,
  since: string | undefined,
  leaving: AbortSignal,
  hear: (changes: readonly Change[], eventId: string | undefined) => void,
): Promise<void> {
  const connection = new AbortController();
  const signal = AbortSignal.any([leaving, connection.signal]);
  let silence: number | undefined;
  const listen = () => {
    window.clearTimeout(silence);
    silence = window.setTimeout(() => connection.abort(), longestSilenceMilliseconds);
  };
  listen();
  try {
    const stream = await client.changeStream.subscribeToChanges(
      {},
      { signal, ...(since === undefined ? {} : { lastEventId: since }) },
    );
    for await (const event of stream) {
      listen();
      hear(event.changes, getEventMeta(event)?.id);
    }
  } finally {
    window.clearTimeout(silence);
    connection.abort();
  }
}

/**
 * Tells every change to `hear`, with the id of its event, until `signal` is aborted or the session is over;
 * that one is told to `endSession`. `since` is the id of the newest event that is known already. A lost
 * connection is made again after 1, 2, 5, then every 10 s.
 */
export async function subscribeToChanges(options: {
  readonly client: ApiClient;
  readonly since: string | undefined;
  readonly signal: AbortSignal;
  readonly hear: (changes: readonly Change[], eventId: string | undefined) => void;
  readonly endSession: () => void;
}): Promise<void> {
  const { client, signal, hear, endSession } = options;
  let { since } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await followOnce(client, since, signal, (changes, eventId) => {
        failures = 0;
        since = eventId ?? since;
        hear(changes, eventId);
      });
    } catch (error) {
      if (apiErrorCode(error) === "signed_out") {
        endSession();
        return;
      }
    }
    if (signal.aborted) return;
    await pause(reconnectMilliseconds[failures] ?? 10_000, signal);
    failures += 1;
  }
}
