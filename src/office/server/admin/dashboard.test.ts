// Recomputes every figure of the dashboard from the rows, and checks who may read it.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Dashboard } from "#office/contract/admin.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { aggregatePackageCounts } from "#goods/server/packages/lists/list-packages.ts";
import { recordSubscriptionPayment } from "#money/server/wallet/record-transaction.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
let customers: TestPerson[];
// In the middle of a month, so that the same span of the month before is only a part of it.
const now = new Date("2026-11-18T10:00:00Z");

async function rowsOf<Table extends Parameters<TestApp["database"]["kysely"]["selectFrom"]>[0]>(
  table: Table & string,
): Promise<Record<string, unknown>[]> {
  return (await app.database.kysely
    .selectFrom(table as "packages")
    .selectAll()
    .execute()) as Record<string, unknown>[];
}

async function credit(userId: string, amount: string): Promise<void> {
  const adjustment = { userId, amount, kind: "credit" as const, reason: "For the test" };
  await admin.api.wallet.adjustWallet({ ...adjustment, idempotencyKey: randomUUID() });
}

async function pay(userId: string, amountCents: number, at: Date): Promise<void> {
  const invoiceId = `in_${randomUUID()}`;
  await recordSubscriptionPayment(app.database.kysely, {
    userId,
    plan: "Premium",
    amountCents,
    invoiceId,
    at,
  });
}

async function addPlanPeriod(userId: string, startsAt: Date): Promise<void> {
  await app.database.kysely
    .insertInto("planPeriods")
    .values({
      userId,
      startsAt,
      endsAt: addDays(startsAt, 30),
      createdAt: startsAt,
      complimentaryPlan: "Premium",
      complimentaryFrom: startsAt,
    })
    .execute();
}

/** Every figure gets something before and after the moment it is compared with. */
async function makeHistory(): Promise<void> {
  const [mei, li, ada] = customers as [TestPerson, TestPerson, TestPerson];
  app.clock.set(addDays(now, -45));
  const early = await Promise.all([aPackage(mei), aPackage(mei), aPackage(li), aPackage(li)]);
  await credit(mei.userId, "80.00");
  await credit(li.userId, "12.34");
  const [first, second, third, fourth] = early;
  for (const pkg of [first, second, third]) {
    await admin.api.packages.setPackageStatus({ packageId: pkg?.id ?? "", status: "in_transit" });
  }
  app.clock.set(addDays(now, -12));
  await admin.api.packages.setPackageStatus({ packageId: first?.id ?? "", status: "delivered" });
  await admin.api.packages.deletePackage({ packageId: second?.id ?? "" });
  await admin.api.packages.setLegStatus({
    legId: fourth?.legs[0]?.id ?? "",
    status: "in_transit",
  });
  const stalled = await aPackage(ada, { destination: "Germany" });
  await admin.api.packages.setLegStatus({
    legId: stalled.legs[0]?.id ?? "",
    status: "in_transit",
  });
  await aPackage(mei);
  await credit(ada.userId, "5.00");
  await admin.api.wallet.adjustWallet({
    userId: mei.userId,
    amount: "30.00",
    kind: "deduction",
    reason: "Freight",
    idempotencyKey: randomUUID(),
  });
  app.clock.set(now);
  await aPackage(ada);
  await admin.api.wallet.holdShippingFee({
    userId: mei.userId,
    amount: "7.00",
    reason: "Freight",
    idempotencyKey: randomUUID(),
  });
  for (const [amountCents, at] of [
    [12_900, "2026-11-02T00:00:00Z"],
    [35_900, "2026-11-17T23:00:00Z"],
    [19_900, "2026-10-01T00:00:00Z"],
    [12_900, "2026-10-18T09:59:59Z"],
    [35_900, "2026-10-30T00:00:00Z"],
    [5_000, "2025-12-01T00:00:00Z"],
    [7_000, "2025-11-30T23:59:59Z"],
  ] as const) {
    await pay(mei.userId, amountCents, new Date(at));
  }
  await addPlanPeriod(mei.userId, addDays(now, -40));
  await addPlanPeriod(mei.userId, addDays(now, -10));
  await addPlanPeriod(li.userId, addDays(now, -70));
  await addPlanPeriod(ada.userId, addDays(now, -30));
}

