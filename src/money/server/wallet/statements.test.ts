import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { recordSubscriptionPayment } from "./record-transaction.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

async function adjust(customer: TestPerson, at: string, amount: string, reason = "Freight") {
  app.clock.set(at);
  const admin = await anAdmin(app);
  const kind = amount.startsWith("-") ? ("deduction" as const) : ("credit" as const);
  await admin.api.wallet.adjustWallet({
    userId: customer.userId,
    kind,
    amount: amount.replace("-", ""),
    reason,
    ...(kind === "deduction" && { legNumber: 1 }),
    idempotencyKey: randomUUID(),
  });
}

async function aHistory(): Promise<TestPerson> {
  app.clock.set("2026-02-10T12:00:00Z");
  const customer = await aCustomer(app, { fullName: "Li Na" });
  await adjust(customer, "2026-02-11T00:00:00Z", "100", "Welcome");
  await adjust(customer, "2026-02-28T23:59:59.999Z", "-10.50");
  await adjust(customer, "2026-03-01T00:00:00Z", "-4.50", "=HYPERLINK(1)");
  await recordSubscriptionPayment(app.database.kysely, {
    userId: customer.userId,
    plan: "Basic",
    amountCents: 12_900,
    invoiceId: `in_${randomUUID()}`,
    at: new Date("2026-03-02T00:00:00Z"),
  });
  await adjust(customer, "2026-03-05T00:00:00Z", "20");
  app.clock.set("2026-03-06T00:00:00Z");
  return customer;
}

describe("the statement of a month", () => {
  test("starts with the opening balance and follows it line by line", async () => {
    const { api } = await aHistory();
    const february = await api.wallet.readStatement({ month: "2026-02" });
    expect(february).toMatchObject({
      fullName: "Li Na",
      isComplete: true,
      openingCents: 0,
      inCents: 10_000,
      outCents: 1050,
      closingCents: 8950,
    });
    const march = await api.wallet.readStatement({ month: "2026-03" });
    expect(march).toMatchObject({ isComplete: false, openingCents: 8950, closingCents: 10_500 });
    const lines = march.lines.map(({ type, changeCents, balanceCents }) => ({
      type,
      changeCents,
      balanceCents,
    }));
    expect(lines).toEqual([
      { type: "shipping_fee", changeCents: -450, balanceCents: 8500 },
      { type: "subscription", changeCents: 0, balanceCents: 8500 },
      { type: "admin_credit", changeCents: 2000, balanceCents: 10_500 },
    ]);
    expect(await api.wallet.readStatement({ month: "2026-01" })).toMatchObject({
      closingCents: 0,
      lines: [],
    });
  });

  test("is for the signed-in user, and for a month that has begun", async () => {
    const { api } = await aHistory();
    await expectApiError(app.client().api.wallet.readStatement({ month: "2026-02" }), "signed_out");
    for (const month of ["2026-13", "2026-2", "1999-01", "x", "2026-02-01"]) {
      await expectApiError(api.wallet.readStatement({ month }), "invalid_input");
    }
    await expectApiError(
      api.wallet.readStatement({ month: "2026-04" }),
      "invalid_input",
      "This month has not begun yet.",
    );
    const other = await aCustomer(app);
    expect((await other.api.wallet.readStatement({ month: "2026-02" })).lines).toEqual([]);
  });
});

describe("the history as a file", () => {
  test("contains every transaction, the newest first, in the reader's time zone, and no formula", async () => {
    const { client } = await aHistory();
    const path = "/api/wallet/transactions.csv?timeZone=Asia/Singapore&locale=en-GB";
    const response = await client.fetch(path);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const [heading, ...rows] = (await response.text()).trim().split("\r\n");
    expect(heading).toBe("Date,Type,Status,In (USD),Out (USD),Reason,Package,Leg,Plan,ID");
    expect(rows.map((row) => row.slice(0, row.lastIndexOf(",")))).toEqual([
      "05/03/2026 08:00:00,Admin Credit,Completed,20.00,,Freight,,,",
      "02/03/2026 08:00:00,Subscription,Completed,,129.00,,,,Basic",
      "01/03/2026 08:00:00,Shipping Fee,Completed,,4.50,'=HYPERLINK(1),,1,",
      "01/03/2026 07:59:59,Shipping Fee,Completed,,10.50,Freight,,1,",
      "11/02/2026 08:00:00,Admin Credit,Completed,100.00,,Welcome,,,",
    ]);
  });

  test("has its words in the language of the locale", async () => {
    const { client } = await aHistory();
    const response = await client.fetch("/api/wallet/transactions.csv?locale=zh-CN");
    const [heading, newest, plan] = (await response.text()).split("\r\n");
    expect(heading).toBe("日期,类型,状态,收入（美元）,支出（美元）,原因,包裹,运输段,套餐,交易编号");
    expect(newest).toContain(",管理员入账,已完成,20.00,,Freight,");
    expect(plan).toContain(",订阅,已完成,,129.00,");
  });

  test("is for the signed-in user, and rejects unknown parameters", async () => {
    const { client } = await aHistory();
    expect((await app.client().fetch("/api/wallet/transactions.csv")).status).toBe(401);
    for (const query of ["timeZone=Mars", "locale=%21", "userId=1"]) {
      expect((await client.fetch(`/api/wallet/transactions.csv?${query}`)).status).toBe(400);
    }
  });
});
