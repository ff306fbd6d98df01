import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { randomUUID } from "node:crypto";

let app: TestApp;
let mei: TestPerson;

beforeAll(async () => {
  app = await testApp();
  app.clock.set("2031-05-14T12:00:00Z");
  const admin = await anAdmin(app);
  mei = await aCustomer(app);
  const tom = await aCustomer(app);
  for (const [owner, kind, amount] of [
    [mei, "credit", "25.00"],
    [mei, "credit", "25.99"],
    [mei, "credit", "26.00"],
    [mei, "deduction", "5.50"],
    [tom, "credit", "25.00"],
  ] as const) {
    await admin.api.wallet.adjustWallet({
      userId: owner.userId,
      kind,
      amount,
      reason: "Test",
      idempotencyKey: randomUUID(),
    });
    app.clock.advance(60_000);
  }
  return () => app.close();
});

async function found(input: Parameters<TestPerson["api"]["wallet"]["listTransactions"]>[0]) {
  const { items } = await mei.api.wallet.listTransactions(input);
  return items.map(({ type, amountCents }) => `${type} ${amountCents}`);
}

test("own transactions are found by type, amount and time, the newest first", async () => {
  expect(await found({ types: ["shipping_fee"] })).toEqual(["shipping_fee 550"]);
  expect(await found({ fromCents: 2500, toCents: 2599 })).toEqual([
    "admin_credit 2599",
    "admin_credit 2500",
  ]);
  const minute = { createdFrom: "2031-05-14T12:02:00Z", createdBefore: "2031-05-14T12:03:00Z" };
  expect(await found(minute)).toEqual(["admin_credit 2600"]);
  expect(await found({ ...minute, types: ["deposit"] })).toEqual([]);
  expect(await found({})).toHaveLength(4);
});

test("a search is asked for over REST as well", async () => {
  const response = await mei.client.fetch("/api/wallet/transactions?fromCents=2600&toCents=2600");
  expect(await response.json()).toMatchObject({ items: [{ amountCents: 2600 }], olderThan: null });
});
