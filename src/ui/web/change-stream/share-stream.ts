import type { Change } from "#platform/contract/change-stream.ts";

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
