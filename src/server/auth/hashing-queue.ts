// Limits how many passwords are hashed at the same time. IP addresses take turns, so that many requests of one address
// delay only that address, and sign-ins do not use up the CPU.
import { availableParallelism } from "node:os";
import { apiError } from "#contract/errors.ts";

const defaultLimits = {
  // Node has four threads for hashing, files and compression together.
  atOnce: Math.min(3, Math.max(2, availableParallelism() - 1)),
  mostWaiting: 400,
  mostWaitingPerAddress: 30,
  longestWaitMilliseconds: 15_000,
};

/**
 * Runs `work` when it is the turn of the address `forWhom`. Throws `unavailable` when too many wait, too many of the
 * same address wait, or this one has waited too long.
 */
export type HashingQueue = <Result>(
  forWhom: string,
  work: () => Promise<Result>,
) => Promise<Result>;

type Waiting = { readonly begin: () => void; readonly reject: () => void };

export function createHashingQueue(limits: typeof defaultLimits = defaultLimits): HashingQueue {
  /** What waits, by address, in the order of their turns. */
  const queues = new Map<string, Set<Waiting>>();
  let waitingCount = 0;
  let running = 0;

  function remove(forWhom: string, entry: Waiting): void {
    const queue = queues.get(forWhom);
    if (queue?.delete(entry) !== true) return;
    waitingCount -= 1;
    if (queue.size === 0) queues.delete(forWhom);
  }

  /** Makes room for one more of an address by rejecting the last one of the address with the most waiting; false when no other has more. */
  function makeRoom(forWhom: string): boolean {
    let longest: Set<Waiting> = new Set();
    for (const queue of queues.values()) if (queue.size > longest.size) longest = queue;
    if (longest.size <= (queues.get(forWhom)?.size ?? 0) + 1) return false;
    [...longest].at(-1)?.reject();
    return true;
  }

  /** Resolves when it is the turn of this address. The finished work passes its slot on, so `running` is unchanged. */
  function waitForTurn(forWhom: string): Promise<void> {
    if ((queues.get(forWhom)?.size ?? 0) >= limits.mostWaitingPerAddress)
      throw apiError("unavailable");
    if (waitingCount >= limits.mostWaiting && !makeRoom(forWhom)) throw apiError("unavailable");
    return new Promise((resolve, rejectTurn) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        remove(forWhom, entry);
      };
      const entry: Waiting = {
        begin: () => {
          stopWaiting();
          resolve();
        },
        reject: () => {
          stopWaiting();
          rejectTurn(apiError("unavailable"));
        },
      };
      const timer = setTimeout(entry.reject, limits.longestWaitMilliseconds);
      const queue = queues.get(forWhom) ?? new Set();
      queues.set(forWhom, queue.add(entry));
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
    if (running >= limits.atOnce) await waitForTurn(forWhom);
    else running += 1;
    try {
      return await work();
    } finally {
      if (!beginNext()) running -= 1;
    }
  };
}
