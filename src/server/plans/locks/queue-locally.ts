// Lets work on the same subscriber queue up within this process, in the order in which it came.
import { setTimeout as pause } from "node:timers/promises";
import { apiError } from "#contract/errors.ts";

/** Who is at work and who waits, by subscriber. */
export type Queues = Map<string, { end: Promise<unknown>; length: number }>;

/** People have two hands: whoever asks for more at once is a program. */
const longestQueue = 20;

/**
 * Runs `work` after all that was queued before it. Refuses `subscription_busy` when that is not over at `deadline`, a
 * moment of `performance.now()`, or when too many wait already.
 */
export async function queueLocally<T>(
  queues: Queues,
  { userId, deadline }: { readonly userId: string; readonly deadline: number },
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(userId) ?? { end: Promise.resolve(), length: 0 };
  if (queue.length >= longestQueue) throw apiError("subscription_busy");
  const before = queue.end;
  const own = Promise.withResolvers<void>();
  queue.end = before.then(() => own.promise);
  queue.length += 1;
  queues.set(userId, queue);
  try {
    if (!(await isOverBy(before, deadline))) throw apiError("subscription_busy");
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
