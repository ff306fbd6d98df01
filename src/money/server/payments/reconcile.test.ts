import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { asOwner } from "#test/database.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { callSandbox, controlSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { settleDeposit } from "#money/server/wallet/settle-deposit.ts";
import { reconcile } from "./reconciliation.ts";

const payments = isLongRun ? 1000 : 60;
const lost = payments / 10;

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

async function aPayment(customer: TestPerson, amount: string) {
  // Opening checkouts is limited per account, and this is not about that.
  await app.database.kysely.deleteFrom("attempts").execute();
  const { url } = await customer.api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  await payCheckout(app, url);
  const sessionId = sessionIdOf(url);
  const session = await app.services.payment.readCheckoutSession(sessionId);
  return { sessionId, paymentIntentId: session?.paymentIntentId ?? "" };
}

async function balanceOf(customer: TestPerson): Promise<number> {
  return (await customer.api.wallet.readWallet({})).balanceCents;
}

async function run() {
  return await reconcile(app.services, { cause: "console" });
}

/** The provider's balance of each deposit. */
async function providerCents(paymentIntentIds: readonly string[]): Promise<number> {
  let total = 0;
  for (const id of paymentIntentIds) {
    const payment = await app.services.payment.readReversals(id);
    const taken = payment?.disputes.filter(({ isTaken }) => isTaken) ?? [];
    total += payment?.receivedCents ?? 0;
    total -= payment?.refundedCents ?? 0;
    total -= taken.reduce((sum, { amountCents }) => sum + amountCents, 0);
  }
  return total;
}

test(
  `P8, P25: with ${lost} of ${payments} effects missing it credits these ${lost}, doubles none, and then finds nothing`,
  { timeout: isLongRun ? 600_000 : 60_000 },
  async () => {
    const customer = await aCustomer(app);
    for (let number = 0; number < payments; number += 1) {
      const { sessionId } = await aPayment(customer, "3");
      if (number % 10 !== 0) await settleDeposit(app.services, sessionId);
    }
    expect(await balanceOf(customer)).toBe((payments - lost) * 300);
    const [report] = await Promise.all([run(), run()]);
    expect(report.paymentsCompared).toBe(payments);
    expect(report.differences).toEqual([]);
    expect(await balanceOf(customer)).toBe(payments * 300);
    expect(await run()).toMatchObject({ repairedCount: 0, differences: [], differenceCents: 0 });
    const { items } = await admin.api.payments.listReconciliations({ page: 1, pageSize: 10 });
    expect(items).toHaveLength(3);
    expect(
      items.reduce((total, { repairedCount }) => total + repairedCount, 0),
    ).toBeGreaterThanOrEqual(lost);
  },
);

test("P26: deposits less refunds and disputes equal the provider's records to the cent", async () => {
  const customer = await aCustomer(app);
  const made = [];
  for (const amount of ["10", "20.01", "33.33", "7.77"])
    made.push(await aPayment(customer, amount));
  const [whole, part, disputed, stored] = made.map(({ paymentIntentId }) => paymentIntentId);
  for (const { sessionId } of made.slice(1)) await settleDeposit(app.services, sessionId);
  await callSandbox(app, "refunds", { payment_intent: whole ?? "" });
  await callSandbox(app, "refunds", { payment_intent: part ?? "", amount: "501" });
  await controlSandbox(app, "disputes", { payment_intent: disputed ?? "" });
  const report = await run();
  expect(report.differences).toEqual([]);
  const provider = await providerCents([whole, part, disputed, stored].map((id) => id ?? ""));
  expect(provider).toBe(1500 + 777);
  expect(await balanceOf(customer)).toBe(provider);
});

test("P26: a payout, held or paid, is none of the provider's business and disturbs no comparison", async () => {
  const customer = await aCustomer(app);
  await customer.api.auth.confirmPassword({ password: customer.password });
  await admin.api.auth.confirmPassword({ password: admin.password });
  const { sessionId, paymentIntentId } = await aPayment(customer, "20");
  await settleDeposit(app.services, sessionId);
  const input = { amount: "15", details: "To account 42", idempotencyKey: randomUUID() };
  const { id: payoutRequestId } = await customer.api.wallet.requestPayout(input);
  expect(await run()).toMatchObject({ differences: [], differenceCents: 0 });
  const paid = { payoutRequestId, isPaid: true, reference: "FT-42" };
  await admin.api.wallet.settlePayoutRequest(paid);
  expect(await run()).toMatchObject({ repairedCount: 0, differences: [], differenceCents: 0 });
  expect(await providerCents([paymentIntentId])).toBe(2000);
  expect(await balanceOf(customer)).toBe(500);
});

test("an expired checkout whose event was lost is canceled", async () => {
  const customer = await aCustomer(app);
  await customer.api.wallet.startDeposit({ amount: "5", idempotencyKey: randomUUID() });
  app.clock.advance(26 * 60 * 60 * 1000);
  expect((await run()).repairs).toMatchObject([{ kind: "deposit_ended" }]);
  const { items } = await customer.api.wallet.listTransactions({});
  expect(items).toMatchObject([{ type: "deposit", status: "canceled" }]);
});

