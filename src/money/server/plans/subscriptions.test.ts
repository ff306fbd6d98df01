import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { atomically } from "#platform/server/db/open.ts";
import { callSandbox, controlSandbox, payCheckout } from "#test/payment-sandbox.ts";
import { aSubscriber, subscriptionOf } from "#test/subscriptions.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { applySubscription, countInvoices } from "./apply-subscription.ts";
import { spendQuota } from "./quota.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

async function subscriber(plan: PlanName): Promise<TestPerson> {
  app.clock.set("2026-04-01T00:00:00Z");
  const customer = await aSubscriber(app, plan);
  app.clock.set("2026-04-16T00:00:00Z");
  return customer;
}

async function change(customer: TestPerson, plan: PlanName) {
  return await customer.api.plans.changeSubscription({ plan });
}

async function billedTo(customer: TestPerson): Promise<number[]> {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ amountCents }) => amountCents).toReversed();
}

async function useQuota(customer: TestPerson, packages: number): Promise<boolean[]> {
  return await Promise.all(
    Array.from({ length: packages }, () =>
      atomically(app.database.kysely, (db) => spendQuota(db, customer.userId)),
    ),
  );
}

describe("changing the plan", () => {
  test("is for signed-in users", async () => {
    const { api } = app.client();
    await expectApiError(api.plans.changeSubscription({ plan: "Super" }), "signed_out");
  });

  test.each([{ plan: "Gold" }, { plan: null }, {}, { plan: "Super", takesEffect: "now" }])(
    "rejects %j",
    async (input) => {
      const { api } = await aCustomer(app);
      await expectApiError(api.plans.changeSubscription(input as never), "invalid_input");
    },
  );

  test("requires a plan that the provider bills", async () => {
    await expectApiError(change(await aCustomer(app), "Super"), "no_subscription");
    const customer = await aCustomer(app, { plan: "Basic" });
    await expectApiError(change(customer, "Super"), "no_subscription");
  });

  test("rejects the present plan", async () => {
    await expectApiError(change(await subscriber("Super"), "Super"), "same_plan");
  });

  test("is previewed with today's amount, which is then charged, and the next one with its day", async () => {
    const customer = await subscriber("Basic");
    const preview = (plan: PlanName) => customer.api.plans.previewSubscriptionChange({ plan });
    const nextAt = "2026-05-01T00:00:00.000Z";
    const before = await customer.api.plans.readSubscription({});
    // Half a month of the difference.
    expect(await preview("Premium")).toEqual({
      dueNowCents: 11_500,
      nextAmountCents: 35_900,
      nextAt,
    });
    expect(await preview("Super")).toEqual({ dueNowCents: 3_500, nextAmountCents: 19_900, nextAt });
    await expectApiError(preview("Basic"), "same_plan");
    expect(await customer.api.plans.readSubscription({})).toEqual(before);
    expect(await billedTo(customer)).toEqual([12_900]);
    await change(customer, "Super");
    expect(await billedTo(customer)).toEqual([12_900, 3_500]);
    expect(await preview("Basic")).toEqual({ dueNowCents: 0, nextAmountCents: 12_900, nextAt });
    // A larger plan after a smaller one was chosen for the next month: the paid plan is credited.
    await change(customer, "Basic");
    const { dueNowCents } = await preview("Premium");
    expect(dueNowCents).toBe(8_000);
    await change(customer, "Premium");
    expect(await billedTo(customer)).toEqual([12_900, 3_500, dueNowCents]);
  });

  test("a preview is for a plan that the provider bills", async () => {
    const { api } = await aCustomer(app, { plan: "Basic" });
    await expectApiError(api.plans.previewSubscriptionChange({ plan: "Super" }), "no_subscription");
    const signedOut = app.client().api.plans.previewSubscriptionChange({ plan: "Super" });
    await expectApiError(signedOut, "signed_out");
  });

  test("upwards takes effect at once, is prorated to the second, and adds to the remaining quota", async () => {
    const customer = await subscriber("Basic");
    await useQuota(customer, 3);
    expect(await change(customer, "Premium")).toEqual({
      subscription: "Premium",
      packageQuota: 9,
      maxWeightGrams: 8000,
      status: "active",
      currentPeriodEndsAt: "2026-05-01T00:00:00.000Z",
      cancelsAtPeriodEnd: false,
      nextPlan: null,
      unsettled: null,
      chosenPlan: null,
    });
    expect(await billedTo(customer)).toEqual([12_900, 11_500]);
  });

  test("F7: double clicks upwards bill once", async () => {
    const customer = await subscriber("Basic");
    const clicks = await Promise.allSettled(
      Array.from({ length: 5 }, () => change(customer, "Super")),
    );
    expect(clicks.some(({ status }) => status === "fulfilled")).toBe(true);
    await applySubscription(
      app.services,
      (await subscriptionOf(app, customer)).providerSubscriptionId,
    );
    expect(await billedTo(customer)).toEqual([12_900, 3500]);
  });

  test("downwards takes effect with the next month, costs nothing, and can be undone", async () => {
    const customer = await subscriber("Premium");
    await useQuota(customer, 2);
    const waiting = { subscription: "Premium", packageQuota: 10, nextPlan: "Basic" };
    expect(await change(customer, "Basic")).toMatchObject(waiting);
    expect(await change(customer, "Basic")).toMatchObject(waiting);
    expect(await change(customer, "Premium")).toMatchObject({ ...waiting, nextPlan: null });
    expect(await change(customer, "Basic")).toMatchObject(waiting);
    expect(await change(customer, "Premium")).toMatchObject({ ...waiting, nextPlan: null });
    expect(await billedTo(customer)).toEqual([35_900]);
    const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
    expect((await app.services.payment.readSubscription(id))?.plan).toBe("Premium");
  });

  test("down and up again credits the paid plan against the larger one, and gains no quota", async () => {
    const customer = await subscriber("Super");
    await useQuota(customer, 4);
    await change(customer, "Basic");
    expect(await change(customer, "Premium")).toMatchObject({
      subscription: "Premium",
      packageQuota: 8,
      nextPlan: null,
    });
    // Half of 359 less half of 199.
    expect(await billedTo(customer)).toEqual([19_900, 8000]);
  });

  test("is rejected while a renewal is overdue, and for a smaller plan after one that ends", async () => {
    const customer = await subscriber("Super");
    await customer.api.plans.cancelSubscription({});
    await expectApiError(
      change(customer, "Basic"),
      "conflict",
      "Your plan ends with this period. Keep it before you choose what follows.",
    );
    const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
    await controlSandbox(app, `subscriptions/${id}/status`, { status: "past_due" });
    await expectApiError(
      change(customer, "Premium"),
      "conflict",
      "The last payment for your plan failed. Please settle it first.",
    );
    expect(await customer.api.plans.readSubscription({})).toMatchObject({ status: "past_due" });
  });

  test("is limited like checkouts", async () => {
    const customer = await subscriber("Basic");
    const bucket = `checkoutsPerAccount:${customer.userId}`;
    await app.database.kysely
      .insertInto("attempts")
      .values(Array.from({ length: 20 }, () => ({ bucket, attemptedAt: app.clock.now() })))
      .execute();
    await expectApiError(change(customer, "Premium"), "too_many_requests");
    expect(await billedTo(customer)).toEqual([12_900]);
  });
});

