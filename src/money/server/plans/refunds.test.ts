// A plan that an admin ends while its renewal is paid: what was paid is said, and can be given back once.
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { callSandbox, controlSandbox } from "#test/payment-sandbox.ts";
import { aSubscriber, planOf, subscriptionOf } from "#test/subscriptions.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, aStaffMember, signInBrowser, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

const reason = "Ended while it was renewed";
/** What a month of Super costs. */
const priceCents = 19_900;
const monthMilliseconds = 31 * 86_400_000;

/** A customer whose plan the provider has renewed, of which nothing has been heard here yet. */
async function renewedSubscriber(): Promise<TestPerson> {
  const customer = await aSubscriber(app, "Super");
  app.clock.advance(monthMilliseconds);
  await controlSandbox(app, "clock");
  admin = await anAdmin(app);
  await signInBrowser(app, customer.client, customer.userId);
  return customer;
}

const end = ({ userId }: TestPerson) => admin.api.plans.endSubscription({ userId, reason });
const list = async ({ userId }: TestPerson) =>
  (await admin.api.plans.listEndedPlanPayments({ userId })).items;
const refund = ({ userId }: TestPerson, invoiceId: string, { api } = admin) =>
  api.plans.refundPlanPayment({ userId, invoiceId, reason });

async function paymentIdOf(invoiceId: string): Promise<string> {
  return (await app.services.payment.findInvoicePaymentId(invoiceId)) ?? "";
}

/** The amounts of a payment's refunds at the provider. */
async function refundsOf(invoiceId: string): Promise<number[]> {
  const path = `refunds?payment_intent=${await paymentIdOf(invoiceId)}`;
  const { data } = (await callSandbox(app, path)) as { data: { amount: number }[] };
  return data.map(({ amount }) => amount);
}

