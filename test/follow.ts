import { getEventMeta } from "@orpc/client";
import type { Change, ChangeNotice } from "#platform/contract/change-stream.ts";

type Stream = AsyncIteratorObject<ChangeNotice, unknown, void>;

/** A stream of changes that is read in the background. */
export type FollowedStream = {
  /** Every change received so far, oldest first. */
  readonly changes: Change[];
  /** The id of the newest event, with which another stream resumes. */
  lastEventId(): string | undefined;
  eventCount(): number;
  /** Waits for a change of this topic and subject; false when it does not arrive in time. */
  receives(topic: Change["topic"], subjectId?: string | null): Promise<boolean>;
  /** Waits for the server to end the stream; false when it does not in time. */
  ends(): Promise<boolean>;
  close(): Promise<void>;
};

async function waitUntil(isTrue: () => boolean): Promise<boolean> {
  const deadline = performance.now() + 15_000;
  while (!isTrue()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Reads `stream` until it ends; resolves with its first event, so that no change after that is missed. */
export async function follow(stream: Stream | Promise<Stream>): Promise<FollowedStream> {
  const opened = await stream;
  const changes: Change[] = [];
  let lastEventId: string | undefined;
  let eventCount = 0;
  let isEnded = false;
  const record = (event: ChangeNotice) => {
    changes.push(...event.changes);
    lastEventId = getEventMeta(event)?.id;
    eventCount += 1;
  };
  const first = await opened.next();
  if (first.done !== true) record(first.value);
  async function readOn(): Promise<void> {
    for await (const event of opened) record(event);
    isEnded = true;
  }
  void readOn().catch(() => {
    isEnded = true;
  });
  return {
    changes,
    lastEventId: () => lastEventId,
    eventCount: () => eventCount,
    receives: (topic, subjectId) =>
      waitUntil(() =>
        changes.some(
          (change) =>
            change.topic === topic && (subjectId === undefined || change.subjectId === subjectId),
        ),
      ),
    ends: () => waitUntil(() => isEnded),
    close: async () => {
      await opened.return?.();
    },
  };
}
