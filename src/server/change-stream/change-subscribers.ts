import type { Change } from "#contract/change-stream.ts";
import { broadcastTopics, type RecordedChange } from "./change-queries.ts";
import type { Position } from "./position.ts";
import type { Subscriber } from "./subscriber.ts";

/** The open streams of this server. */
export type ChangeSubscribers = {
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
  readonly size: number;
  all(): Iterable<Subscriber>;
  ofUser(userId: string): ReadonlySet<Subscriber>;
  /** Sends customers the changes that concern them, and admins all. */
  notify(changes: readonly RecordedChange[], position: Position): void;
};

const none: ReadonlySet<Subscriber> = new Set();

function isBroadcast(topic: Change["topic"]): boolean {
  return (broadcastTopics as readonly string[]).includes(topic);
}

export function createChangeSubscribers(): ChangeSubscribers {
  const all = new Set<Subscriber>();
  const admins = new Set<Subscriber>();
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
      if (subscriber.isAdmin) admins.add(subscriber);
      const own = byUser.get(subscriber.userId) ?? new Set();
      byUser.set(subscriber.userId, own.add(subscriber));
    },
    remove(subscriber) {
      all.delete(subscriber);
      admins.delete(subscriber);
      const own = byUser.get(subscriber.userId);
      own?.delete(subscriber);
      if (own?.size === 0) byUser.delete(subscriber.userId);
    },
    notify(changes, position) {
      if (changes.length === 0) return;
      const forAdmins = changes.map(({ topic, subjectId }) => ({ topic, subjectId }));
      for (const subscriber of admins) subscriber.notify(forAdmins, position);
      for (const { userId, topic, subjectId } of changes) {
        const concerned = userId === null ? (isBroadcast(topic) ? all : none) : ofUser(userId);
        for (const subscriber of concerned) {
          if (!subscriber.isAdmin) subscriber.notify([{ topic, subjectId }], position);
        }
      }
    },
  };
}
