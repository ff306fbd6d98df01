import { useEffect, useMemo, type ReactNode } from "react";
import { brandSlug } from "#platform/rules/brand.ts";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { createQueue, type Queue } from "./create-queue.ts";
import { QueueContext } from "./queue-context.ts";
import { openReceivingStore } from "./receiving-store.ts";

/** Of the lock under which one tab sends, and of the channel on which tabs report changes. */
const sharedName = `${brandSlug}-receiving-queue`;

/** How often the queue looks whether its oldest record has waited too long. */
const checkMilliseconds = 60_000;

/** A longer timer would end at once. */
const longestTimerMilliseconds = 2 ** 31 - 1;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, longestTimerMilliseconds));
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

async function lock<Result>(work: () => Promise<Result>): Promise<Result> {
  // Without https there are no locks; the idempotency keys then keep two tabs from doubling a record.
  if (!("locks" in navigator)) return await work();
  return await navigator.locks.request(sharedName, work);
}

function openQueue(userId: string, client: ApiClient): Queue & { readonly close: () => void } {
  const channel = new BroadcastChannel(sharedName);
  const queue = createQueue({
    userId,
    client,
    store: openReceivingStore(),
    lock,
    pause,
    now: () => Date.now(),
    isBrowserOnline: () => navigator.onLine,
    announce: () => channel.postMessage("changed"),
  });
  channel.addEventListener("message", () => void queue.refresh().catch(() => undefined));
  return { ...queue, close: () => channel.close() };
}

/** Asks before the page is left while something waits to be sent; it would be sent at the next visit. */
function warnBeforeLeaving(queue: Queue): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    if (queue.state().items.some(({ state }) => state !== "refused")) event.preventDefault();
  };
  window.addEventListener("beforeunload", onLeave);
  return () => window.removeEventListener("beforeunload", onLeave);
}

/** @param props.isSignedIn whether the session in this browser is that of the account. */
export function QueueProvider(props: { userId: string; isSignedIn: boolean; children: ReactNode }) {
  const { userId, isSignedIn } = props;
  const client = useApiClient();
  const account = useMemo(() => ({ userId, queue: openQueue(userId, client) }), [userId, client]);
  const { queue } = account;
  useEffect(() => {
    const refresh = () => void queue.refresh().catch(() => undefined);
    refresh();
    const stop = queue.start();
    const stopWarning = warnBeforeLeaving(queue);
    const timer = setInterval(refresh, checkMilliseconds);
    window.addEventListener("online", queue.wake);
    window.addEventListener("offline", queue.wake);
    // Asked once by the browser; without it records could be removed when the disk is full.
    void navigator.storage?.persist().catch(() => undefined);
    return () => {
      stop();
      stopWarning();
      clearInterval(timer);
      window.removeEventListener("online", queue.wake);
      window.removeEventListener("offline", queue.wake);
    };
  }, [queue]);
  useEffect(() => {
    if (isSignedIn) queue.wake();
  }, [queue, isSignedIn]);
  return <QueueContext value={account}>{props.children}</QueueContext>;
}
