import { withEventMeta } from "@orpc/client";
import type { Change, ChangeNotice } from "#platform/contract/change-stream.ts";
import type { ApiClient } from "#app/web/api.ts";

type Connection = {
  /** The last event id that the page sent when it connected. */
  readonly since: string | undefined;
  /** Sends `changes` under the event id `id`. */
  notify(id: string, changes: readonly Change[]): void;
  /** Ends the connection with an error. */
  disconnect(): void;
};

export type FakeStream = {
  readonly subscribeToChanges: ApiClient["changeStream"]["subscribeToChanges"];
  /** All connections so far, oldest first. */
  readonly connections: readonly Connection[];
};

type Listener = (event: ChangeNotice | Error | null) => void;

async function* eventsOf(
  queue: (ChangeNotice | Error | null)[],
  wait: (listener: Listener) => void,
): AsyncGenerator<ChangeNotice, void, void> {
  for (;;) {
    const event = queue.shift() ?? (await new Promise<ChangeNotice | Error | null>(wait));
    if (event === null) return;
    if (event instanceof Error) throw event;
    yield event;
  }
}

/** Creates a change stream without connections. */
export function createFakeStream(): FakeStream {
  const connections: Connection[] = [];
  const connect = (since: string | undefined, signal: AbortSignal | undefined) => {
    const queue: (ChangeNotice | Error | null)[] = [];
    let listener: Listener | null = null;
    const put = (event: ChangeNotice | Error | null) => {
      if (listener === null) queue.push(event);
      else listener(event);
      listener = null;
    };
    signal?.addEventListener("abort", () => put(null));
    connections.push({
      since,
      notify: (id, changes) => put(withEventMeta({ changes: [...changes] }, { id })),
      disconnect: () => put(new Error("The connection was lost.")),
    });
    return eventsOf(queue, (next) => {
      listener = next;
    });
  };
  return {
    connections,
    // The real iterator has more members, which no page uses.
    subscribeToChanges: ((
      _input: unknown,
      options?: { lastEventId?: string; signal?: AbortSignal },
    ) =>
      Promise.resolve(
        connect(options?.lastEventId, options?.signal),
      )) as unknown as FakeStream["subscribeToChanges"],
  };
}
