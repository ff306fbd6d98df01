// Each kind of expensive request has a queue of its own; docs/generated/bounds.md has their figures.
import { createFairQueue, type FairQueue, type QueueLimits } from "./fair-queue.ts";

export const queueLimits = {
  /** Images: received at the same time, parsed and resized in turn. They wait on disk. */
  uploads: {
    atOnce: 2,
    atOncePerAccount: 1,
    // Twice as many as a package may have images.
    mostPerAccount: 20,
    mostInAll: 200,
    // Shorter than the response timeout of common proxies.
    longestWaitSeconds: 45,
  },
  /** Files of rates: received on disk, read and compared in turn. */
  rateImports: {
    atOnce: 1,
    atOncePerAccount: 1,
    mostPerAccount: 2,
    mostInAll: 10,
    longestWaitSeconds: 45,
  },
  /** CSV downloads, for as long as they last; `exportReads` limits their reading. */
  downloads: {
    atOnce: 100,
    atOncePerAccount: 2,
    mostPerAccount: 2,
    mostInAll: 100,
    longestWaitSeconds: 0,
  },
  /** Reading for exports: each takes one of ten database connections. */
  exportReads: {
    atOnce: 2,
    atOncePerAccount: 1,
    mostPerAccount: 4,
    mostInAll: 200,
    longestWaitSeconds: 30,
  },
  /** Exports of all data of an account in one file. */
  accountExports: {
    atOnce: 2,
    atOncePerAccount: 1,
    mostPerAccount: 1,
    mostInAll: 20,
    longestWaitSeconds: 30,
  },
  /** Lists of payments from the provider, several pages of its API each. */
  providerLists: {
    atOnce: 2,
    atOncePerAccount: 1,
    mostPerAccount: 10,
    mostInAll: 40,
    longestWaitSeconds: 20,
  },
  /** QR codes, which the server process draws itself. */
  drawings: {
    atOnce: 1,
    atOncePerAccount: 1,
    mostPerAccount: 20,
    mostInAll: 100,
    longestWaitSeconds: 10,
  },
  /** API requests without a session, by address. */
  signedOutRequests: {
    atOnce: Infinity,
    atOncePerAccount: 8,
    mostPerAccount: 1_008,
    mostInAll: Infinity,
    longestWaitSeconds: 120,
    errorCode: "unavailable",
  },
  /**
   * API requests of who is signed in, by account: each holds at most one of ten database connections, also while it waits
   * for a lock, so that the others always have six of them.
   */
  signedInRequests: {
    atOnce: Infinity,
    atOncePerAccount: 4,
    mostPerAccount: 200,
    mostInAll: Infinity,
    // As long as a statement may take.
    longestWaitSeconds: 10,
    rest: { unrestedJobs: 40, times: 15, longestSeconds: 0.25, forgottenAfterSeconds: 5 },
    errorCode: "too_many_requests",
  },
} as const satisfies Record<string, QueueLimits>;

export type QueueName = keyof typeof queueLimits;

export type Queues = Readonly<Record<QueueName, FairQueue>>;

export function openQueues(): Queues {
  return {
    uploads: createFairQueue(queueLimits.uploads),
    rateImports: createFairQueue(queueLimits.rateImports),
    downloads: createFairQueue(queueLimits.downloads),
    exportReads: createFairQueue(queueLimits.exportReads),
    accountExports: createFairQueue(queueLimits.accountExports),
    providerLists: createFairQueue(queueLimits.providerLists),
    drawings: createFairQueue(queueLimits.drawings),
    signedOutRequests: createFairQueue(queueLimits.signedOutRequests),
    signedInRequests: createFairQueue(queueLimits.signedInRequests),
  };
}

type Flight = { readonly running: Promise<unknown>; readonly next: Promise<unknown> | null };

/**
 * Makes a function that runs work by name within this process. A call never gets the result of work that began before
 * it; all calls made while work runs share the one run that follows, so that many calls at once cost two runs.
 */
export function singleFlight<T>(): (name: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Flight>();

  function run(name: string, work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => {
      if (flights.get(name)?.running === running) flights.delete(name);
    });
    flights.set(name, { running, next: null });
    return running;
  }

  return (name, work) => {
    const flight = flights.get(name);
    if (flight === undefined) return run(name, work);
    if (flight.next !== null) return flight.next as Promise<T>;
    const begin = () => run(name, work);
    const next = flight.running.then(begin, begin);
    flights.set(name, { ...flight, next });
    return next;
  };
}
