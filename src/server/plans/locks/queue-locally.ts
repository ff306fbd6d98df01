// Queues work on the same subscriber within this process, in the order of the calls.
import { setTimeout as pause } from "node:timers/promises";
import { apiError } from "#contract/errors.ts";

/** The running and waiting work, by subscriber. */
export type Queues = Map<string, { end: Promise<unknown>; length: number }>;

/** A person cannot have so many calls open at once; only a program can. */
const maxQueueLength = 20;

/**
 * Runs `work` after all that was queued before it. Throws `subscription_busy` when that is not over at `deadline`, a
 * time of `performance.now()`, or when too many calls wait already.
 */
export async function queueLocally<T>(
  queues: Queues,
  { userId, deadline }: { readonly userId: string; readonly deadline: number },
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(userId) ?? { end: Promise.resolve(), length: 0 };
  if (queue.length >= maxQueueLength) throw apiError("subscription_busy");
  const previous = queue.end;
  const own = Promise.withResolvers<void>();
  queue.end = previous.then(() => own.promise);
  queue.length += 1;
  queues.set(userId, queue);
  try {
    if (!(await isOverBy(previous, deadline))) throw apiError("subscription_busy");
    return await work();
  } finally {
    own.resolve();
    queue.length -= 1;
    if (queue.length === 0) queues.delete(userId);
  }
}

async function isOverBy(end: Promise<unknown>, deadline: number): Promise<boolean> {
  const waiting = new AbortController();
  const isTooLate = pause(Math.max(0, deadline - performance.now()), false, waiting);
  try {
    return await Promise.race([end.then(() => true), isTooLate]);
  } finally {
    waiting.abort();
  }
}