async function makeOpenWork(): Promise<void> {
  const { kysely } = app.database;
  const [mei] = customers as [TestPerson];
  await kysely
    .insertInto("emails")
    .values([
      {
        recipient: mei.email,
        kind: "reset",
        sentAt: null,
        attempts: 3,
        lastError: "No such mailbox",
      },
      { recipient: mei.email, kind: "reset", sentAt: null, attempts: 0, lastError: null },
      { recipient: mei.email, kind: "reset", sentAt: now, attempts: 2, lastError: null },
    ])
    .execute();
  await kysely
    .insertInto("providerEvents")
    .values(
      [2, 3, 5000].map((attempts) => ({
        id: `evt_${randomUUID()}`,
        type: "invoice.paid",
        payload: "{}",
        state: "failed" as const,
        attempts,
      })),
    )
    .execute();
  for (const [at, count] of [
    ["2026-11-16T02:40:00Z", 5],
    ["2026-11-17T02:40:00Z", 2],
  ] as const) {
    await kysely
      .insertInto("reconciliations")
      .values({
        cause: "schedule",
        startedAt: new Date(at),
        finishedAt: new Date(at),
        windowStartsAt: new Date(at),
        windowEndsAt: new Date(at),
        paymentsCompared: 1,
        repairedCount: 0,
        differenceCents: 100n,
        repairs: "[]",
        differences: JSON.stringify(Array.from({ length: count }, () => ({ kind: "x" }))),
      })
      .execute();
  }
  await mei.api.errorReports.reportError({ errorMessage: "Oops", source: "wallet" });
  const payout = { amount: "1.00", details: "To account 42", idempotencyKey: randomUUID() };
  await mei.api.wallet.requestPayout(payout);
  await kysely
    .insertInto("deposits")
    .values({
      userId: mei.userId,
      amountCents: 1000n,
      idempotencyKey: randomUUID(),
      createdAt: now,
    })
    .execute();
  await kysely
    .updateTable("deposits")
    .set({ refundedCents: 500n, debitedCents: 100n })
    .where("userId", "=", mei.userId)
    .execute();
}

let read: Dashboard;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  customers = await Promise.all(
    ["Mei", "Li", "Ada"].map(() => aCustomer(app, { plan: "Premium" })),
  );
  await makeHistory();
  await makeOpenWork();
  read = await admin.api.admin.readDashboard({});
  return () => app.close();
});

const thirtyDaysAgo = addDays(now, -30).getTime();
const time = (value: unknown) => (value as Date).getTime();

