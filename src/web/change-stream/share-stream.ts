/** One stream for all tabs of a browser: the tab that holds the lock follows, and tells the others. */
import type { Change } from "#contract/change-stream.ts";

type Message =
  | { readonly kind: "told"; readonly changes: readonly Change[]; readonly eventId?: string }
  /** A tab has been opened. What it loaded just before may be older than the newest changes. */
  | { readonly kind: "opened" };

type Hear = (changes: readonly Change[], eventId: string | undefined) => void;

const recentMilliseconds = 60_000;

/** Keeps the changes of the last minute. */
function createMemory() {
  let stored: { readonly at: number; readonly changes: readonly Change[] }[] = [];
  const recent = () => {
    stored = stored.filter(({ at }) => at > performance.now() - recentMilliseconds);
    return stored.flatMap(({ changes }) => changes);
  };
  return {
    recent,
    keep: (changes: readonly Change[]) => {
      if (changes.length > 0 && recent().length < 1_000)
        stored.push({ at: performance.now(), changes });
    },
  };
}

/**
 * Lets the tabs that share `name` hear all changes. `follow` is called in one of them at a time, with the id
 * from which to go on; when that tab closes another one takes over. Returns what leaves.
 */
export function shareStream(options: {
  readonly name: string;
  readonly follow: (since: string | undefined, hear: Hear, signal: AbortSignal) => Promise<void>;
  readonly hear: (changes: readonly Change[]) => void;
}): () => void {
  const { name, follow, hear } = options;
  const leaving = new AbortController();
  const { signal } = leaving;
  const channel = new BroadcastChannel(name);
  const memory = createMemory();
  let since: string | undefined;
  let isLeading = false;

  const say = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const notified = (changes: readonly Change[], eventId: string | undefined): Message => ({
    kind: "told",
    changes,
    ...(eventId === undefined ? {} : { eventId }),
  });
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "told") {
      since = data.eventId ?? since;
      hear(data.changes);
    } else if (isLeading) {
      say(notified(memory.recent(), since));
    }
  });
  const lead = async () => {
    isLeading = true;
    await follow(
      since,
      (changes, eventId) => {
        since = eventId ?? since;
        memory.keep(changes);
        say(notified(changes, eventId));
        hear(changes);
      },
      signal,
    );
  };
  say({ kind: "opened" });
  // Without locks, on a page that came unencrypted over a network, each tab follows by itself.
  const locks = "locks" in navigator ? navigator.locks : null;
  void (locks === null ? lead() : locks.request(name, { signal }, lead)).catch(() => undefined);
  return () => {
    leaving.abort();
    channel.close();
  };
}
