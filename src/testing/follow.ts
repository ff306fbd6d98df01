import { getEventMeta } from "@orpc/client";
import type { Change, ChangeNotice } from "#contract/change-stream.ts";

type Stream = AsyncIteratorObject<ChangeNotice, unknown, void>;

export type Following = {
  /** Every received change, oldest first. */
  readonly notified: Change[];
  /** The id of the newest event, to resume from. */
  lastEventId(): string | undefined;
  eventCount(): number;
  /** Waits for a change of this topic and subject; false when it does not arrive. */
  hears(topic: Change["topic"], subjectId?: string | null): Promise<boolean>;
  /** Waits until the server closes the stream; false when it does not. */
  isOver(): Promise<boolean>;
  /** Closes the stream. */
  leave(): Promise<void>;
};

async function waitFor(isSo: () => boolean): Promise<boolean> {
  const deadline = performance.now() + 15_000;
  while (!isSo()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Reads `stream` until it ends; resolves after its first event. */
export async function follow(stream: Stream | Promise<Stream>): Promise<Following> {
  const opened = await stream;
  const notified: Change[] = [];
  let lastEventId: string | undefined;
  let eventCount = 0;
  let isOver = false;
  const store = (event: ChangeNotice) => {
    notified.push(...event.changes);
    lastEventId = getEventMeta(event)?.id;
    eventCount += 1;
  };
  const first = await opened.next();
  if (first.done !== true) store(first.value);
  async function readOn(): Promise<void> {
    for await (const event of opened) store(event);
    isOver = true;
  }
  void readOn().catch(() => {
    isOver = true;
  });
  return {
    notified,
    lastEventId: () => lastEventId,
    eventCount: () => eventCount,
    hears: (topic, subjectId) =>
      waitFor(() =>
        notified.some(
          (change) =>
            change.topic === topic && (subjectId === undefined || change.subjectId === subjectId),
        ),
      ),
    isOver: () => waitFor(() => isOver),
    leave: async () => {
      await opened.return?.();
    },
  };
}
