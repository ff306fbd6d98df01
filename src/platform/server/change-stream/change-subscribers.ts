import type { Change, ChangeNotice } from "#platform/contract/change-stream.ts";
import { readsChangesOfOthers, readsTopic } from "#platform/rules/change-topic.ts";
import { broadcastTopics, type RecordedChange } from "./change-queries.ts";
import { type Position, eventIdOf } from "./position.ts";
import { withEventMeta } from "@orpc/server";
import type { StaffMember } from "#platform/rules/staff-role.ts";

/** The open streams of this server. */
export type ChangeSubscribers = {
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
  readonly size: number;
  all(): Iterable<Subscriber>;
  ofUser(userId: string): ReadonlySet<Subscriber>;
  /** Sends everyone the changes that concern them, and staff those of others that their roles permit. */
  notify(changes: readonly RecordedChange[], position: Position): void;
};

const none: ReadonlySet<Subscriber> = new Set();

function isBroadcast(topic: Change["topic"]): boolean {
  return (broadcastTopics as readonly string[]).includes(topic);
}

/** Those of `changes` that concern the user or everyone, and to staff those of others that their roles permit. */
export function changesFor(
  session: SubscriberSession,
  changes: readonly RecordedChange[],
): Change[] {
  return changes
    .filter(({ topic, userId }) => {
      if (userId === session.userId || readsTopic(session, topic)) return true;
      return userId === null && isBroadcast(topic);
    })
    .map(({ topic, subjectId }) => ({ topic, subjectId }));
}

export function createChangeSubscribers(): ChangeSubscribers {
  const all = new Set<Subscriber>();
  const staff = new Set<Subscriber>();
  const byUser = new Map<string, Set<Subscriber>>();
  const ofUser = (userId: string) => byUser.get(userId) ?? none;
  return {
    get size() {
      return all.size;
    },
    all: () => all,
    ofUser,
    add(subscriber) {
      all.add(subscriber);
      if (readsChangesOfOthers(subscriber)) staff.add(subscriber);
      const own = byUser.get(subscriber.userId) ?? new Set();
      byUser.set(subscriber.userId, own.add(subscriber));
    },
    remove(subscriber) {
      all.delete(subscriber);
      staff.delete(subscriber);
      const own = byUser.get(subscriber.userId);
      own?.delete(subscriber);
      if (own?.size === 0) byUser.delete(subscriber.userId);
    },
    notify(changes, position) {
      if (changes.length === 0) return;
      for (const subscriber of staff) {
        const permitted = changesFor(subscriber, changes);
        if (permitted.length > 0) subscriber.notify(permitted, position);
      }
      for (const { userId, topic, subjectId } of changes) {
        const concerned = userId === null ? (isBroadcast(topic) ? all : none) : ofUser(userId);
        for (const subscriber of concerned) {
          if (!staff.has(subscriber)) subscriber.notify([{ topic, subjectId }], position);
        }
      }
    },
  };
}

/** Staff get everyone's changes of the topics that their roles permit, and admins all. */
export type SubscriberSession = StaffMember & {
  readonly sessionId: string;
  readonly userId: string;
};

/** One open stream, which queues changes until its reader takes them, however slow that reader is. */
export type Subscriber = SubscriberSession & {
  /** Counts up with each stream of this server. */
  readonly number: number;
  /** Ends when the reader stops or `end` is called. */
  readonly events: AsyncIteratorObject<ChangeNotice, void, void>;
  /** Queues `changes` (none: a heartbeat), as read up to `position`. */
  notify(changes: readonly Change[], position: Position): void;
  /** Ends the stream after its reader has taken what is queued. */
  end(): void;
};

/** More queued changes than this are replaced with one `everything`. */
const maxQueuedChanges = 100;

type Result = IteratorResult<ChangeNotice, void>;

const done: Result = { done: true, value: undefined };

/** `onEnd` is called once, when the stream ends for whichever reason. */
export function openSubscriber(
  session: SubscriberSession,
  { number, onEnd }: { readonly number: number; readonly onEnd: () => void },
): Subscriber {
  let queued: Map<string, Change> | null = null;
  let position: Position | null = null;
  let isEnded = false;
  let resolveNext: ((result: Result) => void) | null = null;

  function takeNext(): Result | null {
    if (position === null) return isEnded ? done : null;
    const changes = [...(queued?.values() ?? [])];
    const value = withEventMeta({ changes }, { id: eventIdOf(position) });
    queued = null;
    position = null;
    return { done: false, value };
  }
  function deliver(): void {
    if (resolveNext === null) return;
    const result = takeNext();
    if (result === null) return;
    resolveNext(result);
    resolveNext = null;
  }
  function end(): void {
    if (isEnded) return;
    isEnded = true;
    onEnd();
    deliver();
  }
  const events: Subscriber["events"] = {
    next() {
      const result = takeNext();
      if (result !== null) return Promise.resolve(result);
      return new Promise((resolve) => {
        resolveNext = resolve;
      });
    },
    return() {
      position = null;
      end();
      return Promise.resolve(done);
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
    notify(changes, readUpTo) {
      if (isEnded) return;
      for (const change of changes) {
        (queued ??= new Map()).set(`${change.topic} ${change.subjectId}`, change);
      }
      if (queued !== null && queued.size > maxQueuedChanges) {
        queued = new Map([["everything", { topic: "everything", subjectId: null }]]);
      }
      position = readUpTo;
      deliver();
    },
    end,
  };
}
