// One open stream: keeps what is to be told until its reader asks, however slow that reader is.
import { withEventMeta } from "@orpc/server";
import type { Change, ChangeNotice } from "#contract/change-stream.ts";
import { eventIdOf, type Position } from "./position.ts";

/** Who follows: one session of one person; staff see everybody's changes. */
export type FollowingSession = {
  readonly sessionId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
};

export type Subscriber = FollowingSession & {
  /** Counts the streams of this server. */
  readonly number: number;
  /** The events as their reader takes them; ends when the reader leaves or `end` is called. */
  readonly events: AsyncIteratorObject<ChangeNotice, void, void>;
  /** Puts `changes` (none: a sign of life) where the reader takes them next, as seen up to `position`. */
  notify(changes: readonly Change[], position: Position): void;
  /** Ends the stream in good order; what waits to be taken is still told. */
  end(): void;
};

/** More than this many at once are told as `everything`. */
const mostWaiting = 100;

type Result = IteratorResult<ChangeNotice, void>;

const over: Result = { done: true, value: undefined };

/** Opens a stream for `session`; `leave` is called once, when nobody reads it any more. */
export function openSubscriber(
  session: FollowingSession,
  { number, leave }: { readonly number: number; readonly leave: () => void },
): Subscriber {
  let waiting: Map<string, Change> | null = null;
  let position: Position | null = null;
  let isOver = false;
  let answer: ((result: Result) => void) | null = null;

  function take(): Result | null {
    if (position === null) return isOver ? over : null;
    const changes = [...(waiting?.values() ?? [])];
    const value = withEventMeta({ changes }, { id: eventIdOf(position) });
    waiting = null;
    position = null;
    return { done: false, value };
  }
  function serve(): void {
    if (answer === null) return;
    const result = take();
    if (result === null) return;
    answer(result);
    answer = null;
  }
  function end(): void {
    if (isOver) return;
    isOver = true;
    leave();
    serve();
  }
  const events: Subscriber["events"] = {
    next() {
      const result = take();
      if (result !== null) return Promise.resolve(result);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    return() {
      position = null;
      end();
      return Promise.resolve(over);
    },
    [Symbol.asyncIterator]: () => events,
    async [Symbol.asyncDispose]() {
      await events.return?.();
    },
  };
  return {
    ...session,
    number,
    events,
    notify(changes, seenUpTo) {
      if (isOver) return;
      for (const change of changes) {
        (waiting ??= new Map()).set(`${change.topic} ${change.subjectId}`, change);
      }
      if (waiting !== null && waiting.size > mostWaiting) {
        waiting = new Map([["everything", { topic: "everything", subjectId: null }]]);
      }
      position = seenUpTo;
      serve();
    },
    end,
  };
}
