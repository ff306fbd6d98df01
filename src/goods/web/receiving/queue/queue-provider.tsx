import {
  useEffect,
  useMemo,
  type ReactNode,
  lazy,
  useState,
  createContext,
  useContext,
  useSyncExternalStore,
} from "react";
import { brandSlug } from "#platform/rules/brand.ts";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { createQueue, type Queue } from "./create-queue.ts";
import { openReceivingStore, type QueueState } from "./queue-records.ts";
import { Alert, Anchor, Group } from "@mantine/core";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { ReceivingQueue } from "#goods/web/receiving/receiving-queue.ts";

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

const SignInDialog = lazy(async () => ({
  default: (await import("#people/web/auth/sign-in-dialog.tsx")).SignInDialog,
}));

/** Why records wait, where somebody can do something about it. Signing in does not leave the desk and what is on it. */
export function QueueNotices(props: { isSignedOut: boolean }) {
  const { items, isFull, otherAccountCount, isSignInNeeded } = useQueueState();
  const [isOpen, setOpen] = useState(false);
  const count = items.filter(({ state }) => state !== "refused").length;
  const isNeeded = isSignInNeeded || props.isSignedOut;
  if (isOpen && !isNeeded) setOpen(false);
  return (
    <>
      <LazyPart isWanted={isOpen}>
        <SignInDialog isOpen={isOpen} onClose={() => setOpen(false)} />
      </LazyPart>
      <div role="status">
        {isNeeded ? (
          <Alert color="orange" mb="sm">
            <Group justify="space-between" gap="xs">
              <span>{t("receiving-queue.signInNeeded", { count })}</span>
              <Anchor
                component="button"
                type="button"
                inherit
                py={10}
                fw={600}
                onClick={() => setOpen(true)}
              >
                {t("receiving-queue.signIn")}
              </Anchor>
            </Group>
          </Alert>
        ) : null}
        {isFull ? (
          <Alert color="red" mb="sm">
            {t("receiving-queue.full")}
          </Alert>
        ) : null}
        {otherAccountCount > 0 ? (
          <Alert color="gray" mb="sm">
            {t("receiving-queue.otherAccount", { count: otherAccountCount })}
          </Alert>
        ) : null}
      </div>
    </>
  );
}

/** The queue of an account on this device. */
type QueueAccount = {
  readonly userId: string;
  readonly queue: Queue;
};

const QueueContext = createContext<QueueAccount | null>(null);

export function useQueueAccount(): QueueAccount {
  const account = useContext(QueueContext);
  if (account === null) throw new Error("The receiving queue needs a QueueProvider above it.");
  return account;
}

/** What the desk's own notices show of the queue. */
function useQueueState(): QueueState {
  const { queue } = useQueueAccount();
  return useSyncExternalStore(queue.subscribe, queue.state);
}

/** The queue of the account at the desk; needs a QueueProvider above it. */
export function useReceivingQueue(): ReceivingQueue {
  const { queue } = useQueueAccount();
  const { items, isRead, isOnline, isFull } = useQueueState();
  return useMemo(() => {
    const { add, resend, addMove, resendMove, discard, onReceived } = queue;
    const changes = { add, resend, addMove, resendMove, discard };
    return { items, isRead, isOnline, isFull, ...changes, onReceived };
  }, [queue, items, isRead, isOnline, isFull]);
}
