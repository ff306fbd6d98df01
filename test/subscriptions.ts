// Subscribes customers for tests through the API.
import { randomUUID } from "node:crypto";
import type { Subscription } from "#money/contract/plans.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { applySubscription } from "#money/server/plans/apply-subscription.ts";
import { payCheckout, sessionIdOf } from "./payment-sandbox.ts";
import type { TestApp } from "./test-app.ts";
import { aCustomer, type TestPerson } from "./users.ts";

/** The answer of plans.readSubscription to a customer who never had a plan. */
export const neverSubscribed: Subscription = {
  subscription: null,
  packageQuota: 0,
  maxWeightGrams: 0,
  status: "none",
  currentPeriodEndsAt: null,
  cancelsAtPeriodEnd: false,
  nextPlan: null,
  unsettled: null,
  chosenPlan: null,
};

/** Opens the checkout of a plan. */
export async function startPlan(
  customer: TestPerson,
  plan: PlanName = "Super",
  idempotencyKey = randomUUID(),
): Promise<{ url: string; sessionId: string }> {
  const { url } = await customer.api.plans.startSubscription({ plan, idempotencyKey });
  return { url, sessionId: sessionIdOf(url) };
}

export async function planOf(customer: TestPerson): Promise<Subscription> {
  return await customer.api.plans.readSubscription({});
}

/** A new customer who pays for `plan` now. */
export async function aSubscriber(app: TestApp, plan: PlanName): Promise<TestPerson> {
  const customer = await aCustomer(app);
  const { url, sessionId } = await startPlan(customer, plan);
  await payCheckout(app, url);
  const session = await app.services.payment.readCheckoutSession(sessionId);
  await applySubscription(app.services, session?.subscriptionId ?? "");
  return customer;
}

/** The stored subscription of a customer who has had one. */
export async function subscriptionOf(app: TestApp, { userId }: TestPerson) {
  return await app.database.kysely
    .selectFrom("subscriptions")
    .selectAll()
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
}
