// What is expensive and may be asked for at any time, each kind with a queue of its own; docs/bounds.md has them all.
import { createFairQueue, type FairQueue, type QueueLimits } from "./fair-queue.ts";

/** Of uploads twice as many as a package may have images; each lies on the disk until it is its turn. */
export const queueLimits = {
  /** Images: received side by side, read as forms and drawn in turn. */
  uploads: {
    atOnce: 2,
    atOncePerAccount: 1,
    mostPerAccount: 20,
    mostInAll: 200,
    // Shorter than what proxies wait for an answer.
    longestWaitSeconds: 45,
  },
  /** Downloads for spreadsheets, as long as they last; how they read is bounded by `exportReads`. */
  downloads: {
    atOnce: 100,
    atOncePerAccount: 2,
    mostPerAccount: 2,
    mostInAll: 100,
    longestWaitSeconds: 0,
  },
  /** Reading for exports: one connection to the database each, of ten. */
  exportReads: {
    atOnce: 2,
    atOncePerAccount: 1,
    mostPerAccount: 4,
    mostInAll: 200,
    longestWaitSeconds: 30,
  },
  /** Everything held about a person, in one file. */
  accountExports: {
    atOnce: 2,
    atOncePerAccount: 1,
    mostPerAccount: 1,
    mostInAll: 20,
    longestWaitSeconds: 30,
  },
  /** Payments as the provider has them, several pages of its API each. */
  providerLists: {
    atOnce: 2,
    atOncePerAccount: 1,
    mostPerAccount: 10,
    mostInAll: 40,
    longestWaitSeconds: 20,
  },
  /** QR codes, drawn in the server itself. */
  drawings: {
    atOnce: 1,
    atOncePerAccount: 1,
    mostPerAccount: 20,
    mostInAll: 100,
    longestWaitSeconds: 10,
  },
} as const satisfies Record<string, QueueLimits>;

export type QueueName = keyof typeof queueLimits;

export type Queues = Readonly<Record<QueueName, FairQueue>>;

export function openQueues(): Queues {
  return {
    uploads: createFairQueue(queueLimits.uploads),
    downloads: createFairQueue(queueLimits.downloads),
    exportReads: createFairQueue(queueLimits.exportReads),
    accountExports: createFairQueue(queueLimits.accountExports),
    providerLists: createFairQueue(queueLimits.providerLists),
    drawings: createFairQueue(queueLimits.drawings),
  };
}
