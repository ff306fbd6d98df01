import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createStripePayment } from "#money/server/adapters/payment/stripe-payment.ts";
import { signedInContext } from "#test/context.ts";
import {
  callSandbox,
  controlSandbox,
  payCheckout,
  sessionIdOf,
  testCards,
} from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { startDeposit } from "#money/server/wallet/deposits.ts";
import { getStripePayments } from "./functions.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

async function call(person: TestPerson, name: string, body: object) {
  const response = await person.client.fetch(`/api/functions/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("a deposit is created and verified under the specification's names, in dollars", async () => {
  const customer = await aCustomer(app);
  const created = await call(customer, "create-wallet-deposit", {
    amount: 1234.5,
    userId: customer.userId,
    userEmail: customer.email,
  });
  expect(created.status).toBe(200);
  const url = String(created.body["url"]);
  await payCheckout(app, url);
  const sessionId = sessionIdOf(url);
  expect((await call(customer, "verify-wallet-deposit", { sessionId })).body).toEqual({
    success: true,
    amount: 1234.5,
    message: "$1,234.50 has been added to your wallet.",
  });
  expect(await customer.api.wallet.readWallet({})).toMatchObject({ balanceCents: 123_450 });
});

describe("create-wallet-deposit", () => {
  test("requires a session, and rejects an invalid amount", async () => {
    await expect(
      app.client().api.functions.createWalletDeposit({ amount: 5 }),
    ).rejects.toMatchObject({ code: "signed_out" });
    const customer = await aCustomer(app);
    expect(await call(customer, "create-wallet-deposit", { amount: "1e3" })).toMatchObject({
      status: 400,
      body: { code: "invalid_amount", message: "Please enter a valid amount to deposit." },
    });
    expect((await call(customer, "create-wallet-deposit", { amount: 5, plan: "x" })).status).toBe(
      400,
    );
  });

  test("deposits for whoever is signed in, whomever the request names", async () => {
    const [customer, other] = await Promise.all([aCustomer(app), aCustomer(app)]);
    const { url } = await customer.api.functions.createWalletDeposit({
      amount: "5.00",
      userId: other.userId,
      userEmail: other.email,
    });
    await payCheckout(app, url);
    await customer.api.functions.verifyWalletDeposit({ sessionId: sessionIdOf(url) });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ balanceCents: 500 });
    expect(await other.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
  });
});

test("verify-wallet-deposit requires a session, and reveals nothing about another user's deposit", async () => {
  const sessionId = "cs_test_1";
  await expect(app.client().api.functions.verifyWalletDeposit({ sessionId })).rejects.toMatchObject(
    { code: "signed_out" },
  );
  const { api } = await aCustomer(app);
  expect(await api.functions.verifyWalletDeposit({ sessionId })).toEqual({
    success: false,
    amount: null,
    message: "Could not verify your deposit. Please contact support.",
  });
});

describe("get-stripe-payments", () => {
  test("is for admins", async () => {
    await expect(app.client().api.functions.getStripePayments({})).rejects.toMatchObject({
      code: "signed_out",
    });
    const { api } = await aCustomer(app);
    await expect(api.functions.getStripePayments({})).rejects.toMatchObject({ code: "forbidden" });
  });

  test.each([{ limit: 0 }, { limit: 101 }, { type: "invoices" }, { page: 2 }])(
    "rejects %j",
    async (input) => {
      await expect(admin.api.functions.getStripePayments(input as object)).rejects.toMatchObject({
        code: "invalid_input",
      });
    },
  );

  test("lists deposits, failed tries and subscriptions as the provider has them, newest first", async () => {
    const customer = await aCustomer(app);
    const input = { amount: "19.99", idempotencyKey: randomUUID() };
    const { url } = await customer.api.wallet.startDeposit(input);
    await payCheckout(app, url, testCards.isDeclined);
    await payCheckout(app, url);
    const session = (await callSandbox(app, "checkout/sessions", {
      mode: "subscription",
      customer_email: "subscriber@example.com",
      success_url: "http://shop.test/",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "19900",
      "line_items[0][price_data][recurring][interval]": "month",
      "line_items[0][price_data][product_data][name]": "Super",
    })) as { url: string };
    await payCheckout(app, session.url);

    const { payments } = await admin.api.functions.getStripePayments({});
    const mine = payments.filter(({ user_email: email }) => email === customer.email);
    const facts = { type: "one_time_payment", amount: 19.99, currency: "usd" };
    expect(mine).toHaveLength(2);
    expect(mine).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...facts,
          status: "succeeded",
          description: "Sampan wallet deposit",
        }),
        expect.objectContaining({ ...facts, status: "failed" }),
      ]),
    );
    const subscribed = payments.filter(
      ({ user_email: email }) => email === "subscriber@example.com",
    );
    expect(subscribed).toEqual([
      expect.objectContaining({ type: "subscription", amount: 199, status: "paid" }),
    ]);
    const dates = payments.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());

    const kindsOf = async (type: "subscriptions" | "one-time") => {
      const listed = await admin.api.functions.getStripePayments({ type });
      return new Set(listed.payments.map((payment) => payment.type));
    };
    expect(await kindsOf("subscriptions")).toEqual(new Set(["subscription"]));
    expect(await kindsOf("one-time")).toEqual(new Set(["one_time_payment"]));
    expect((await admin.api.functions.getStripePayments({ limit: 1 })).payments).toHaveLength(1);
  });

  test("lists what was refunded, and what is disputed, as negative amounts of their payer", async () => {
    const customer = await aCustomer(app);
    const intents: string[] = [];
    for (const amount of ["30", "40"]) {
      const input = { amount, idempotencyKey: randomUUID() };
      const { url } = await customer.api.wallet.startDeposit(input);
      await payCheckout(app, url);
      const session = await app.services.payment.readCheckoutSession(sessionIdOf(url));
      intents.push(session?.paymentIntentId ?? "");
    }
    await callSandbox(app, "refunds", { payment_intent: intents[0] ?? "", amount: "1250" });
    await controlSandbox(app, "disputes", { payment_intent: intents[1] ?? "" });
    const { payments } = await admin.api.functions.getStripePayments({ type: "one-time" });
    const negative = payments.filter(({ amount }) => amount < 0);
    expect(negative).toHaveLength(2);
    const facts = { type: "one_time_payment", user_email: customer.email, currency: "usd" };
    expect(negative).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...facts,
          amount: -12.5,
          status: "succeeded",
          description: "Refund: Sampan wallet deposit",
        }),
        expect.objectContaining({
          ...facts,
          amount: -40,
          status: "needs_response",
          description: "Dispute: Sampan wallet deposit",
        }),
      ]),
    );
  });

  test("names the payment intent and the charge of each, of a refund those of the payment", async () => {
    const customer = await aCustomer(app);
    const input = { amount: "23", idempotencyKey: randomUUID() };
    const deposit = await customer.api.wallet.startDeposit(input);
    await payCheckout(app, deposit.url);
    const session = await app.services.payment.readCheckoutSession(sessionIdOf(deposit.url));
    const intentId = session?.paymentIntentId ?? "";
    await callSandbox(app, "refunds", { payment_intent: intentId });
    const plan = { plan: "Super", idempotencyKey: randomUUID() } as const;
    await payCheckout(app, (await customer.api.plans.startSubscription(plan)).url);
    const { payments } = await admin.api.functions.getStripePayments({ type: "all" });
    const mine = payments.filter((payment) => payment.user_email === customer.email);
    const of = (start: string) => mine.find(({ id }) => id.startsWith(start));
    const [charge, refund, invoice] = [of("ch_"), of("re_"), of("in_")];
    expect(charge?.references).toEqual([intentId]);
    expect(refund?.references).toEqual([intentId, charge?.id]);
    expect(invoice?.references).toEqual([
      expect.stringMatching(/^pi_/),
      expect.stringMatching(/^ch_/),
    ]);
  });

  test("names what was paid here in the reader's language, and leaves other descriptions as they are", async () => {
    const customer = await aCustomer(app);
    const deposit = await customer.api.wallet.startDeposit({
      amount: "21",
      idempotencyKey: randomUUID(),
    });
    await payCheckout(app, deposit.url);
    const session = await app.services.payment.readCheckoutSession(sessionIdOf(deposit.url));
    await callSandbox(app, "refunds", { payment_intent: session?.paymentIntentId ?? "" });
    const plan = await customer.api.plans.startSubscription({
      plan: "Super",
      idempotencyKey: randomUUID(),
    });
    await payCheckout(app, plan.url);
    const descriptionsIn = async (language: "en" | "zh-Hans") => {
      const context = { ...signedInContext(app, admin), language };
      const { payments } = await getStripePayments(context, { limit: 100, type: "all" });
      const mine = payments.filter((payment) => payment.user_email === customer.email);
      return mine.map(({ description }) => description).toSorted();
    };
    expect(await descriptionsIn("en")).toEqual([
      "Refund: Sampan wallet deposit",
      "Sampan Super plan",
      "Sampan wallet deposit",
    ]);
    expect(await descriptionsIn("zh-Hans")).toEqual([
      "Sampan Super 套餐",
      "Sampan 钱包充值",
      "退款：Sampan 钱包充值",
    ]);
    const context = { ...signedInContext(app, admin), language: "zh-Hans" } as const;
    const foreign = await getStripePayments(context, { limit: 100, type: "subscriptions" });
    expect(foreign.payments.map(({ description }) => description)).toContain(
      "1 × Super (at $199.00 / month)",
    );
  });

  test("a checkout describes the deposit in the payer's language, also when it is opened again", async () => {
    const customer = await aCustomer(app);
    const context = { ...signedInContext(app, customer), language: "zh-Hant-HK" } as const;
    const input = { amount: "22", idempotencyKey: randomUUID() };
    const { url } = await startDeposit(context, input);
    // As if the server had stopped before it recorded the checkout.
    await app.database.kysely
      .updateTable("deposits")
      .set({ checkoutSessionId: null })
      .where("idempotencyKey", "=", input.idempotencyKey)
      .execute();
    expect(await startDeposit({ ...context, language: "en" }, input)).toEqual({ url });
    const page = await app.sandboxes.paymentSandbox?.fetch(new Request(url));
    expect(await page?.text()).toContain("Sampan 錢包增值");
  });

  test("a payment without an address belongs to 'Unknown'", async () => {
    const payment = { ...app.services.payment, listPayments };
    const context = signedInContext(app, admin, { payment });
    const { payments } = await getStripePayments(context, {
      limit: 100,
      type: "all",
    });
    expect(payments[0]?.user_email).toBe("Unknown");
  });

  test("is payments_unavailable while the provider is", async () => {
    const away = createStripePayment({
      secretKey: "sk_test_1",
      apiBase: "http://127.0.0.1:1",
      webhookSecrets: [],
    });
    const context = signedInContext(app, admin, { payment: { ...app.services.payment, ...away } });
    await expect(getStripePayments(context, { limit: 100, type: "all" })).rejects.toMatchObject({
      code: "payments_unavailable",
    });
  });
});

async function listPayments() {
  return [
    {
      paymentId: "ch_1",
      references: [],
      kind: "one_time_payment" as const,
      email: null,
      purpose: null,
      reversal: null,
      description: null,
      amount: 5,
      currency: "usd",
      createdAt: new Date(),
      status: "succeeded",
    },
  ];
}
