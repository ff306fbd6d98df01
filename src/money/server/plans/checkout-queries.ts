// The SQL about the checkouts that lead to subscriptions.
import type { PlanCheckoutState } from "#catalogue/rules/plan.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

/** A checkout for a plan; its row is inserted before the provider is called. */
export type Checkout = {
  readonly checkoutId: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly plan: PlanName;
  /** `paid`: it made a subscription. `over`: it ended unpaid, or a later one replaced it. */
  readonly state: PlanCheckoutState;
  readonly customerId: string | null;
  readonly sessionId: string | null;
  readonly createdAt: Date;
};

const checkoutColumns = [
  "id as checkoutId",
  "userId",
  "idempotencyKey",
  "plan",
  "state",
  "customerId",
  "checkoutSessionId as sessionId",
  "createdAt",
] as const;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The checkout of this id, which comes from the provider's metadata and so may be anything. */
export async function findCheckout(db: Db, checkoutId: string): Promise<Checkout | undefined> {
  if (!uuid.test(checkoutId)) return undefined;
  return await db
    .selectFrom("subscriptionCheckouts")
    .select(checkoutColumns)
    .where("id", "=", checkoutId)
    .executeTakeFirst();
}

export async function findCheckoutByIdempotencyKey(
  db: Db,
  userId: string,
  idempotencyKey: string,
): Promise<Checkout | undefined> {
  return await db
    .selectFrom("subscriptionCheckouts")
    .select(checkoutColumns)
    .where("userId", "=", userId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

/** The one checkout of a customer that may still be paid. */
export async function findOpenCheckout(db: Db, userId: string): Promise<Checkout | undefined> {
  return await db
    .selectFrom("subscriptionCheckouts")
    .select(checkoutColumns)
    .where("userId", "=", userId)
    .where("state", "=", "open")
    .executeTakeFirst();
}

/** Inserts an open checkout; a customer can have one at a time. */
export async function insertCheckout(
  db: Db,
  checkout: Pick<Checkout, "userId" | "idempotencyKey" | "plan" | "createdAt">,
): Promise<Checkout> {
  return await db
    .insertInto("subscriptionCheckouts")
    .values({ ...checkout, customerId: null, checkoutSessionId: null })
    .returning(checkoutColumns)
    .executeTakeFirstOrThrow();
}

export async function updateCheckoutCustomer(
  db: Db,
  checkoutId: string,
  customerId: string,
): Promise<void> {
  await db
    .updateTable("subscriptionCheckouts")
    .set({ customerId })
    .where("id", "=", checkoutId)
    .execute();
}

/** Stores the provider's session of a checkout; false when another checkout replaced it meanwhile. */
export async function updateCheckoutSession(
  db: Db,
  checkoutId: string,
  sessionId: string,
): Promise<boolean> {
  const row = await db
    .updateTable("subscriptionCheckouts")
    .set({ checkoutSessionId: sessionId })
    .where("id", "=", checkoutId)
    .where("state", "!=", "over")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function markCheckoutPaid(db: Db, checkoutId: string): Promise<void> {
  await db
    .updateTable("subscriptionCheckouts")
    .set({ state: "paid" })
    .where("id", "=", checkoutId)
    .where("state", "!=", "paid")
    .execute();
}

/** Ends the open checkout of a session that was not paid; any other session changes nothing. */
export async function closeCheckoutOfSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("subscriptionCheckouts")
    .set({ state: "over" })
    .where("checkoutSessionId", "=", sessionId)
    .where("state", "=", "open")
    .execute();
}

/** Ends an open checkout that has no session at the provider; one that has got a session stays open. */
export async function closeUnopenedCheckout(db: Db, checkoutId: string): Promise<void> {
  await db
    .updateTable("subscriptionCheckouts")
    .set({ state: "over" })
    .where("id", "=", checkoutId)
    .where("state", "=", "open")
    .where("checkoutSessionId", "is", null)
    .execute();
}
