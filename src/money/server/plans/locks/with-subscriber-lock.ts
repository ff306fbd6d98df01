// Serializes changes of a subscriber's plan at the payment provider across all server processes.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { apiError } from "#platform/contract/errors.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { isAccountOpen } from "#people/server/db/members.ts";
import type { Db } from "#platform/server/db/open.ts";
import { createFairQueue, type FairQueue } from "#platform/server/limits/fair-queue.ts";
import {
  deleteLock,
  extendLock,
  insertLock,
  findLiveSubscription,
  lockProfileAlone,
  lockPlanProfile,
  type PlanProfile,
} from "#money/server/plans/subscription-queries.ts";

type LockServices = Pick<AppServices, "db" | "log">;
type Lock = { readonly userId: string; readonly holder: string };

/** How long a lock outlives the process that held it. */
const lockMilliseconds = 10_000;
const renewalMilliseconds = 2_500;
/** Longer than a dead process's lock, so that the next caller still acquires it. */
const maxWaitSeconds = 12;
const pollMilliseconds = 100;
const maxReleases = 3;

/** The order of the calls in this process, so that only one of them polls for a subscriber's lock. */
const queuesOfDatabases = new WeakMap<Db, FairQueue>();

function queueOf(db: Db): FairQueue {
  const queue =
    queuesOfDatabases.get(db) ??
    createFairQueue({
      atOnce: Infinity,
      atOncePerAccount: 1,
      // A person cannot have so many calls open at once; only a program can.
      mostPerAccount: 20,
      mostInAll: Infinity,
      longestWaitSeconds: maxWaitSeconds,
      errorCode: "subscription_busy",
    });
  queuesOfDatabases.set(db, queue);
  return queue;
}

/**
 * Runs `work` while no other work for the same subscriber runs, in any process. It holds no database connection
 * meanwhile, so that a hanging provider cannot exhaust the pool. Throws `subscription_busy` after 12 seconds of waiting.
 *
 * Must not be called within a database transaction, nor within itself.
 */
export async function withSubscriberLock<T>(
  services: LockServices,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + maxWaitSeconds * 1000;
  return await queueOf(services.db).run(userId, async () => {
    const lock = { userId, holder: randomUUID() };
    try {
      await acquire(services, lock, deadline);
      return await runWhileRenewing(services, lock, work);
    } finally {
      // Also after a failed acquisition: the lock may exist although the database answer was lost.
      await release(services, lock);
    }
  });
}

/** The same for the signed-in customer; throws `signed_out` when their account was closed meanwhile. */
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

async function acquire({ db }: LockServices, lock: Lock, deadline: number): Promise<void> {
  while (!(await insertLock(db, lock, lockMilliseconds))) {
    if (performance.now() > deadline) throw apiError("subscription_busy");
    // Random, so that waiting processes do not poll in step.
    await pause(pollMilliseconds * (0.5 + Math.random()));
  }
}

async function runWhileRenewing<T>(
  services: LockServices,
  lock: Lock,
  work: () => Promise<T>,
): Promise<T> {
  const { db, log } = services;
  const { userId } = lock;
  let isOver = false;
  const timer = setInterval(() => {
    extendLock(db, lock, lockMilliseconds)
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

// A lock that is not released expires by itself, so a failure here must not fail the work that is done.
async function release({ db, log }: LockServices, lock: Lock): Promise<void> {
  for (let releases = 1; ; releases += 1) {
    try {
      await deleteLock(db, lock);
      return;
    } catch (error) {
      if (releases < maxReleases) continue;
      log.warn({ userId: lock.userId, error }, "The lock on a subscriber was not released");
      return;
    }
  }
}

/**
 * Locks the customer's plan until the database transaction of `db` ends, and returns whether a subscription of theirs
 * may still be billed.
 */
export async function lockSubscriber(
  db: Db,
  userId: string,
): Promise<{ readonly hasLiveSubscription: boolean }> {
  await lockProfileAlone(db, userId);
  return { hasLiveSubscription: (await findLiveSubscription(db, userId)) !== undefined };
}

/**
 * Locks the customer's profile until the transaction of `db` ends, so that the operations of one customer run one after
 * the other. Throws `account_closed`.
 */
export async function lockCustomer(db: Db, userId: string): Promise<PlanProfile> {
  const profile = await lockPlanProfile(db, userId);
  if (profile.closedAt !== null) throw apiError("account_closed");
  return profile;
}

/** The same for staff, for whom a closed account's parcels arrive all the same. */
export async function lockAccount(db: Db, userId: string): Promise<PlanProfile> {
  return await lockPlanProfile(db, userId);
}
