// Follows the stream of changes in a test, and keeps what was told.
import { getEventMeta } from "@orpc/client";
import type { Change, ChangeNotice } from "#contract/change-stream.ts";

type Stream = AsyncIteratorObject<ChangeNotice, unknown, void>;

export type Following = {
  /** Every change told so far, oldest first. */
  readonly notified: Change[];
  /** The id of the newest event: where to go on from. */
  lastEventId(): string | undefined;
  eventCount(): number;
  /** Waits until a change of this topic and subject was told; false when it does not come. */
  hears(topic: Change["topic"], subjectId?: string | null): Promise<boolean>;
  /** Waits until the server ends the stream; false when it does not. */
  isOver(): Promise<boolean>;
  /** Leaves the stream. */
  leave(): Promise<void>;
};

async function comes(isSo: () => boolean): Promise<boolean> {
  const deadline = performance.now() + 15_000;
  while (!isSo()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Reads `stream` until it ends; resolves once its first event is there, so that nothing after that is missed. */
export async function follow(stream: Stream | Promise<Stream>): Promise<Following> {
  const opened = await stream;
  const notified: Change[] = [];
  let lastEventId: string | undefined;
  let eventCount = 0;
  let isOver = false;
  const keep = (event: ChangeNotice) => {
    notified.push(...event.changes);
    lastEventId = getEventMeta(event)?.id;
    eventCount += 1;
  };
  const first = await opened.next();
  if (first.done !== true) keep(first.value);
  async function readOn(): Promise<void> {
    for await (const event of opened) keep(event);
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
      comes(() =>
        notified.some(
          (change) =>
            change.topic === topic && (subjectId === undefined || change.subjectId === subjectId),
        ),
      ),
    isOver: () => comes(() => isOver),
    leave: async () => {
      await opened.return?.();
    },
  };
}
