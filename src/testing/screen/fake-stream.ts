// A stream of changes for tests of screens: tells what a test says, and breaks when it says so.
import { withEventMeta } from "@orpc/client";
import type { Change, ChangeNotice } from "#contract/change-stream.ts";
import type { ApiClient } from "#web/api.tsx";

type Connection = {
  /** Where the page asked to go on from. */
  readonly since: string | undefined;
  /** Tells the page of `changes` under the event id `id`. */
  notify(id: string, changes: readonly Change[]): void;
  /** Breaks the connection. */
  cut(): void;
};

export type FakeStream = {
  readonly subscribeToChanges: ApiClient["changeStream"]["subscribeToChanges"];
  /** Every connection that pages have made, the first first. */
  readonly connections: readonly Connection[];
};

type Waiting = (event: ChangeNotice | Error | null) => void;

async function* eventsOf(
  queue: (ChangeNotice | Error | null)[],
  wait: (wake: Waiting) => void,
): AsyncGenerator<ChangeNotice, void, void> {
  for (;;) {
    const event = queue.shift() ?? (await new Promise<ChangeNotice | Error | null>(wait));
    if (event === null) return;
    if (event instanceof Error) throw event;
    yield event;
  }
}

/** Makes a stream that nobody follows yet. */
export function createFakeStream(): FakeStream {
  const connections: Connection[] = [];
  const connect = (since: string | undefined, signal: AbortSignal | undefined) => {
    const queue: (ChangeNotice | Error | null)[] = [];
    let wake: Waiting | null = null;
    const put = (event: ChangeNotice | Error | null) => {
      if (wake === null) queue.push(event);
      else wake(event);
      wake = null;
    };
    signal?.addEventListener("abort", () => put(null));
    connections.push({
      since,
      notify: (id, changes) => put(withEventMeta({ changes: [...changes] }, { id })),
      cut: () => put(new Error("The connection was lost.")),
    });
    return eventsOf(queue, (next) => {
      wake = next;
    });
  };
  return {
    connections,
    // The client's own iterator has members that no page uses.
    subscribeToChanges: ((
      _input: unknown,
      options?: { lastEventId?: string; signal?: AbortSignal },
    ) =>
      Promise.resolve(
        connect(options?.lastEventId, options?.signal),
      )) as unknown as FakeStream["subscribeToChanges"],
  };
}
