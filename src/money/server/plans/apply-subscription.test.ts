import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { asOwner } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { callSandbox, payCheckout, testCards } from "#test/payment-sandbox.ts";
import { neverSubscribed, planOf, startPlan } from "#test/subscriptions.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { applySubscription, applySubscriptionEvent } from "./apply-subscription.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

async function historyOf(customer: TestPerson) {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ type, amountCents, status, plan }) => ({ type, amountCents, status, plan }));
}

async function subscriptionsOf(customer: TestPerson) {
  return await app.database.kysely
    .selectFrom("subscriptions")
    .selectAll()
    .where("userId", "=", customer.userId)
    .orderBy("createdAt")
    .execute();
}

/** The events about a paid checkout, in the provider's order. */
async function eventsOf(sessionId: string) {
  const session = (await callSandbox(app, `checkout/sessions/${sessionId}`)) as {
    subscription: string;
    invoice: string;
    customer: string;
  };
  const { customer: customerId, subscription: subscriptionId } = session;
  const about = { mode: null, customerId, subscriptionId, paymentIntentId: null };
  return {
    subscriptionId,
    events: [
      { object: { ...about, kind: "subscription", id: subscriptionId } },
      { object: { ...about, kind: "invoice", id: session.invoice } },
      { object: { ...about, kind: "subscription", id: subscriptionId } },
      { object: { ...about, kind: "checkout.session", id: sessionId, mode: "subscription" } },
    ],
  };
}

