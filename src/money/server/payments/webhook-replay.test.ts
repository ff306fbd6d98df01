import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { callSandbox, controlSandbox, payCheckout } from "#test/payment-sandbox.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { reconcile } from "./reconciliation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

async function deposit(customer: TestPerson, amount: string, card?: string): Promise<void> {
  const { url } = await customer.api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  await payCheckout(app, url, card);
}

async function settle(): Promise<void> {
  await app.deliverWebhooks();
  await app.runJobs();
}

async function historyOf(customer: TestPerson): Promise<string[]> {
  const { items } = await customer.api.wallet.listTransactions({});
  return items.map(({ type, amountCents, status }) => `${type} ${amountCents} ${status}`);
}

test("P9: a delayed bank decision leaves the deposit pending, and then pays or fails it", async () => {
  const [paying, rejecting] = [await aCustomer(app), await aCustomer(app)];
  await deposit(paying, "11", "4000000000005100");
  await deposit(rejecting, "12", "4000000000005217");
  await settle();
  expect(await historyOf(paying)).toEqual(["deposit 1100 pending"]);
  expect(await historyOf(rejecting)).toEqual(["deposit 1200 pending"]);
  await controlSandbox(app, "clock", { advanceSeconds: 4 * 86_400 });
  await settle();
  expect(await historyOf(paying)).toEqual(["deposit 1100 completed"]);
  expect(await historyOf(rejecting)).toEqual(["deposit 1200 failed"]);
});

test("P3: an event of live mode, or of another account, is answered and moves nothing", async () => {
  await controlSandbox(app, "webhooks", { dropPerMille: 1000 });
  const customer = await aCustomer(app);
  await deposit(customer, "13");
  await settle();
  await controlSandbox(app, "webhooks", { dropPerMille: 0 });
  const { data } = (await callSandbox(app, "events?type=checkout.session.completed&limit=1")) as {
    data: { id: string }[];
  };
  const eventId = data[0]?.id ?? "";
  for (const variation of [{ livemode: true }, { account: "acct_somebody" }]) {
    await controlSandbox(app, `events/${eventId}/resend`, { ...variation, times: 3 });
    await settle();
    expect(await historyOf(customer)).toEqual(["deposit 1300 pending"]);
  }
  expect(app.logged.filter((line) => line.includes("another mode or account"))).toHaveLength(6);
  await controlSandbox(app, `events/${eventId}/resend`, { times: 5 });
  await settle();
  expect(await historyOf(customer)).toEqual(["deposit 1300 completed"]);
});

test("F8: deposits whose events are shuffled, repeated and partly lost end as at the provider", async () => {
  await controlSandbox(app, "webhooks", {
    copies: 2,
    shuffleSeed: 3,
    dropPerMille: 300,
    dropSeed: 4,
  });
  const customers = await Promise.all(Array.from({ length: 5 }, () => aCustomer(app)));
  for (const customer of customers) {
    for (const amount of ["1", "2", "3"]) await deposit(customer, amount);
  }
  await settle();
  await controlSandbox(app, "webhooks", { copies: 1, shuffleSeed: null, dropPerMille: 0 });
  await controlSandbox(app, "clock");
  const report = await reconcile(
    { ...app.services, now: () => new Date(Date.now() + 5 * 86_400_000) },
    { cause: "console", days: 7 },
  );
  expect(report.differences).toEqual([]);
  for (const customer of customers) {
    expect((await customer.api.wallet.readWallet({})).balanceCents).toBe(600);
  }
});