async function auditedOf({ userId }: TestPerson): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("auditLog")
    .select("action")
    .where("target", "=", userId)
    .where("errorCode", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

describe("ending a plan while its renewal is paid", () => {
  test("P33: says what was paid, and gives it back once, whenever the provider's events arrive", async () => {
    const customer = await renewedSubscriber();
    const { payments } = await end(customer);
    expect(payments).toEqual([
      {
        invoiceId: expect.stringMatching(/^in_/),
        plan: "Super",
        amountCents: priceCents,
        paidAt: expect.any(String),
        periodEndsAt: expect.any(String),
      },
    ]);
    const [paid] = payments;
    const invoiceId = paid?.invoiceId ?? "";
    const open = { ...paid, refundedCents: 0, refundableCents: priceCents };
    expect(await list(customer)).toEqual([open]);
    expect(await planOf(customer)).toMatchObject({ subscription: null, status: "none" });
    await app.deliverWebhooks();
    await app.runJobs();
    expect(await list(customer)).toEqual([open]);

    const given = { ...paid, refundedCents: priceCents, refundableCents: 0 };
    const answers = await Promise.all([refund(customer, invoiceId), refund(customer, invoiceId)]);
    expect(answers).toEqual([given, given]);
    expect(await refund(customer, invoiceId)).toEqual(given);
    await app.deliverWebhooks();
    await app.runJobs();
    expect(await list(customer)).toEqual([given]);
    expect(await refundsOf(invoiceId)).toEqual([priceCents]);
    expect(await auditedOf(customer)).toEqual(["plans.endSubscription", "plans.refundPlanPayment"]);
    const emails = await app.emailsTo(customer.email);
    const subject = "$199.00 was refunded to your card";
    expect(emails.filter((email) => email.subject === subject)).toHaveLength(1);
    const { items } = await customer.api.notifications.listNotifications({});
    const text = "$199.00 for your Super plan was refunded to your card";
    expect(items.filter((one) => one.text === text)).toHaveLength(1);
    expect(await planOf(customer)).toMatchObject({ subscription: null, status: "none" });
  });

  test("P33: an answer of the provider that is lost leaves one refund", async () => {
    const customer = await renewedSubscriber();
    const { payments } = await end(customer);
    const invoiceId = payments[0]?.invoiceId ?? "";
    const paymentIntentId = await paymentIdOf(invoiceId);
    const { payment } = app.services;
    // Both calls have read that nothing was given back.
    await Promise.all(
      [1, 2].map(() => payment.refundPayment({ paymentIntentId, amountCents: priceCents })),
    );
    expect(await refund(customer, invoiceId)).toMatchObject({ refundableCents: 0 });
    const subjects = (await app.emailsTo(customer.email)).map(({ subject }) => subject);
    expect(subjects).toContain("$199.00 was refunded to your card");
    expect(await refundsOf(invoiceId)).toEqual([priceCents]);
    await expect(payment.refundPayment({ paymentIntentId, amountCents: 1 })).rejects.toBeInstanceOf(
      PaymentError,
    );
  });

  test("P33: only what has not been given back is, and a refund that failed at the bank can be made again", async () => {
    const customer = await renewedSubscriber();
    const { payments } = await end(customer);
    const invoiceId = payments[0]?.invoiceId ?? "";
    const payment_intent = await paymentIdOf(invoiceId);
    await callSandbox(app, "refunds", { payment_intent, amount: "300" });
    expect(await list(customer)).toMatchObject([
      { refundedCents: 300, refundableCents: priceCents - 300 },
    ]);
    await refund(customer, invoiceId);
    expect(await refundsOf(invoiceId)).toEqual([priceCents - 300, 300]);
    const { data } = (await callSandbox(app, `refunds?payment_intent=${payment_intent}`)) as {
      data: { id: string; amount: number }[];
    };
    const made = data.find(({ amount }) => amount === priceCents - 300)?.id ?? "";
    await controlSandbox(app, `refunds/${made}/fail`, {});
    expect(await list(customer)).toMatchObject([
      { refundedCents: 300, refundableCents: priceCents - 300 },
    ]);
    expect(await refund(customer, invoiceId)).toMatchObject({
      refundedCents: priceCents,
      refundableCents: 0,
    });
  });

  test("P33: no more than the invoice asked for is given back", async () => {
    const customer = await renewedSubscriber();
    const { payments } = await end(customer);
    const invoiceId = payments[0]?.invoiceId ?? "";
    const amountCents = priceCents - 500;
    await asOwner(app.database, (db) =>
      sql`update plan_payments set amount_cents = ${amountCents} where invoice_id = ${invoiceId}`.execute(
        db,
      ),
    );
    expect(await list(customer)).toMatchObject([{ refundableCents: amountCents }]);
    await refund(customer, invoiceId);
    expect(await refundsOf(invoiceId)).toEqual([amountCents]);
  });

  test("a disputed payment is left to its dispute", async () => {
    const customer = await renewedSubscriber();
    const { payments } = await end(customer);
    const invoiceId = payments[0]?.invoiceId ?? "";
    const payment_intent = await paymentIdOf(invoiceId);
    await controlSandbox(app, "disputes", { payment_intent, kind: "chargeback" });
    expect(await list(customer)).toMatchObject([{ refundedCents: 0, refundableCents: 0 }]);
    await expectApiError(refund(customer, invoiceId), "refund_refused");
    expect(await refundsOf(invoiceId)).toEqual([]);
  });

  test("what was paid is listed too where the provider's events tell of the end", async () => {
    const customer = await renewedSubscriber();
    const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
    await controlSandbox(app, `subscriptions/${id}/status`, { status: "canceled" });
    expect(await list(customer)).toEqual([]);
    await app.deliverWebhooks();
    await app.runJobs();
    await expectApiError(end(customer), "no_subscription");
    expect(await list(customer)).toMatchObject([{ refundableCents: priceCents }]);
  });

  test("nothing is said of a month that was not paid, is over, or is of a plan that goes on", async () => {
    const customer = await aSubscriber(app, "Super");
    admin = await anAdmin(app);
    expect(await list(customer)).toEqual([]);
    const { providerSubscriptionId: id } = await subscriptionOf(app, customer);
    await controlSandbox(app, `subscriptions/${id}/renewals`, { answer: "declined" });
    app.clock.advance(monthMilliseconds);
    await controlSandbox(app, "clock");
    admin = await anAdmin(app);
    const { payments } = await end(customer);
    expect([payments, await list(customer)]).toEqual([[], []]);
    const renewed = await renewedSubscriber();
    await end(renewed);
    app.clock.advance(monthMilliseconds);
    admin = await anAdmin(app);
    expect(await list(renewed)).toEqual([]);
  });

  test("nobody refunds to their own account, without a reason, or what is not listed", async () => {
    const customer = await renewedSubscriber();
    const before = await planOf(customer);
    expect(before).toMatchObject({ subscription: "Super" });
    expect(await list(customer)).toEqual([]);
    const invoiceId = (await end(customer)).payments[0]?.invoiceId ?? "";
    const { userId } = customer;
    const finance = await aStaffMember(app, ["finance"]);
    await expectApiError(refund(customer, "in_other"), "not_found");
    await expectApiError(
      admin.api.plans.refundPlanPayment({ userId, invoiceId, reason: "" }),
      "missing_information",
    );
    await expectApiError(
      admin.api.plans.refundPlanPayment({ userId: admin.userId, invoiceId, reason }),
      "own_account",
    );
    await expectApiError(
      admin.api.plans.endSubscription({ userId: admin.userId, reason }),
      "own_account",
    );
    await expectApiError(refund({ ...customer, userId: finance.userId }, invoiceId), "not_found");
    expect(await refundsOf(invoiceId)).toEqual([]);
    expect(await refund(customer, invoiceId, finance)).toMatchObject({ refundedCents: priceCents });
  });
});
