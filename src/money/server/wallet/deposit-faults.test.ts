import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { AppServices } from "#platform/server/context.ts";
import { createStripePayment } from "#money/server/adapters/payment/stripe-payment.ts";
import { signedInContext } from "#test/context.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { callSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { settleDeposit } from "./settle-deposit.ts";
import { startDeposit } from "./deposits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

/** The error of the crashing process, which nothing catches. */
class Death extends Error {}

const die = () => Promise.reject(new Death());

/** Our provider, with some of its answers replaced. */
function provider(changes: Partial<AppServices["payment"]>): { payment: AppServices["payment"] } {
  return { payment: { ...app.services.payment, ...changes } };
}

async function balanceOf({ api }: TestPerson): Promise<number> {
  return (await api.wallet.readWallet({})).balanceCents;
}

async function historyOf({ api }: TestPerson) {
  const { items } = await api.wallet.listTransactions({});
  return items.map(({ status, amountCents }) => [status, amountCents]);
}

/** The checkouts and customers that the provider has for a person. */
async function atProvider({ userId, email }: TestPerson) {
  const [customers, sessions] = (await Promise.all([
    callSandbox(app, `customers?email=${email}&limit=100`),
    callSandbox(app, "checkout/sessions?limit=100"),
  ])) as { data: { id: string; customer?: string; client_reference_id?: string; url: string }[] }[];
  const deposits = await app.database.kysely
    .selectFrom("deposits")
    .select("id")
    .where("userId", "=", userId)
    .execute();
  const depositIds = deposits.map(({ id }) => id);
  return {
    customers: customers?.data ?? [],
    sessions: (sessions?.data ?? []).filter(({ client_reference_id: reference }) =>
      depositIds.includes(reference ?? ""),
    ),
  };
}

const deaths: [string, () => Partial<AppServices>][] = [
  ["before the provider makes the customer", () => provider({ createCustomer: die })],
  [
    "after the provider made the customer",
    () =>
      provider({
        createCustomer: async (customer) => {
          await app.services.payment.createCustomer(customer);
          return await die();
        },
      }),
  ],
  ["before the provider opens the checkout", () => provider({ createDepositCheckout: die })],
  [
    "after the provider opened the checkout, before we keep it",
    () =>
      provider({
        createDepositCheckout: async (checkout) => {
          await app.services.payment.createDepositCheckout(checkout);
          return await die();
        },
      }),
  ],
];

describe("P12: the process dies while a deposit is started", () => {
  test.each(deaths)("%s: a repeat ends in one checkout and one credit", async (_moment, faulty) => {
    const customer = await aCustomer(app);
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    await expect(startDeposit(signedInContext(app, customer, faulty()), input)).rejects.toThrow(
      Death,
    );
    expect(await historyOf(customer)).toEqual([]);

    const { url } = await customer.api.wallet.startDeposit(input);
    const { customers, sessions } = await atProvider(customer);
    expect([customers.length, sessions.length]).toEqual([1, 1]);
    await payCheckout(app, url);
    await customer.api.wallet.verifyDeposit({ sessionId: sessionIdOf(url) });
    await settleDeposit(app.services, sessionIdOf(url));
    expect(await balanceOf(customer)).toBe(2550);
    expect(await historyOf(customer)).toEqual([["completed", 2550]]);
  });

  test("after the provider opened it: paid without a repeat, it is credited all the same", async () => {
    const customer = await aCustomer(app);
    const [, faulty] = deaths.at(-1) as (typeof deaths)[number];
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    await expect(startDeposit(signedInContext(app, customer, faulty()), input)).rejects.toThrow(
      Death,
    );
    const { sessions } = await atProvider(customer);
    const [session] = sessions;
    await payCheckout(app, session?.url ?? "");
    await settleDeposit(app.services, session?.id ?? "");
    expect(await balanceOf(customer)).toBe(2550);
    expect(await historyOf(customer)).toEqual([["completed", 2550]]);
  });
});