describe("the figures match the rows:", () => {
  test("active customers, now and 30 days ago, as the list of users counts them", async () => {
    const profiles = await rowsOf("profiles");
    const active = profiles.filter(
      (row) =>
        row["subscription"] !== null &&
        row["isAdmin"] === false &&
        row["closedAt"] === null &&
        row["suspendedAt"] === null,
    );
    const periods = await rowsOf("planPeriods");
    const then = periods.filter(
      (row) => time(row["startsAt"]) <= thirtyDaysAgo && time(row["endsAt"]) > thirtyDaysAgo,
    );
    expect(read.activeCustomers).toEqual({
      now: active.length,
      before: new Set(then.map((row) => row["userId"])).size,
    });
    expect(read.activeCustomers).toEqual({ now: 3, before: 2 });
    const { total } = await admin.api.users.listUsers({ state: "subscribed" });
    expect(total).toBe(read.activeCustomers.now);
  });

  test("packages in transit, now and 30 days ago, as the list of shipments counts them", async () => {
    const packages = await rowsOf("packages");
    const events = (await rowsOf("events")).toSorted((one, other) =>
      Number((one["id"] as bigint) - (other["id"] as bigint)),
    );
    const then = new Map<unknown, unknown>();
    for (const event of events.filter((row) => time(row["createdAt"]) <= thirtyDaysAgo)) {
      const { after } = event["facts"] as { readonly after?: unknown };
      if (event["kind"] === "package_status_changed") then.set(event["subjectId"], after);
      if (event["kind"] === "package_deleted") then.delete(event["subjectId"]);
    }
    const isOnTheWay = (status: unknown) => status === "in_transit";
    expect(read.packagesOnTheWay).toEqual({
      now: packages.filter((row) => isOnTheWay(row["status"])).length,
      before: [...then.values()].filter(isOnTheWay).length,
    });
    expect(read.packagesOnTheWay.before).toBe(3);
    const list = await admin.api.packages.listShipments({ status: "in_transit" });
    expect(list.total).toBe(read.packagesOnTheWay.now);
    expect(list.items).toHaveLength(read.packagesOnTheWay.now);
  });

  test("revenue of this month, of the same span of last month and of twelve months, as their lists sum up", async () => {
    const payments = (await rowsOf("transactions")).filter((row) => row["type"] === "subscription");
    const sum = (from: string, until: string) =>
      payments
        .filter((row) => time(row["createdAt"]) >= Date.parse(from))
        .filter((row) => time(row["createdAt"]) < Date.parse(until))
        .reduce((cents, row) => cents + Number(row["amountCents"]), 0);
    expect(read.revenue).toEqual({
      monthStartsAt: "2026-11-01T00:00:00.000Z",
      nowCents: sum("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
      beforeCents: sum("2026-10-01T00:00:00Z", "2026-10-18T10:00:00Z"),
    });
    expect(read.revenue).toMatchObject({ nowCents: 48_800, beforeCents: 32_800 });
    const months = read.months ?? [];
    expect(months).toHaveLength(12);
    for (const { startsOn, amountCents } of months) {
      const list = await admin.api.admin.listPlanPayments({ month: startsOn.slice(0, 7) });
      expect(list.sumCents).toBe(amountCents);
      expect(list.items.reduce((cents, item) => cents + item.amountCents, 0)).toBe(amountCents);
      expect(list.total).toBe(list.items.length);
    }
    expect(months[0]).toEqual({ startsOn: "2025-12-01", amountCents: 5_000 });
  });

  test("wallet money, now, held, and 30 days ago", async () => {
    const wallets = (await rowsOf("ledgerAccounts")).filter((row) => row["kind"] === "wallet");
    const transfers = new Map((await rowsOf("ledgerTransfers")).map((row) => [row["id"], row]));
    const walletIds = new Set(wallets.map((row) => row["id"]));
    const sum = (rows: Record<string, unknown>[], column: string) =>
      rows.reduce((cents, row) => cents + Number(row[column]), 0);
    const entriesThen = (await rowsOf("ledgerEntries"))
      .filter((row) => walletIds.has(row["accountId"]))
      .filter((row) => {
        const transfer = transfers.get(row["transferId"]);
        return transfer !== undefined && time(transfer["createdAt"]) <= thirtyDaysAgo;
      });
    const { walletMoney } = read;
    expect(walletMoney).toEqual({
      nowCents: sum(wallets, "balanceCents"),
      heldCents: sum(wallets, "heldCents"),
      beforeCents: sum(entriesThen, "changeCents"),
    });
    expect(walletMoney).toEqual({ nowCents: 6734, heldCents: 800, beforeCents: 9234 });
    const { items } = await admin.api.users.listUsers({ pageSize: 100 });
    const spendable = items.reduce((cents, user) => cents + Number(user.walletBalanceCents), 0);
    expect(spendable + 800).toBe(walletMoney?.nowCents);
    const holders = await admin.api.users.listUsers({ state: "withHolds" });
    expect(holders.items.map((user) => user.heldCents)).toEqual([walletMoney?.heldCents]);
    expect(holders.total).toBe(1);
    expect(holders.walletMoney?.heldCents).toBe(walletMoney?.heldCents);
    const owners = await admin.api.users.listUsers({ state: "withMoney" });
    expect(owners.walletMoney?.balanceCents).toBe(walletMoney?.nowCents);
    expect(owners.total).toBe(wallets.filter((row) => row["balanceCents"] !== 0n).length);
  });

  test("packages by the week in which they were added", async () => {
    const packages = await rowsOf("packages");
    expect(read.weeks).toHaveLength(12);
    for (const { startsOn, registered, delivered } of read.weeks) {
      const from = Date.parse(startsOn);
      const added = packages.filter(
        (row) => time(row["createdAt"]) >= from && time(row["createdAt"]) < from + 7 * 86_400_000,
      );
      expect(registered).toBe(added.length);
      expect(delivered).toBe(added.filter((row) => row["status"] === "delivered").length);
      for (const [tab, count] of [
        ["delivered", delivered],
        ["active", registered - delivered],
      ] as const) {
        const list = await admin.api.packages.listShipments({ tab, weekStartsOn: startsOn });
        expect([list.items.length, list.total]).toEqual([count, count]);
      }
    }
    expect(read.weeks.reduce((sum, { registered }) => sum + registered, 0)).toBe(packages.length);
  });

  test("unchanged after the counts were aggregated", async () => {
    expect(await aggregatePackageCounts(app.services)).toBeGreaterThan(0);
    expect(await admin.api.admin.readDashboard({})).toEqual(read);
  });
});

/** What an admin who reads this language is told about the leg that stalled first. */
async function aboutStalledLeg(language: string): Promise<string | undefined> {
  const response = await admin.client.fetch("/api/admin/work-items?kind=late", {
    headers: { "accept-language": language },
  });
  const { items } = (await response.json()) as { items: { about: string; lateness: string[] }[] };
  return items.find(({ lateness }) => lateness.includes("stalled_legs"))?.about;
}

test("open work is what the lists behind it show", async () => {
  expect(read.stages).toEqual([
    { stage: "open_cases", count: 0, oldestSince: null, ownCount: 0 },
    { stage: "tracking_questions", count: 0, oldestSince: null, ownCount: 0 },
    { stage: "late", count: 3, oldestSince: expect.any(String), ownCount: 0 },
  ]);
  expect(read.work).toEqual([
    { kind: "payout_requests", count: 1 },
    { kind: "refund_shortfalls", count: 1 },
    { kind: "reconciliation_differences", count: 2 },
    { kind: "failed_events", count: 1 },
    { kind: "retrying_events", count: 2 },
    { kind: "failed_emails", count: 1 },
    { kind: "old_exchange_rates", count: 1 },
    { kind: "open_errors", count: 1 },
  ]);
  expect((await admin.api.errorReports.listErrors({})).openCount).toBe(1);
  // The leg that is late is stalled too, and stands there once.
  const late = await admin.api.admin.listWorkItems({ kind: "late" });
  expect(late.items.map(({ lateness }) => lateness?.toSorted().join(" ") ?? "").toSorted()).toEqual(
    ["late_legs stalled_legs", "pending_packages", "stalled_legs"],
  );
  expect([late.total, late.items[0]?.since]).toEqual([3, read.stages.at(-1)?.oldestSince]);
  const since = late.items.map((item) => item.since);
  expect(since).toEqual(since.toSorted());
  const emails = await admin.api.admin.listWorkItems({ kind: "failed_emails" });
  expect(emails.items[0]?.about).toBe("Rejected: No such mailbox");
  const about = await Promise.all(
    ["en", "zh-Hant-HK", "zh-Hans"].map((language) => aboutStalledLeg(language)),
  );
  expect(about).toEqual([
    expect.stringMatching(/^Leg \d: .+ to .+, .+/),
    expect.stringMatching(/^第 \d 段：\p{Script=Han}+ → \p{Script=Han}+，.+/u),
    expect.stringMatching(/^第 \d 段：\p{Script=Han}+ → \p{Script=Han}+，.+/u),
  ]);
  const { unfinished } = await admin.api.payments.listProviderEvents({ state: "dead" });
  expect(unfinished).toMatchObject({ dead: 1, failed: 2 });
  const shortfalls = await admin.api.wallet.listRefundShortfalls({});
  expect(shortfalls.items).toHaveLength(1);
  expect((await admin.api.wallet.listPayoutRequests({})).openCount).toBe(1);
});

describe("access", () => {
  test.each([
    ["support", ["failed_emails"], false],
    [
      "finance",
      [
        "payout_requests",
        "refund_shortfalls",
        "reconciliation_differences",
        "failed_events",
        "retrying_events",
      ],
      true,
    ],
  ] as const)(
    "shows %s the work of that role: %j, and money: %s",
    async (role, kinds, seesMoney) => {
      const member = await aStaffMember(app, [role]);
      const seen = await member.api.admin.readDashboard({});
      const all = read.work.map(({ kind }) => kind);
      expect(seen.work.map(({ kind }) => kind)).toEqual(
        all.filter((kind) => (kinds as readonly string[]).includes(kind)),
      );
      expect(seen.activeCustomers).toEqual(read.activeCustomers);
      const { revenue, walletMoney, months } = seen;
      expect([revenue, walletMoney, months].map((money) => money !== null)).toEqual([
        seesMoney,
        seesMoney,
        seesMoney,
      ]);
    },
  );

  test("is for staff only", async () => {
    const [mei] = customers as [TestPerson];
    const month = "2026-11";
    const kind = "late" as const;
    await expectApiError(app.client().api.admin.readDashboard({}), "signed_out");
    await expectApiError(app.client().api.admin.listPlanPayments({ month }), "signed_out");
    await expectApiError(app.client().api.admin.listWorkItems({ kind }), "signed_out");
    await expectApiError(mei.api.admin.readDashboard({}), "forbidden");
    await expectApiError(mei.api.admin.listPlanPayments({ month }), "forbidden");
    await expectApiError(mei.api.admin.listWorkItems({ kind }), "forbidden");
  });

  test.each(["2026-13", "2026-1", "1999-01", "november"])("rejects the month %s", async (month) => {
    await expectApiError(admin.api.admin.listPlanPayments({ month }), "invalid_input");
  });

  test("rejects an unknown kind of work", async () => {
    const kind = "lost_packages" as "late";
    await expectApiError(admin.api.admin.listWorkItems({ kind }), "invalid_input");
  });
});

test("a leg is stalled until there is news of it, whatever else is edited", async () => {
  const list = async () => {
    const { items } = await admin.api.admin.listWorkItems({ kind: "late" });
    return items.filter(({ lateness }) => lateness?.includes("stalled_legs")).map(({ id }) => id);
  };
  const before = await list();
  const [legId = ""] = before;
  const updatedAt = app.clock.now();
  await app.database.kysely
    .updateTable("shippingLegs")
    .set({ notes: "Asked the carrier", updatedAt })
    .where("id", "=", legId)
    .execute();
  expect(await list()).toEqual(before);
  const occurredAt = updatedAt.toISOString();
  await admin.api.tracking.addEvent({ legId, stage: "announced", occurredAt, description: "Here" });
  expect(await list()).toEqual(before.slice(1));
});