test("a plan that was paid for and never granted is granted", async () => {
  const customer = await aCustomer(app);
  const input = { plan: "Basic" as const, idempotencyKey: randomUUID() };
  const { url } = await customer.api.plans.startSubscription(input);
  await payCheckout(app, url);
  expect((await run()).repairs).toMatchObject([{ kind: "invoice_counted" }]);
  expect(await customer.api.plans.readSubscription({})).toMatchObject({ packageQuota: 5 });
  expect((await run()).repairs).toEqual([]);
});

test("what was refunded after it was spent, or credited for another amount, is reported to the cent", async () => {
  const [admin, customer] = [await anAdmin(app), await aCustomer(app)];
  const { sessionId, paymentIntentId } = await aPayment(customer, "40");
  await settleDeposit(app.services, sessionId);
  const fee = { userId: customer.userId, kind: "deduction" as const, amount: "39.99" };
  await admin.api.wallet.adjustWallet({ ...fee, reason: "Freight", idempotencyKey: randomUUID() });
  await callSandbox(app, "refunds", { payment_intent: paymentIntentId });
  const report = await run();
  expect(report).toMatchObject({
    differenceCents: 3999,
    differences: [{ kind: "refund_not_debited", subject: paymentIntentId, amountCents: 3999 }],
  });
  await admin.api.wallet.adjustWallet({
    userId: customer.userId,
    kind: "credit",
    amount: "39.99",
    reason: "Waived",
    idempotencyKey: randomUUID(),
  });
  expect(await run()).toMatchObject({ differenceCents: 0 });
});

test("a payment whose checkout the provider still processes is reported until it is credited", async () => {
  const customer = await aCustomer(app);
  const { sessionId, paymentIntentId: subject } = await aPayment(customer, "12");
  const { payment } = app.services;
  const readCheckoutSession = async (id: string) => {
    const session = await payment.readCheckoutSession(id);
    return session && ({ ...session, state: "processing" } as const);
  };
  const services = { ...app.services, payment: { ...payment, readCheckoutSession } };
  expect(await reconcile(services, { cause: "console" })).toMatchObject({
    repairs: [],
    differences: [{ kind: "not_credited", subject, amountCents: 1200 }],
  });
  await settleDeposit(app.services, sessionId);
  expect(await run()).toMatchObject({ repairs: [], differences: [] });
  expect(await balanceOf(customer)).toBe(1200);
});

test("a credited deposit whose payment has another amount or currency at the provider is reported", async () => {
  const customer = await aCustomer(app);
  const { sessionId, paymentIntentId: subject } = await aPayment(customer, "12");
  await settleDeposit(app.services, sessionId);
  const { payment } = app.services;
  const differing = [
    [{ receivedCents: 1150 }, 50],
    [{ currency: "hkd" }, 0],
  ] as const;
  for (const [difference, amountCents] of differing) {
    const services = {
      ...app.services,
      payment: {
        ...payment,
        async *listPaymentsIn(span: Parameters<typeof payment.listPaymentsIn>[0]) {
          for await (const page of payment.listPaymentsIn(span)) {
            yield page.map((one) =>
              one.paymentIntentId === subject ? { ...one, ...difference } : one,
            );
          }
        },
      },
    };
    const { differences } = await reconcile(services, { cause: "console" });
    expect(differences).toMatchObject([{ kind: "amount", subject, amountCents }]);
  }
  expect(await run()).toMatchObject({ differences: [] });
});

test("a payment of an unknown deposit, and a deposit with a changed amount, are reported", async () => {
  const customer = await aCustomer(app);
  const { sessionId, paymentIntentId } = await aPayment(customer, "12");
  await sql`update deposits set amount_cents = 1100 where checkout_session_id = ${sessionId}`.execute(
    app.database.kysely,
  );
  expect((await run()).differences).toMatchObject([
    { kind: "not_credited", subject: paymentIntentId, amountCents: 1200 },
  ]);
  await asOwner(app.database, (db) =>
    db.deleteFrom("deposits").where("checkoutSessionId", "=", sessionId).execute(),
  );
  expect((await run()).differences).toMatchObject([
    { kind: "unknown_deposit", subject: paymentIntentId, amountCents: 1200 },
  ]);
  expect(await balanceOf(customer)).toBe(0);
});

describe("the admin area", () => {
  test("is for admins, who start a reconciliation that runs in the background", async () => {
    const customer = await aCustomer(app);
    for (const [api, code] of [
      [app.client().api, "signed_out"],
      [customer.api, "forbidden"],
    ] as const) {
      await expectApiError(api.payments.listReconciliations({ page: 1, pageSize: 5 }), code);
      await expectApiError(api.payments.startReconciliation({}), code);
    }
    const { api } = await anAdmin(app);
    const before = await api.payments.listReconciliations({ page: 1, pageSize: 1 });
    app.clock.advance(1000);
    await api.payments.startReconciliation({});
    expect((await app.runJobs()).errors).toEqual([]);
    const after = await api.payments.listReconciliations({ page: 1, pageSize: 1 });
    expect(after.total).toBe(before.total + 1);
    expect(after.items).toMatchObject([{ cause: "admin" }]);
  });
});