describe("P12: the process dies while a deposit is settled", () => {
  async function aPaidDeposit(customer: TestPerson): Promise<string> {
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    const { url } = await customer.api.wallet.startDeposit(input);
    await payCheckout(app, url);
    return sessionIdOf(url);
  }

  test("before the commit: nothing of it remains, and a repeat credits once", async () => {
    const customer = await aCustomer(app);
    const sessionId = await aPaidDeposit(customer);
    const faulty = { ...app.services, jobs: { ...app.services.jobs, enqueueAll: die } };
    await expect(settleDeposit(faulty, sessionId)).rejects.toThrow(Death);
    expect(await balanceOf(customer)).toBe(0);
    expect(await historyOf(customer)).toEqual([["pending", 2550]]);
    await settleDeposit(app.services, sessionId);
    expect(await balanceOf(customer)).toBe(2550);
    await app.runJobs();
    expect(app.sandboxes.mailbox?.list({ to: customer.email, limit: 9 })).toHaveLength(1);
  });

  test("after the commit: a repeat changes nothing", async () => {
    const customer = await aCustomer(app);
    const sessionId = await aPaidDeposit(customer);
    await settleDeposit(app.services, sessionId);
    await settleDeposit(app.services, sessionId);
    expect(await balanceOf(customer)).toBe(2550);
  });

  test("what belongs to it commits with it or not at all", async () => {
    const customer = await aCustomer(app);
    const sessionId = await aPaidDeposit(customer);
    await expect(settleDeposit(app.services, sessionId, { inTransaction: die })).rejects.toThrow(
      Death,
    );
    expect(await balanceOf(customer)).toBe(0);
    await settleDeposit(app.services, sessionId);
    expect(await balanceOf(customer)).toBe(2550);
  });
});

/** The provider's adapter over our sandbox, whose checkouts look like delayed payments. */
function slowBank(
  intentStatus: string,
  paymentStatus = "unpaid",
): { payment: AppServices["payment"] } {
  const patched = createStripePayment({
    secretKey: "sk_test_sandbox",
    apiBase: `${app.config.publicUrl}/sandbox/stripe`,
    webhookSecrets: [],
    fetch: async (request) => {
      const response = await app.sandboxes.paymentSandbox?.fetch(request);
      const session = (await response?.json()) as { payment_intent: object };
      return Response.json({
        ...session,
        status: "complete",
        payment_status: paymentStatus,
        payment_intent: { ...session.payment_intent, status: intentStatus },
      });
    },
  });
  return { payment: patched };
}

describe("P9: a payment that takes days", () => {
  test("stays pending, and is credited when it arrives", async () => {
    const customer = await aCustomer(app);
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    const { url } = await customer.api.wallet.startDeposit(input);
    await payCheckout(app, url);
    const services = { ...app.services, ...slowBank("processing") };
    expect(await settleDeposit(services, sessionIdOf(url))).toMatchObject({ state: "processing" });
    expect(await historyOf(customer)).toEqual([["pending", 2550]]);
    await settleDeposit(app.services, sessionIdOf(url));
    expect(await historyOf(customer)).toEqual([["completed", 2550]]);
  });

  test("fails when the bank declines; money that still arrives later is credited", async () => {
    const customer = await aCustomer(app);
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    const { url } = await customer.api.wallet.startDeposit(input);
    await payCheckout(app, url);
    const services = { ...app.services, ...slowBank("requires_payment_method") };
    expect(await settleDeposit(services, sessionIdOf(url))).toMatchObject({ state: "failed" });
    expect(await historyOf(customer)).toEqual([["failed", 2550]]);
    expect(await balanceOf(customer)).toBe(0);
    await settleDeposit(app.services, sessionIdOf(url));
    expect(await historyOf(customer)).toEqual([["completed", 2550]]);
    expect(await balanceOf(customer)).toBe(2550);
  });
});

describe("P27: the provider is unavailable", () => {
  const away = () => ({
    payment: createStripePayment({
      secretKey: "sk_test_sandbox",
      apiBase: "http://127.0.0.1:1/nobody",
      webhookSecrets: [],
    }),
  });

  test("starting a deposit fails with the specified message, and leaves no transaction", async () => {
    const customer = await aCustomer(app);
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    await expect(startDeposit(signedInContext(app, customer, away()), input)).rejects.toMatchObject(
      {
        code: "deposit_failed",
      },
    );
    expect(await historyOf(customer)).toEqual([]);
    expect((await customer.api.wallet.startDeposit(input)).url).toContain("/checkout/");
  });

  test("a slow provider delays no other requests, even with more waiting calls than database connections", async () => {
    const customer = await aCustomer(app);
    const users = await Promise.all(Array.from({ length: 40 }, () => aCustomer(app)));
    const answers: ((reason: Error) => void)[] = [];
    const beSilent = () => new Promise<never>((_resolve, reject) => answers.push(reject));
    const slow = provider({ createCustomer: beSilent });
    const waiting = Promise.allSettled(
      users.map((user) =>
        startDeposit(signedInContext(app, user, slow), {
          amount: "5",
          idempotencyKey: randomUUID(),
        }),
      ),
    );
    await vi.waitFor(() => expect(answers).toHaveLength(40), { timeout: 30_000 });
    expect(await balanceOf(customer)).toBe(0);
    expect(await historyOf(customer)).toEqual([]);
    for (const answer of answers) answer(new Error("The provider gave up."));
    expect((await waiting).every(({ status }) => status === "rejected")).toBe(true);
  });
});
