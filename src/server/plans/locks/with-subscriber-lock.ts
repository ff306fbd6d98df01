// Lets one change of a subscriber's plan at the payment provider happen at a time, across all server processes.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { apiError } from "#contract/errors.ts";
import type { AppServices, SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { queueLocally, type Queues } from "./queue-locally.ts";
import { deleteLock, extendLock, insertLock, isAccountOpen } from "./lock-queries.ts";

type LockParts = Pick<AppServices, "db" | "log">;
type Lock = { readonly userId: string; readonly holder: string };

/** How long a lock outlives the process that held it. */
const heldMilliseconds = 10_000;
const renewalMilliseconds = 2_500;
/** Longer than a dead process's lock, so that whoever comes next still gets their turn. */
const longestWaitMilliseconds = 12_000;
const pollMilliseconds = 100;
const mostReleases = 3;

const queuesOfDatabases = new WeakMap<Db, Queues>();

function queuesOf(db: Db): Queues {
  const queues = queuesOfDatabases.get(db) ?? new Map();
  queuesOfDatabases.set(db, queues);
  return queues;
}

/**
 * Runs `work` while nobody else, in no process, runs any for the same subscriber. No connection to the database is kept
 * meanwhile, so that a provider that hangs uses none up. Refuses `subscription_busy` after 12 seconds of waiting.
 *
 * Not to be called within a database transaction, nor within itself.
 */
export async function withSubscriberLock<T>(
  services: LockParts,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + longestWaitMilliseconds;
  return await queueLocally(queuesOf(services.db), { userId, deadline }, async () => {
    const lock = { userId, holder: randomUUID() };
    try {
      await take(services, lock, deadline);
      return await renewing(services, lock, work);
    } finally {
      // Also where taking it failed: the answer may have been lost alone.
      await release(services, lock);
    }
  });
}

/** The same for whoever is signed in; refuses `signed_out` when their account was closed meanwhile. */
export async function withOwnSubscriberLock<T>(
  context: SignedInContext,
  work: () => Promise<T>,
): Promise<T> {
  const userId = context.session.person.id;
  return await withSubscriberLock(context, userId, async () => {
    if (!(await isAccountOpen(context.db, userId))) throw apiError("signed_out");
    return await work();
  });
}

async function take({ db }: LockParts, lock: Lock, deadline: number): Promise<void> {
  while (!(await insertLock(db, lock, heldMilliseconds))) {
    if (performance.now() > deadline) throw apiError("subscription_busy");
    // Chance keeps two processes that wait from asking in step.
    await pause(pollMilliseconds * (0.5 + Math.random()));
  }
}

async function renewing<T>(services: LockParts, lock: Lock, work: () => Promise<T>): Promise<T> {
  const { db, log } = services;
  const { userId } = lock;
  let isOver = false;
  const timer = setInterval(() => {
    extendLock(db, lock, heldMilliseconds)
      .then((isHeld) => {
        if (!isHeld && !isOver) log.error({ userId }, "The lock on a subscriber was lost");
      })
      .catch((error: unknown) => {
        log.warn({ userId, error }, "The lock on a subscriber was not renewed");
      });
  }, renewalMilliseconds);
  try {
    return await work();
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}

// One that stays locked makes the next wait until it runs out: no reason to undo what was done.
async function release({ db, log }: LockParts, lock: Lock): Promise<void> {
  for (let releases = 1; ; releases += 1) {
    try {
      await deleteLock(db, lock);
      return;
    } catch (error) {
      if (releases < mostReleases) continue;
      log.warn({ userId: lock.userId, error }, "The lock on a subscriber was not released");
      return;
    }
  }
}
