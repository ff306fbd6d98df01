import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { callSandbox, payCheckout } from "#test/payment-sandbox.ts";
import { neverSubscribed, planOf, startPlan } from "#test/subscriptions.ts";
import { aCustomer } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { withSubscriberLock } from "./locks/with-subscriber-lock.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

describe("reading the own plan", () => {
  test("is for signed-in users", async () => {
    await expectApiError(app.client().api.plans.readSubscription({}), "signed_out");
  });

  test("accepts no other user's id", async () => {
    const other = await aCustomer(app, { plan: "Premium" });
    const customer = await aCustomer(app);
    const input = { userId: other.userId } as never;
    await expectApiError(customer.api.plans.readSubscription(input), "invalid_input");
    expect(await planOf(customer)).toEqual(neverSubscribed);
  });

  test("distinguishes a complimentary plan from a billed one", async () => {
    const customer = await aCustomer(app, { plan: "Basic", packageQuota: 3 });
    expect(await planOf(customer)).toEqual({
      ...neverSubscribed,
      subscription: "Basic",
      packageQuota: 3,
      maxWeightGrams: 2000,
      status: "complimentary",
    });
  });
});

describe("starting a subscription", () => {
  test("is for signed-in users", async () => {
    const input = { plan: "Basic", idempotencyKey: randomUUID() } as const;
    await expectApiError(app.client().api.plans.startSubscription(input), "signed_out");
  });

  test.each([
    { plan: "basic", idempotencyKey: randomUUID() },
    { plan: "Gold", idempotencyKey: randomUUID() },
    { plan: "Basic", idempotencyKey: "again" },
    { plan: "Basic" },
    { idempotencyKey: randomUUID() },
    { plan: "Basic", idempotencyKey: randomUUID(), priceCents: 1 },
    { plan: "Basic", idempotencyKey: randomUUID(), userId: randomUUID() },
  ])("rejects %j", async (input) => {
    const { api } = await aCustomer(app);
    await expectApiError(api.plans.startSubscription(input as never), "invalid_input");
  });

  test("opens the provider's page with the plan's price and the configured addresses", async () => {
    const customer = await aCustomer(app);
    const { url, sessionId } = await startPlan(customer, "Premium");
    expect(url).toContain(`${app.config.publicUrl}/sandbox/stripe/checkout/cs_test_`);
    const session = await callSandbox(app, `checkout/sessions/${sessionId}`);
    const upgradeUrl = `${app.config.publicUrl}/dashboard/upgrade`;
    expect(session).toMatchObject({
      mode: "subscription",
      amount_total: 35_900,
      currency: "usd",
      success_url: `${upgradeUrl}?success=true&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${upgradeUrl}?canceled=true`,
    });
    expect(await planOf(customer)).toEqual(neverSubscribed);
  });

  test("P11: calls at once with one idempotency key open one page", async () => {
    const customer = await aCustomer(app);
    const idempotencyKey = randomUUID();
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => startPlan(customer, "Basic", idempotencyKey)),
    );
    expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
    await expectApiError(
      customer.api.plans.startSubscription({ plan: "Super", idempotencyKey }),
      "idempotency_key_reused",
    );
  });

  test("opens no page for an account that is closed while the call waits", async () => {
    const customer = await aCustomer(app);
    let starting: Promise<unknown> = Promise.resolve();
    await withSubscriberLock(app.services, customer.userId, async () => {
      starting = expectApiError(startPlan(customer), "signed_out");
      await pause(200);
      await app.database.kysely
        .updateTable("profiles")
        .set({ closedAt: app.clock.now() })
        .where("id", "=", customer.userId)
        .execute();
    });
    await starting;
  });

  test("closes the page that was opened before", async () => {
    const customer = await aCustomer(app);
    const idempotencyKey = randomUUID();
    const earlier = await startPlan(customer, "Basic", idempotencyKey);
    const later = await startPlan(customer, "Super");
    expect(await callSandbox(app, `checkout/sessions/${earlier.sessionId}`)).toMatchObject({
      status: "expired",
    });
    await expectApiError(
      customer.api.plans.startSubscription({ plan: "Basic", idempotencyKey }),
      "idempotency_key_reused",
      "This checkout is over. Please start again.",
    );
    expect((await payCheckout(app, later.url)).status).toBe(303);
  });

  test("leaves one page that can be paid, however many are opened at once", async () => {
    const customer = await aCustomer(app);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_none, index) =>
        startPlan(customer, index % 2 === 0 ? "Basic" : "Super"),
      ),
    );
    const sessions = await Promise.all(
      outcomes
        .filter((outcome) => outcome.status === "fulfilled")
        .map(({ value }) => app.services.payment.readCheckoutSession(value.sessionId)),
    );
    expect(sessions.filter((session) => session?.state === "open").length).toBeLessThanOrEqual(1);
    const last = await startPlan(customer, "Premium");
    expect((await payCheckout(app, last.url)).status).toBe(303);
  });

  test("grants a plan that was paid before its event arrived, and rejects another", async () => {
    const customer = await aCustomer(app);
    const { url } = await startPlan(customer, "Basic");
    await payCheckout(app, url);
    await expectApiError(startPlan(customer, "Super"), "subscription_exists");
    expect(await planOf(customer)).toMatchObject({ subscription: "Basic", packageQuota: 5 });
  });

  test("is limited to 20 pages an hour", async () => {
    const customer = await aCustomer(app);
    const bucket = `checkoutsPerAccount:${customer.userId}`;
    await app.database.kysely
      .insertInto("attempts")
      .values(Array.from({ length: 20 }, () => ({ bucket, attemptedAt: app.clock.now() })))
      .execute();
    await expectApiError(startPlan(customer), "too_many_requests");
  });

  test("creates each price once, also when many subscribe at the same time", async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, () => aCustomer(app)));
    await Promise.all(customers.map((customer) => startPlan(customer, "Super")));
    const { data } = (await callSandbox(app, "prices?limit=100")) as {
      data: { unit_amount: number; lookup_key: string | null }[];
    };
    expect(data.filter(({ lookup_key: key }) => key === "plan_super_monthly")).toMatchObject([
      { unit_amount: 19_900 },
    ]);
  });
});
