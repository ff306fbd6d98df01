// The SQL about subscriptions and the plan's columns of the profile.
import { sql } from "kysely";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

/** The plan's columns of a profile. */
export type PlanProfile = {
  readonly userId: string;
  readonly email: string;
  readonly subscription: PlanName | null;
  readonly packageQuota: number;
  readonly maxWeightGrams: number;
  /** Chosen when registering; null once there has been a plan. */
  readonly chosenPlan: PlanName | null;
  readonly closedAt: Date | null;
};

const subscriptionColumns = [
  "id",
  "userId",
  "providerSubscriptionId",
  "providerStatus",
  "plan",
  "nextPlan",
  "grantsPlan",
  "isLive",
  "rejectedAt",
  "currentPeriodStartsAt",
  "currentPeriodEndsAt",
  "cancelsAtPeriodEnd",
  "version",
] as const;

/** A subscription as it is stored here. */
export type Subscription = Readonly<
  Pick<RowOf<"subscriptions">, (typeof subscriptionColumns)[number]>
>;

function profiles(db: Db) {
  return db
    .selectFrom("profiles")
    .select([
      "id as userId",
      "email",
      "subscription",
      "packageQuota",
      "maxWeightGrams",
      "chosenPlan",
      "closedAt",
    ]);
}

function subscriptions(db: Db) {
  return db.selectFrom("subscriptions").select(subscriptionColumns);
}

function liveSubscriptionsOf(db: Db, userId: string) {
  return subscriptions(db).where("userId", "=", userId).where("isLive", "=", true);
}

export async function getPlanProfile(db: Db, userId: string): Promise<PlanProfile> {
  return await profiles(db).where("id", "=", userId).executeTakeFirstOrThrow();
}

/** The same for an id that may belong to nobody. */
export async function findPlanProfile(db: Db, userId: string): Promise<PlanProfile | undefined> {
  return await profiles(db).where("id", "=", userId).executeTakeFirst();
}

/**
 * Locks the profile until the transaction ends, so that changes of one customer's plan do not overlap. New rows that
 * refer to the profile, such as notifications, do not wait for it: their transactions may have locked a package before,
 * and the two would wait for each other.
 */
export async function lockPlanProfile(db: Db, userId: string): Promise<PlanProfile> {
  return await profiles(db).where("id", "=", userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The same, after all transactions that add rows which refer to the profile, such as before they are erased. */
export async function lockProfileAlone(db: Db, userId: string): Promise<void> {
  await profiles(db).where("id", "=", userId).forUpdate().executeTakeFirstOrThrow();
}

/** The same for an id that may belong to nobody. */
export async function lockPlanProfileIfExists(
  db: Db,
  userId: string,
): Promise<PlanProfile | undefined> {
  return await profiles(db).where("id", "=", userId).forNoKeyUpdate().executeTakeFirst();
}

/** Adds one to the packages that a customer may still add this month. */
export async function incrementQuota(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("profiles")
    .set((row) => ({ packageQuota: row("packageQuota", "+", 1) }))
    .where("id", "=", userId)
    .execute();
}

/**
 * Writes the plan's columns of a profile; besides it only `incrementQuota` and the SQL function spend_quota do. A profile that gets a plan
 * no longer needs the plan chosen at registration, which is cleared.
 */
export async function updatePlanProfile(
  db: Db,
  profile: Omit<PlanProfile, "email" | "chosenPlan" | "closedAt">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({
      subscription: profile.subscription,
      packageQuota: profile.packageQuota,
      maxWeightGrams: profile.maxWeightGrams,
      ...(profile.subscription === null ? {} : { chosenPlan: null }),
      updatedAt: now,
    })
    .where("id", "=", profile.userId)
    .execute();
}

/** The subscription that grants a customer their plan. */
export async function findGrantingSubscription(
  db: Db,
  userId: string,
): Promise<Subscription | undefined> {
  return await liveSubscriptionsOf(db, userId).where("grantsPlan", "=", true).executeTakeFirst();
}

/** The one subscription of a customer that may still be billed. */
export async function findLiveSubscription(
  db: Db,
  userId: string,
): Promise<Subscription | undefined> {
  return await liveSubscriptionsOf(db, userId).where("rejectedAt", "is", null).executeTakeFirst();
}

export async function findSubscription(
  db: Db,
  providerSubscriptionId: string,
): Promise<Subscription | undefined> {
  return await subscriptions(db)
    .where("providerSubscriptionId", "=", providerSubscriptionId)
    .executeTakeFirst();
}

/** Stores the state read from the provider as the next version; returns the row's id. */
export async function upsertSubscription(
  db: Db,
  subscription: Omit<Subscription, "id" | "version">,
  now: Date,
): Promise<string> {
  const { userId, providerSubscriptionId, ...state } = subscription;
  const { id } = await db
    .insertInto("subscriptions")
    .values({ userId, providerSubscriptionId, ...state, createdAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.column("providerSubscriptionId").doUpdateSet((row) => ({
        ...state,
        updatedAt: now,
        version: row("subscriptions.version", "+", 1),
      })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The provider's ids of live subscriptions whose period ended before `before`, at most `limit`. */
export async function listSubscriptionIdsEndedBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .select("providerSubscriptionId")
    .where("isLive", "=", true)
    .where("currentPeriodEndsAt", "<", before)
    .orderBy("currentPeriodEndsAt")
    .limit(limit)
    .execute();
  return rows.map((row) => row.providerSubscriptionId);
}

type Lock = { readonly userId: string; readonly holder: string };

/** Acquires the lock for so long; false while somebody else holds it. */
export async function insertLock(db: Db, lock: Lock, milliseconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into subscriber_locks (user_id, holder, locked_until)
    values (${lock.userId}, ${lock.holder}, clock_timestamp() + ${milliseconds} * interval '1 millisecond')
    on conflict (user_id) do update
      set holder = excluded.holder, locked_until = excluded.locked_until
      where subscriber_locks.locked_until <= clock_timestamp()
    returning user_id
  `.execute(db);
  return rows.length > 0;
}

/** Extends the lock to so long from now; false when it is no longer held. */
export async function extendLock(db: Db, lock: Lock, milliseconds: number): Promise<boolean> {
  const { rows } = await sql`
    update subscriber_locks
    set locked_until = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
    where user_id = ${lock.userId} and holder = ${lock.holder}
    returning user_id
  `.execute(db);
  return rows.length > 0;
}

/** Releases the lock; one that another holder acquired meanwhile stays. */
export async function deleteLock(db: Db, { userId, holder }: Lock): Promise<void> {
  await db
    .deleteFrom("subscriberLocks")
    .where("userId", "=", userId)
    .where("holder", "=", holder)
    .execute();
}
