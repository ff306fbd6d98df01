import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { brandSlug } from "#platform/rules/brand.ts";
import { isWaiting, openOutboxStore, type OutboxState } from "./outbox-records.ts";
import { createOutbox, type Outbox, type OutboxKind } from "./outbox.ts";

/** How often it is looked whether the oldest record has waited too long. */
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

/** The account at the desk. */
type DeskUser = {
  readonly userId: string;
  /** Whether the session in this browser is that of the account. */
  readonly isSignedIn: boolean;
};

export const DeskUserContext = createContext<DeskUser | null>(null);

/** The account at the desk, under which everything is recorded. */
export function useDeskUser(): DeskUser {
  const user = useContext(DeskUserContext);
  if (user === null) throw new Error("A desk needs a DeskUserContext above it.");
  return user;
}

function openOutbox<Body extends object, Answer>(kind: OutboxKind<Body, Answer>, userId: string) {
  const name = `${brandSlug}-${kind.name}`;
  let channel: BroadcastChannel | null = null;
  const outbox = createOutbox(kind, {
    userId,
    pause,
    store: openOutboxStore<Body>(name),
    now: () => Date.now(),
    isBrowserOnline: () => navigator.onLine,
    announce: () => channel?.postMessage("changed"),
    lock: async (work) =>
      // Without https there are no locks; the keys of the records then keep two tabs from doubling one.
      "locks" in navigator ? await navigator.locks.request(name, work) : await work(),
  });
  const refresh = () => void outbox.refresh().catch(() => undefined);
  // Asks before the page is left while something waits; it would be sent at the next visit.
  const onLeave = (event: BeforeUnloadEvent) => {
    if (outbox.state().records.some(isWaiting)) event.preventDefault();
  };
  const open = () => {
    channel = new BroadcastChannel(name);
    channel.addEventListener("message", refresh);
    refresh();
    const stop = outbox.start();
    const timer = setInterval(refresh, checkMilliseconds);
    window.addEventListener("beforeunload", onLeave);
    window.addEventListener("online", outbox.wake);
    window.addEventListener("offline", outbox.wake);
    // Asked once by the browser; without it records could be removed when the disk is full.
    void navigator.storage?.persist().catch(() => undefined);
    return () => {
      stop();
      clearInterval(timer);
      channel?.close();
      channel = null;
      window.removeEventListener("beforeunload", onLeave);
      window.removeEventListener("online", outbox.wake);
      window.removeEventListener("offline", outbox.wake);
    };
  };
  return { outbox, open };
}

/** The outbox of the account at the desk for records of `kind`, which are sent while this is shown. */
export function useOutbox<Body extends object, Answer>(
  kind: OutboxKind<Body, Answer>,
): { readonly outbox: Outbox<Body, Answer>; readonly state: OutboxState<Body> } {
  const { userId, isSignedIn } = useDeskUser();
  const { outbox, open } = useMemo(() => openOutbox(kind, userId), [kind, userId]);
  useEffect(open, [open]);
  useEffect(() => {
    if (isSignedIn) outbox.wake();
  }, [outbox, isSignedIn]);
  return { outbox, state: useSyncExternalStore(outbox.subscribe, outbox.state) };
}
