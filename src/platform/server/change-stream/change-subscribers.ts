import type { Change } from "#platform/contract/change-stream.ts";
import { readsChangesOfOthers, readsTopic } from "#platform/rules/change-topic.ts";
import { broadcastTopics, type RecordedChange } from "./change-queries.ts";
import type { Position } from "./position.ts";
import type { Subscriber, SubscriberSession } from "./subscriber.ts";

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