/** A checkout that was paid although another replaced it, as with a slow bank. */
async function paidAsSecond(customer: TestPerson, plan: PlanName, isOurs = true) {
  const { kysely } = app.database;
  const { customerId } = await kysely
    .selectFrom("providerCustomers")
    .select("customerId")
    .where("userId", "=", customer.userId)
    .executeTakeFirstOrThrow();
  const { id: checkoutId } = await kysely
    .insertInto("subscriptionCheckouts")
    .values({
      userId: customer.userId,
      idempotencyKey: randomUUID(),
      plan,
      state: "over",
      customerId,
      checkoutSessionId: null,
      createdAt: app.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const session = await app.services.payment.createSubscriptionCheckout({
    checkoutId,
    customerId,
    plan,
    expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
    successUrl: app.config.publicUrl,
    cancelUrl: app.config.publicUrl,
  });
  // Deleted before it is paid, since the event of the payment may arrive at once.
  if (!isOurs) {
    await asOwner(app.database, (db) =>
      db.deleteFrom("subscriptionCheckouts").where("id", "=", checkoutId).execute(),
    );
  }
  await payCheckout(app, session.url ?? "");
  return await eventsOf(session.sessionId);
}

describe("paying for a plan", () => {
  test("grants it by signed webhooks, fills the quota, records the payment and sends an email", async () => {
    const customer = await aCustomer(app);
    const { url } = await startPlan(customer, "Super");
    expect((await payCheckout(app, url)).status).toBe(303);
    await app.deliverWebhooks();
    await app.runJobs();
    const plan = await planOf(customer);
    expect(plan).toMatchObject({
      subscription: "Super",
      packageQuota: 10,
      maxWeightGrams: 4000,
      status: "active",
      cancelsAtPeriodEnd: false,
      nextPlan: null,
    });
    const [row] = await subscriptionsOf(customer);
    expect(plan.currentPeriodEndsAt).toBe(row?.currentPeriodEndsAt.toISOString());
    expect(await historyOf(customer)).toEqual([
      { type: "subscription", amountCents: 19_900, status: "completed", plan: "Super" },
    ]);
    expect((await customer.api.wallet.readWallet({})).balanceCents).toBe(0);
    const message = await app.latestEmail(customer.email);
    expect(message.subject).toBe("Your Super plan is active");
    const session = await customer.api.auth.readSession({});
    expect(session?.person).toMatchObject({ subscription: "Super", packageQuota: 10 });
    await expectApiError(startPlan(customer, "Premium"), "subscription_exists");
  });

  test("with a declined card grants nothing, and the next card pays", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await startPlan(customer, "Basic");
    expect((await payCheckout(app, url, testCards.isDeclined)).status).not.toBe(303);
    const about = { kind: "checkout.session", id: sessionId, mode: "subscription" };
    await applySubscriptionEvent(app.services, {
      object: { ...about, customerId: null, subscriptionId: null, paymentIntentId: null },
    });
    expect(await planOf(customer)).toEqual(neverSubscribed);
    await payCheckout(app, url);
    for (const event of (await eventsOf(sessionId)).events) {
      await applySubscriptionEvent(app.services, event);
    }
    expect(await planOf(customer)).toMatchObject({ subscription: "Basic", packageQuota: 5 });
  });

  test("P4, P16, P18: events that arrive shuffled, repeated and at once fill the quota once", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await startPlan(customer, "Premium");
    await payCheckout(app, url);
    const { events } = await eventsOf(sessionId);
    const shuffled = Array.from({ length: 10 }, () => events.toReversed()).flat();
    await Promise.all(shuffled.map((event) => applySubscriptionEvent(app.services, event)));
    expect(await planOf(customer)).toMatchObject({ subscription: "Premium", packageQuota: 12 });
    await app.database.kysely
      .updateTable("planPeriods")
      .set({ usedPackages: 5 })
      .where("userId", "=", customer.userId)
      .execute();
    await Promise.all(events.map((event) => applySubscriptionEvent(app.services, event)));
    expect(await planOf(customer)).toMatchObject({ packageQuota: 7 });
    expect(await historyOf(customer)).toHaveLength(1);
    await app.runJobs();
    expect(app.sandboxes.mailbox?.list({ to: customer.email })).toHaveLength(1);
  });

  test("what was read before another server saved something newer is read again", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await startPlan(customer, "Basic");
    await payCheckout(app, url);
    const { subscriptionId, events } = await eventsOf(sessionId);
    for (const event of events) await applySubscriptionEvent(app.services, event);
    const { payment, db } = app.services;
    let reads = 0;
    const readSubscription = async (id: string) => {
      const subscription = await payment.readSubscription(id);
      reads += 1;
      if (reads === 1) {
        await db
          .updateTable("subscriptions")
          .set(({ eb }) => ({ version: eb("version", "+", 1) }))
          .where("providerSubscriptionId", "=", subscriptionId)
          .execute();
      }
      return subscription;
    };
    const services = { ...app.services, payment: { ...payment, readSubscription } };
    await applySubscription(services, subscriptionId);
    expect(reads).toBe(2);
  });

  test("P17: an event that claims a plan grants none", async () => {
    const customer = await aCustomer(app);
    const { sessionId } = await startPlan(customer);
    const nobodys = { mode: "subscription", customerId: "cus_1", paymentIntentId: null };
    for (const object of [
      {
        ...nobodys,
        kind: "checkout.session",
        id: sessionId,
        subscriptionId: null,
      },
      {
        ...nobodys,
        kind: "checkout.session",
        id: "cs_test_made_up",
        subscriptionId: null,
      },
      { ...nobodys, kind: "subscription", id: "sub_made_up", subscriptionId: "sub_made_up" },
      { ...nobodys, kind: "invoice", id: "in_1", subscriptionId: "../customers" },
    ]) {
      await applySubscriptionEvent(app.services, { object });
    }
    expect(await planOf(customer)).toEqual(neverSubscribed);
  });

  test("ignores a subscription without a checkout of ours", async () => {
    const customer = await aCustomer(app);
    await startPlan(customer);
    const second = await paidAsSecond(customer, "Premium", false);
    for (const event of second.events) await applySubscriptionEvent(app.services, event);
    expect(await planOf(customer)).toEqual(neverSubscribed);
    expect(await subscriptionsOf(customer)).toEqual([]);
  });

  test("P21: of two checkouts paid at once one subscription stays live, the other is ended and logged", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await startPlan(customer, "Super");
    await payCheckout(app, url);
    const [one, other] = [await eventsOf(sessionId), await paidAsSecond(customer, "Premium")];
    const events = [...one.events, ...other.events].toReversed();
    await Promise.all(events.map((event) => applySubscriptionEvent(app.services, event)));

    const stored = await subscriptionsOf(customer);
    expect(stored).toHaveLength(2);
    const live = stored.filter((subscription) => subscription.isLive);
    expect(live).toMatchObject([{ grantsPlan: true, rejectedAt: null }]);
    const [rejected] = stored.filter((subscription) => !subscription.isLive);
    expect(rejected).toMatchObject({ grantsPlan: false, providerStatus: "canceled" });
    expect(rejected?.rejectedAt).toBeInstanceOf(Date);
    const atProvider = await app.services.payment.readSubscription(
      rejected?.providerSubscriptionId ?? "",
    );
    expect(atProvider?.status).toBe("canceled");
    const plan = await planOf(customer);
    expect(plan.subscription).toBe(live[0]?.plan);
    expect(plan.packageQuota).toBe(plan.subscription === "Super" ? 10 : 12);
    expect(await historyOf(customer)).toHaveLength(2);
    expect(app.logged.join("\n")).toContain("A second subscription was paid for and ended");
  });

  test("allows a new subscription once the provider has ended the first", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await startPlan(customer, "Basic");
    await payCheckout(app, url);
    const first = await eventsOf(sessionId);
    for (const event of first.events) await applySubscriptionEvent(app.services, event);
    await app.services.payment.cancelSubscription(first.subscriptionId);
    const second = await paidAsSecond(customer, "Premium");
    for (const event of second.events) await applySubscriptionEvent(app.services, event);
    expect(await planOf(customer)).toMatchObject({ subscription: "Premium", packageQuota: 12 });
    for (const event of first.events) await applySubscriptionEvent(app.services, event);
    expect(await planOf(customer)).toMatchObject({ subscription: "Premium", packageQuota: 12 });
  });

  test("ends the plan, its quota and its weight when the provider says that it is over", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await startPlan(customer, "Basic");
    await payCheckout(app, url);
    const { subscriptionId, events } = await eventsOf(sessionId);
    for (const event of events) await applySubscriptionEvent(app.services, event);
    await callSandbox(app, `subscriptions/${subscriptionId}`, { cancel_at_period_end: "true" });
    for (const event of events) await applySubscriptionEvent(app.services, event);
    expect(await planOf(customer)).toMatchObject({
      subscription: "Basic",
      packageQuota: 5,
      cancelsAtPeriodEnd: true,
    });
    await app.services.payment.cancelSubscription(subscriptionId);
    for (const event of events) await applySubscriptionEvent(app.services, event);
    expect(await planOf(customer)).toEqual(neverSubscribed);
  });

  test("leaves a ledger without faults", async () => {
    expect(await ledgerFaults(app.database.kysely)).toEqual([]);
  });
});
