// Lets few passwords be hashed at the same time, so that a rush at the doors leaves the machine to everybody else.
import { availableParallelism } from "node:os";
import { refusal } from "#contract/problems.ts";

const ownLimits = {
  // Node has four threads for hashing, files and compression together.
  atOnce: Math.min(3, Math.max(2, availableParallelism() - 1)),
  mostWaiting: 400,
  longestWaitMilliseconds: 15_000,
};

/** Runs each piece of work when its turn comes; refuses with `unavailable` when too many wait, or one waits too long. */
export type HashingQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createHashingQueue(limits: typeof ownLimits = ownLimits): HashingQueue {
  const waiting = new Set<() => void>();
  let running = 0;

  /** Whoever ends hands its place over, so that the number that runs stays as it is. */
  function turn(): Promise<void> {
    if (waiting.size >= limits.mostWaiting) throw refusal("unavailable");
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(refusal("unavailable"));
      }, limits.longestWaitMilliseconds);
      waiting.add(begin);
    });
  }

  return async (work) => {
    if (running >= limits.atOnce) await turn();
    else running += 1;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
