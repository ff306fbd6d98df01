import { availableParallelism } from "node:os";
import { createFairQueue, type QueueLimits } from "#platform/server/limits/fair-queue.ts";

// Node has four threads for hashing, files and compression together.
const atOnce = Math.min(3, Math.max(2, availableParallelism() - 1));

const hashingLimits: QueueLimits = {
  atOnce,
  atOncePerAccount: Infinity,
  mostPerAccount: 30 + atOnce,
  mostInAll: 400 + atOnce,
  longestWaitSeconds: 15,
  errorCode: "unavailable",
  makesRoom: true,
};

/** Runs `work` when it is the turn of the address `forWhom`, so that sign-ins do not use up the CPU. */
export type HashingQueue = <Result>(
  forWhom: string,
  work: () => Promise<Result>,
) => Promise<Result>;

export function createHashingQueue(limits: QueueLimits = hashingLimits): HashingQueue {
  const queue = createFairQueue(limits);
  return (forWhom, work) => queue.run(forWhom, work);
}