describe("the month's quota", () => {
  test("with one package left, exactly one of 20 calls at once uses it", async () => {
    const customer = await subscriber("Basic");
    await useQuota(customer, 4);
    expect((await useQuota(customer, 20)).filter(Boolean)).toHaveLength(1);
    expect(await customer.api.plans.readSubscription({})).toMatchObject({ packageQuota: 0 });
    const { usedPackages: used } = await app.database.kysely
      .selectFrom("planPeriods")
      .select("usedPackages")
      .where("userId", "=", customer.userId)
      .executeTakeFirstOrThrow();
    expect(used).toBe(5);
  });

  test("is not used without a plan, nor when the package is not added", async () => {
    expect(await useQuota(await aCustomer(app), 1)).toEqual([false]);
    const customer = await subscriber("Basic");
    const failing = atomically(app.database.kysely, async (db) => {
      await spendQuota(db, customer.userId);
      throw new Error("the package was not saved");
    });
    await expect(failing).rejects.toThrow("not saved");
    expect(await customer.api.plans.readSubscription({})).toMatchObject({ packageQuota: 5 });
  });

  test("P18: each paid invoice begins its month, or adds to the month it falls into, once", async () => {
    const customer = await subscriber("Super");
    const { id: subscriptionId, providerSubscriptionId: providerId } = await subscriptionOf(
      app,
      customer,
    );
    const [first] = await app.services.payment.listPlanInvoices(providerId);
    if (first === undefined) throw new Error("The subscription has no invoice.");
    const startsAt = first.endsAt;
    const endsAt = new Date("2026-06-01T00:00:00Z");
    const next = { ...first, plan: "Basic", startsAt, endsAt, paidAt: startsAt } as const;
    const renewed = { ...next, invoiceId: `in_${randomUUID()}`, amountCents: 12_900 };
    const grownAt = new Date("2026-05-20T00:00:00Z");
    const grown = {
      ...renewed,
      invoiceId: `in_${randomUUID()}`,
      plan: "Premium",
      beginsPeriod: false,
      startsAt: grownAt,
    } as const;
    const { userId } = customer;
    const invoices = [first, renewed, grown];
    for (let times = 0; times < 2; times += 1) {
      await atomically(app.database.kysely, (db) =>
        countInvoices(app.services, db, { userId, subscriptionId, invoices }),
      );
    }
    const rows = await app.database.kysely
      .selectFrom("planPeriods")
      .innerJoin("planPayments", "planPayments.periodId", "planPeriods.id")
      .select(["planPeriods.startsAt", "planPayments.plan"])
      .where("planPeriods.userId", "=", userId)
      .orderBy("planPayments.paidAt")
      .orderBy("planPayments.plan")
      .execute();
    expect(rows).toEqual([
      { startsAt: first.startsAt, plan: "Super" },
      { startsAt, plan: "Basic" },
      { startsAt, plan: "Premium" },
    ]);
  });
});

