// Lets few passwords be hashed at the same time, and those who wait take turns by address: who asks a lot waits for
// themselves, and a rush of sign-ins leaves the machine to everybody else.
import { availableParallelism } from "node:os";
import { apiError } from "#contract/errors.ts";

const ownLimits = {
  // Node has four threads for hashing, files and compression together.
  atOnce: Math.min(3, Math.max(2, availableParallelism() - 1)),
  mostWaiting: 400,
  mostWaitingOfOne: 30,
  longestWaitMilliseconds: 15_000,
};

/**
 * Runs each piece of work when its turn comes; refuses with `unavailable` when too many wait, too many of the same
 * address, or one waits too long.
 */
export type HashingQueue = <Result>(
  forWhom: string,
  work: () => Promise<Result>,
) => Promise<Result>;

type Waiting = { readonly begin: () => void; readonly giveUp: () => void };

export function createHashingQueue(limits: typeof ownLimits = ownLimits): HashingQueue {
  /** Who waits, by address; the address whose turn is next is the first. */
  const queues = new Map<string, Set<Waiting>>();
  let waitingCount = 0;
  let running = 0;

  function remove(forWhom: string, one: Waiting): void {
    const queue = queues.get(forWhom);
    if (queue?.delete(one) !== true) return;
    waitingCount -= 1;
    if (queue.size === 0) queues.delete(forWhom);
  }

  /** Makes room for one more of an address by giving up the last one of whoever has most waiting; false when nobody has more. */
  function makeRoom(forWhom: string): boolean {
    let longest: Set<Waiting> = new Set();
    for (const queue of queues.values()) if (queue.size > longest.size) longest = queue;
    if (longest.size <= (queues.get(forWhom)?.size ?? 0) + 1) return false;
    [...longest].at(-1)?.giveUp();
    return true;
  }

  /** Whoever ends hands its place over, so that the number that runs stays as it is. */
  function turn(forWhom: string): Promise<void> {
    if ((queues.get(forWhom)?.size ?? 0) >= limits.mostWaitingOfOne) throw apiError("unavailable");
    if (waitingCount >= limits.mostWaiting && !makeRoom(forWhom)) throw apiError("unavailable");
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        remove(forWhom, one);
      };
      const one: Waiting = {
        begin: () => {
          leave();
          resolve();
        },
        giveUp: () => {
          leave();
          reject(apiError("unavailable"));
        },
      };
      const timer = setTimeout(one.giveUp, limits.longestWaitMilliseconds);
      const queue = queues.get(forWhom) ?? new Set();
      queues.set(forWhom, queue.add(one));
      waitingCount += 1;
    });
  }

  function beginNext(): boolean {
    const [first] = queues;
    if (first === undefined) return false;
    const [forWhom, queue] = first;
    const [next] = queue;
    queues.delete(forWhom);
    queues.set(forWhom, queue);
    next?.begin();
    return true;
  }

  return async (forWhom, work) => {
    if (running >= limits.atOnce) await turn(forWhom);
    else running += 1;
    try {
      return await work();
    } finally {
      if (!beginNext()) running -= 1;
    }
  };
}
