import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { atomically } from "#platform/server/db/open.ts";
import { payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";
import { lockOpenAccount } from "./deposit-queries.ts";
import { settleDeposit } from "./settle-deposit.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

/** What a paid checkout of another deposit may say, with the name under which it is reported. */
const differences = [
  ["reference", { reference: randomUUID() }],
  ["mode", { mode: "subscription" }],
  ["mode", { isLive: true }],
  ["customer", { customerId: "cus_other" }],
  ["currency", { currency: "hkd" }],
  ["amount", { amountCents: 2549 }],
  ["amount", { amountCents: 2551 }],
  ["received", { receivedCents: 2549 }],
  ["received", { receivedCents: 2551 }],
  ["payment", { paymentIntentId: null }],
] as const;

test("P6: a paid checkout that differs from its deposit in one fact credits nothing", async () => {
  const customer = await aCustomer(app);
  const input = { amount: "25.50", idempotencyKey: randomUUID() };
  const { url } = await customer.api.wallet.startDeposit(input);
  await payCheckout(app, url);
  const { payment } = app.services;
  for (const [name, difference] of differences) {
    const readCheckoutSession = async (sessionId: string) => {
      const session = await payment.readCheckoutSession(sessionId);
      return session && { ...session, ...difference };
    };
    const services = { ...app.services, payment: { ...payment, readCheckoutSession } };
    await expect(settleDeposit(services, sessionIdOf(url))).rejects.toThrow(`differ in: ${name}.`);
  }
  expect((await customer.api.wallet.readWallet({})).balanceCents).toBe(0);
  await settleDeposit(app.services, sessionIdOf(url));
  expect((await customer.api.wallet.readWallet({})).balanceCents).toBe(2550);
});

test("an account is not closed while its checkout is recorded", async () => {
  const { userId } = await aCustomer(app);
  const { kysely } = app.database;
  await atomically(kysely, async (db) => {
    expect(await lockOpenAccount(db, userId)).toBe(true);
    const closing = atomically(kysely, async (other) => {
      await sql`set local lock_timeout = '200ms'`.execute(other);
      const closedAt = new Date();
      await other.updateTable("profiles").set({ closedAt }).where("id", "=", userId).execute();
    });
    await expect(closing).rejects.toThrow("lock timeout");
  });
});