describe("P12, P27: after failures", () => {
  test("a crash after the provider opened the page leads to the same page, which grants one plan", async () => {
    const customer = await aCustomer(app);
    const request = { plan: "Basic", idempotencyKey: randomUUID() } as const;
    const { url } = await customer.api.plans.startSubscription(request);
    await app.database.kysely
      .updateTable("subscriptionCheckouts")
      .set({ checkoutSessionId: null })
      .where("idempotencyKey", "=", request.idempotencyKey)
      .execute();
    expect(await customer.api.plans.startSubscription(request)).toEqual({ url });
    const { data } = (await callSandbox(app, "checkout/sessions?status=open&limit=100")) as {
      data: { url: string }[];
    };
    expect(data.filter((session) => session.url === url)).toHaveLength(1);
  });

  test("a crash before that leaves nothing that can be paid, and the next request succeeds", async () => {
    const customer = await aCustomer(app);
    await app.database.kysely
      .insertInto("subscriptionCheckouts")
      .values({
        userId: customer.userId,
        idempotencyKey: randomUUID(),
        plan: "Basic",
        customerId: null,
        checkoutSessionId: null,
        createdAt: app.clock.now(),
      })
      .execute();
    const request = { plan: "Super", idempotencyKey: randomUUID() } as const;
    const { url } = await customer.api.plans.startSubscription(request);
    expect((await payCheckout(app, url)).status).toBe(303);
  });

  test("while the provider is unavailable, subscribing fails with the specified message", async () => {
    const away = await testApp({
      settings: {
        STRIPE_SECRET_KEY: "sk_test_away",
        STRIPE_WEBHOOK_SECRET: "whsec_away",
        STRIPE_API_BASE: "http://127.0.0.1:1",
      },
    });
    try {
      const customer = await aCustomer(away);
      const request = { plan: "Super", idempotencyKey: randomUUID() } as const;
      await expectApiError(
        customer.api.plans.startSubscription(request),
        "checkout_failed",
        "Could not open checkout page. Please try again.",
      );
      expect((await customer.api.plans.readSubscription({})).subscription).toBeNull();
    } finally {
      await away.close();
    }
  });
});
