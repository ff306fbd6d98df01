// Those who follow changes on this server, found by whom a change concerns.
import type { Change } from "#contract/change-stream.ts";
import type { Subscriber } from "./subscriber.ts";
import type { Position } from "./position.ts";
import { topicsOfEverybody, type NotedChange } from "./change-queries.ts";

export type ChangeSubscribers = {
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
  readonly size: number;
  all(): Iterable<Subscriber>;
  /** The streams of one person. */
  of(userId: string): ReadonlySet<Subscriber>;
  /** Tells everybody what concerns them: customers their own, staff all. */
  notify(changes: readonly NotedChange[], position: Position): void;
};

const nobody: ReadonlySet<Subscriber> = new Set();

function isForEveryone(topic: Change["topic"]): boolean {
  return (topicsOfEverybody as readonly string[]).includes(topic);
}

function bare({ topic, subjectId }: NotedChange): Change {
  return { topic, subjectId };
}

/** Opens an audience with nobody in it. */
export function createChangeSubscribers(): ChangeSubscribers {
  const everybody = new Set<Subscriber>();
  const staff = new Set<Subscriber>();
  const byUser = new Map<string, Set<Subscriber>>();
  return {
    get size() {
      return everybody.size;
    },
    all: () => everybody,
    of: (userId) => byUser.get(userId) ?? nobody,
    add(subscriber) {
      everybody.add(subscriber);
      if (subscriber.isAdmin) staff.add(subscriber);
      const own = byUser.get(subscriber.userId) ?? new Set();
      byUser.set(subscriber.userId, own.add(subscriber));
    },
    remove(subscriber) {
      everybody.delete(subscriber);
      staff.delete(subscriber);
      const own = byUser.get(subscriber.userId);
      own?.delete(subscriber);
      if (own?.size === 0) byUser.delete(subscriber.userId);
    },
    notify(changes, position) {
      if (changes.length === 0) return;
      const notified = changes.map(bare);
      for (const subscriber of staff) subscriber.notify(notified, position);
      for (const { userId, topic, subjectId } of changes) {
        const concerned =
          userId === null ? (isForEveryone(topic) ? everybody : nobody) : this.of(userId);
        for (const subscriber of concerned) {
          if (!subscriber.isAdmin) subscriber.notify([{ topic, subjectId }], position);
        }
      }
    },
  };
}
