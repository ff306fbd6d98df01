import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { callSandbox, controlSandbox, payCheckout } from "#test/payment-sandbox.ts";
import { aCustomer, signInBrowser, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { isLongRun, timesAtOnce } from "#test/long-run.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});
beforeEach(async () => {
  await controlSandbox(app, "retry_rules", { waitsDays: "3,5", afterwards: "canceled" });
});

const dayMilliseconds = 86_400_000;

/** Delivers the provider's events and runs the jobs that follow. */
async function deliverEvents(): Promise<void> {
  await app.deliverWebhooks();
  await app.runJobs();
}

async function subscriber(plan: PlanName, at = "2026-01-31T10:00:00Z"): Promise<TestPerson> {
  app.clock.set(at);
  const customer = await aCustomer(app);
  const { url } = await customer.api.plans.startSubscription({
    plan,
    idempotencyKey: randomUUID(),
  });
  await payCheckout(app, url);
  await deliverEvents();
  return customer;
}

async function providerIdOf(customer: TestPerson): Promise<string> {
  const row = await app.database.kysely
    .selectFrom("subscriptions")
    .select("providerSubscriptionId")
    .where("userId", "=", customer.userId)
    .executeTakeFirstOrThrow();
  return row.providerSubscriptionId;
}

async function control(customer: TestPerson, verb: string, body: Record<string, string> = {}) {
  await controlSandbox(app, `subscriptions/${await providerIdOf(customer)}/${verb}`, body);
}

async function advanceDays(days: number): Promise<void> {
  app.clock.advance(days * dayMilliseconds);
  await controlSandbox(app, "clock");
  await deliverEvents();
}

/** Read without a session, since these tests advance the clock by months. */
async function planOf(customer: TestPerson) {
  await signInBrowser(app, customer.client, customer.userId);
  return await customer.api.plans.readSubscription({});
}

function emailsTo(customer: TestPerson): string[] {
  const emails = app.sandboxes.mailbox?.list({ to: customer.email, limit: 20 }) ?? [];
  return emails.map(({ subject }) => subject).toReversed();
}

async function useQuota(customer: TestPerson, packages: number): Promise<void> {
  await app.database.kysely
    .updateTable("planPeriods")
    .set({ usedPackages: packages })
    .where("userId", "=", customer.userId)
    .where("isCurrent", "=", true)
    .execute();
}

describe("a renewal that is paid", () => {
  test("P18, F6: fills the quota once, on the month's last day where the day is missing, and sends an email", async () => {
    const customer = await subscriber("Basic");
    await useQuota(customer, 4);
    await advanceDays(28);
    expect(await planOf(customer)).toMatchObject({
      subscription: "Basic",
      packageQuota: 5,
      currentPeriodEndsAt: "2026-03-31T10:00:00.000Z",
    });
    expect(emailsTo(customer)).toEqual([
      "Your Basic plan is active",
      "Your Basic plan has been renewed",
    ]);
    await useQuota(customer, 2);
    await deliverEvents();
    expect((await customer.api.wallet.listTransactions({})).items).toHaveLength(2);
    await advanceDays(31);
    expect(await planOf(customer)).toMatchObject({
      currentPeriodEndsAt: "2026-04-30T10:00:00.000Z",
    });
  });

  test(`P4: with ${timesAtOnce} events, out of order, fills it once`, async () => {
    const customer = await subscriber("Super");
    await useQuota(customer, 7);
    await controlSandbox(app, "webhooks", { copies: timesAtOnce, shuffleSeed: 7 });
    await advanceDays(28);
    await controlSandbox(app, "webhooks", { copies: 1, shuffleSeed: null });
    expect(await planOf(customer)).toMatchObject({ packageQuota: 10 });
    expect((await customer.api.wallet.listTransactions({})).items).toHaveLength(2);
    expect(emailsTo(customer)).toHaveLength(2);
  });
});

describe("a renewal that is not paid", () => {
  test("P16, P19: keeps the plan while the provider retries, then ends it, and sends an email for both", async () => {
    const customer = await subscriber("Basic");
    await control(customer, "renewals", { answer: "declined" });
    await advanceDays(28);
    expect(await planOf(customer)).toMatchObject({
      subscription: "Basic",
      status: "past_due",
      unsettled: "past_due",
    });
    await advanceDays(3);
    expect(await planOf(customer)).toMatchObject({ subscription: "Basic", status: "past_due" });
    await advanceDays(5);
    expect(await planOf(customer)).toMatchObject({
      subscription: null,
      packageQuota: 0,
      maxWeightGrams: 0,
      status: "none",
      unsettled: null,
    });
    expect(emailsTo(customer)).toEqual([
      "Your Basic plan is active",
      "The payment for your Basic plan failed",
      "Your Basic plan has ended",
    ]);
  });

  test("fills nothing until another card pays, and then once", async () => {
    const customer = await subscriber("Basic");
    await useQuota(customer, 5);
    await control(customer, "renewals", { answer: "declined" });
    await advanceDays(28);
    expect(await planOf(customer)).toMatchObject({ packageQuota: 0, status: "past_due" });
    await control(customer, "card", { number: "4242424242424242" });
    await deliverEvents();
    expect(await planOf(customer)).toMatchObject({ packageQuota: 5, status: "active" });
  });

  test("suspends the plan where the provider leaves it unpaid, and restores it when it is paid", async () => {
    await controlSandbox(app, "retry_rules", { waitsDays: "", afterwards: "unpaid" });
    const customer = await subscriber("Super");
    await control(customer, "renewals", { answer: "declined" });
    await advanceDays(28);
    expect(await planOf(customer)).toMatchObject({
      subscription: null,
      status: "none",
      unsettled: "unpaid",
    });
    await expectApiError(
      customer.api.plans.startSubscription({ plan: "Super", idempotencyKey: randomUUID() }),
      "subscription_exists",
    );
    await control(customer, "card", { number: "4242424242424242" });
    await deliverEvents();
    expect(await planOf(customer)).toMatchObject({ subscription: "Super", packageQuota: 10 });
  });
});

describe("settling", () => {
  async function sendCard(url: string): Promise<Response | undefined> {
    const card = { number: "4242424242424242", expiry: "12/60", cvc: "123" };
    return await app.sandboxes.paymentSandbox?.fetch(
      new Request(url, { method: "POST", body: new URLSearchParams(card) }),
    );
  }

  test("opens the open invoice of an overdue plan, whose payment renews it", async () => {
    const customer = await subscriber("Basic");
    await control(customer, "renewals", { answer: "declined" });
    await advanceDays(28);
    await planOf(customer);
    const { url } = await customer.api.plans.settleSubscription({});
    expect(url).toContain("/sandbox/stripe/invoices/in_");
    expect((await sendCard(url))?.status).toBe(200);
    await deliverEvents();
    expect(await planOf(customer)).toMatchObject({ status: "active", packageQuota: 5 });
  });

  test("opens a page for another card where no invoice is open, with a way back to the settings", async () => {
    const customer = await subscriber("Basic");
    const { url } = await customer.api.plans.settleSubscription({});
    expect(url).toContain("/sandbox/stripe/billing/bps_");
    const response = await sendCard(url);
    expect(response?.status).toBe(303);
    expect(response?.headers.get("location")).toBe(`${app.config.publicUrl}/dashboard/settings`);
  });
});

describe("canceling", () => {
  test("P20: keeps the plan until the period ends, and can be undone until then", async () => {
    const customer = await subscriber("Premium");
    const { api } = customer;
    const ending = { subscription: "Premium", packageQuota: 12, cancelsAtPeriodEnd: true };
    expect(await api.plans.cancelSubscription({})).toMatchObject(ending);
    expect(await api.plans.cancelSubscription({})).toMatchObject(ending);
    await deliverEvents();
    expect(await api.plans.resumeSubscription({})).toMatchObject({ cancelsAtPeriodEnd: false });
    expect(await api.plans.resumeSubscription({})).toMatchObject({ cancelsAtPeriodEnd: false });
    await deliverEvents();
    await api.plans.cancelSubscription({});
    await advanceDays(27);
    expect(await planOf(customer)).toMatchObject(ending);
    await advanceDays(1);
    expect(await planOf(customer)).toMatchObject({ subscription: null, packageQuota: 0 });
    expect(emailsTo(customer)).toEqual([
      "Your Premium plan is active",
      "Your Premium plan ends on February 28, 2026",
      "You keep your Premium plan",
      "Your Premium plan ends on February 28, 2026",
      "Your Premium plan has ended",
    ]);
    await expectApiError(api.plans.resumeSubscription({}), "no_subscription");
  });

  test("ends an overdue plan at once, since no paid period is left", async () => {
    const customer = await subscriber("Basic");
    await control(customer, "renewals", { answer: "declined" });
    await advanceDays(28);
    expect(await customer.api.plans.cancelSubscription({})).toMatchObject({ subscription: null });
  });

  test.runIf(isLongRun)(
    "P32: leaves no invoice that could still be paid, also of a plan that is unpaid for months",
    async () => {
      await controlSandbox(app, "retry_rules", { waitsDays: "", afterwards: "unpaid" });
      const customer = await subscriber("Basic");
      await control(customer, "renewals", { answer: "declined" });
      await advanceDays(28);
      await advanceDays(31);
      const statuses = async () => {
        const path = `invoices?subscription=${await providerIdOf(customer)}`;
        const { data } = (await callSandbox(app, path)) as { data: { status: string }[] };
        return data.map(({ status }) => status);
      };
      expect(await statuses()).toEqual(["draft", "open", "paid"]);
      await signInBrowser(app, customer.client, customer.userId);
      expect(await customer.api.plans.cancelSubscription({})).toMatchObject({ unsettled: null });
      expect(await statuses()).toEqual(["void", "void", "paid"]);
    },
  );

  test("is for signed-in users with a subscription", async () => {
    const signedOut = app.client().api;
    for (const api of [signedOut, (await aCustomer(app, { plan: "Basic" })).api]) {
      const code = api === signedOut ? "signed_out" : "no_subscription";
      await expectApiError(api.plans.cancelSubscription({}), code);
      await expectApiError(api.plans.resumeSubscription({}), code);
      await expectApiError(api.plans.settleSubscription({}), code);
    }
  });
});

describe("P19: the provider's status of a subscription decides the plan", () => {
  const statuses = [
    ["active", { subscription: "Super", status: "active", unsettled: null }],
    ["trialing", { subscription: "Super", status: "active", unsettled: null }],
    ["past_due", { subscription: "Super", status: "past_due", unsettled: "past_due" }],
    ["unpaid", { subscription: null, status: "none", unsettled: "unpaid" }],
    ["paused", { subscription: null, status: "none", unsettled: "paused" }],
    ["incomplete", { subscription: null, status: "none", unsettled: null }],
    ["incomplete_expired", { subscription: null, status: "none", unsettled: null }],
    ["canceled", { subscription: null, status: "none", unsettled: null }],
  ] as const;

  test.each(statuses)("%s", async (status, expected) => {
    const customer = await subscriber("Super");
    await control(customer, "status", { status });
    await deliverEvents();
    expect(await planOf(customer)).toMatchObject(expected);
  });
});
