// The SQL about the checkouts that lead to subscriptions.
import type { Selectable } from "kysely";
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";
import type { PlansTables } from "#server/db/tables/plans.ts";

/** A checkout for a plan, from before the provider was asked for it. */
export type Checkout = {
  readonly checkoutId: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly plan: PlanName;
  /** `paid`: it made a subscription. `over`: it ended unpaid, or a later one took its place. */
  readonly state: "open" | "paid" | "over";
  readonly customerId: string | null;
  readonly sessionId: string | null;
  readonly createdAt: Date;
};

function checkoutOf(row: Selectable<PlansTables["subscriptionCheckouts"]>): Checkout {
  return {
    checkoutId: row.id,
    userId: row.userId,
    idempotencyKey: row.idempotencyKey,
    plan: row.plan,
    state: row.state,
    customerId: row.customerId,
    sessionId: row.checkoutSessionId,
    createdAt: row.createdAt,
  };
}

export async function selectCheckout(db: Db, checkoutId: string): Promise<Checkout | undefined> {
  const row = await db
    .selectFrom("subscriptionCheckouts")
    .selectAll()
    .where("id", "=", checkoutId)
    .executeTakeFirst();
  return row && checkoutOf(row);
}

/** The checkout that a request of somebody's led to. */
export async function selectCheckoutOfRequest(
  db: Db,
  userId: string,
  idempotencyKey: string,
): Promise<Checkout | undefined> {
  const row = await db
    .selectFrom("subscriptionCheckouts")
    .selectAll()
    .where("userId", "=", userId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
  return row && checkoutOf(row);
}

/** The one checkout of somebody's that may still be paid. */
export async function selectOpenCheckout(db: Db, userId: string): Promise<Checkout | undefined> {
  const row = await db
    .selectFrom("subscriptionCheckouts")
    .selectAll()
    .where("userId", "=", userId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row && checkoutOf(row);
}

/** Adds an open checkout; somebody can have one at a time. */
export async function insertCheckout(
  db: Db,
  checkout: Pick<Checkout, "userId" | "idempotencyKey" | "plan" | "createdAt">,
): Promise<Checkout> {
  const row = await db
    .insertInto("subscriptionCheckouts")
    .values({
      userId: checkout.userId,
      idempotencyKey: checkout.idempotencyKey,
      plan: checkout.plan,
      customerId: null,
      checkoutSessionId: null,
      createdAt: checkout.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return checkoutOf(row);
}

export async function updateCustomer(
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

/** Notes the provider's session of a checkout; false when another checkout took its place meanwhile. */
export async function updateSession(
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

export async function updatePaid(db: Db, checkoutId: string): Promise<void> {
  await db
    .updateTable("subscriptionCheckouts")
    .set({ state: "paid" })
    .where("id", "=", checkoutId)
    .where("state", "!=", "paid")
    .execute();
}

/** Ends the checkout of a session that was not paid. */
export async function updateOver(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("subscriptionCheckouts")
    .set({ state: "over" })
    .where("checkoutSessionId", "=", sessionId)
    .where("state", "=", "open")
    .execute();
}

/** Ends a checkout for which the provider has opened no session yet; false when it has one by now. */
export async function updateOverUnopened(db: Db, checkoutId: string): Promise<boolean> {
  const row = await db
    .updateTable("subscriptionCheckouts")
    .set({ state: "over" })
    .where("id", "=", checkoutId)
    .where("state", "=", "open")
    .where("checkoutSessionId", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
