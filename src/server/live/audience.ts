// Those who follow changes on this server, found by whom a change concerns.
import type { Change } from "#contract/live.ts";
import type { Follower } from "./follower.ts";
import type { Position } from "./position.ts";
import { topicsOfEverybody, type NotedChange } from "./store.ts";

export type Audience = {
  add(follower: Follower): void;
  remove(follower: Follower): void;
  readonly size: number;
  all(): Iterable<Follower>;
  /** The streams of one person. */
  of(userId: string): ReadonlySet<Follower>;
  /** Tells everybody what concerns them: customers their own, staff all. */
  tell(changes: readonly NotedChange[], position: Position): void;
};

const nobody: ReadonlySet<Follower> = new Set();

function isForEverybody(topic: Change["topic"]): boolean {
  return (topicsOfEverybody as readonly string[]).includes(topic);
}

function bare({ topic, subjectId }: NotedChange): Change {
  return { topic, subjectId };
}

/** Opens an audience with nobody in it. */
export function createAudience(): Audience {
  const everybody = new Set<Follower>();
  const staff = new Set<Follower>();
  const byUser = new Map<string, Set<Follower>>();
  return {
    get size() {
      return everybody.size;
    },
    all: () => everybody,
    of: (userId) => byUser.get(userId) ?? nobody,
    add(follower) {
      everybody.add(follower);
      if (follower.isAdmin) staff.add(follower);
      const own = byUser.get(follower.userId) ?? new Set();
      byUser.set(follower.userId, own.add(follower));
    },
    remove(follower) {
      everybody.delete(follower);
      staff.delete(follower);
      const own = byUser.get(follower.userId);
      own?.delete(follower);
      if (own?.size === 0) byUser.delete(follower.userId);
    },
    tell(changes, position) {
      if (changes.length === 0) return;
      const told = changes.map(bare);
      for (const follower of staff) follower.tell(told, position);
      for (const { userId, topic, subjectId } of changes) {
        const concerned =
          userId === null ? (isForEverybody(topic) ? everybody : nobody) : this.of(userId);
        for (const follower of concerned) {
          if (!follower.isAdmin) follower.tell([{ topic, subjectId }], position);
        }
      }
    },
  };
}
