// The lists of staff as files: each has what its page shows the same person, and no more.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { formatMemberCode, memberCodeOf } from "#people/rules/member-code.ts";
import { attemptLimits } from "#platform/rules/attempt-limits.ts";
import { acceptedTotalCents, insertAcceptedRequests } from "#test/accepted-requests.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { payCheckout } from "#test/payment-sandbox.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let finance: TestPerson;
let support: TestPerson;
let manager: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
let warehouseId: string;
const meiCode = memberCodeOf("S7K32Q");

beforeAll(async () => {
  app = await testApp();
  warehouseId = await enterWarehouse(app);
  admin = await anAdmin(app);
  [finance, support, manager, mei, tom] = await Promise.all([
    aStaffMember(app, ["finance"]),
    aStaffMember(app, ["support"]),
    aStaffMember(app, ["manager"]),
    aCustomer(app, { fullName: "=1+1", plan: "Premium" }),
    aCustomer(app, { fullName: "Tom Exported" }),
  ]);
  await app.database.kysely
    .insertInto("memberCodes")
    .values({ userId: mei.userId, code: meiCode, createdAt: new Date() })
    .execute();
  return () => app.close();
});

const format = "timeZone=UTC&locale=en-GB";

/** The heading and the rows of a file. */
async function download(person: TestPerson, path: string, query = "") {
  const response = await person.client.fetch(`/api/admin/${path}?${format}${query}`);
  expect([path, response.status]).toEqual([path, 200]);
  const lines = (await response.text()).replace("\uFEFF", "").split("\r\n");
  expect(lines.pop()).toBe("");
  const [heading = "", ...rows] = lines;
  const name = response.headers.get("content-disposition");
  return { heading, rows, name };
}

async function statusOf(person: TestPerson, path: string, query = "") {
  const response = await person.client.fetch(`/api/admin/${path}?${format}${query}`);
  await response.body?.cancel();
  return response.status;
}

async function credit({ userId }: TestPerson, amount: string) {
  const input = { userId, kind: "credit", amount, reason: "To begin with" } as const;
  await admin.api.wallet.adjustWallet({ ...input, idempotencyKey: randomUUID() });
}

describe("users.csv", () => {
  test("has what a role sees: wallets for finance alone", async () => {
    await credit(tom, "12.50");
    const query = `&search=${encodeURIComponent(tom.email)}`;
    const seen = await download(finance, "users/users.csv", query);
    expect(seen.name).toBe('attachment; filename="users.csv"');
    expect(seen.heading).toBe(
      "Email,Name,Member Code,Plan,Quota,Available (USD),On Hold (USD),State,Joined",
    );
    expect(seen.rows).toHaveLength(1);
    expect(seen.rows[0]).toContain(`${tom.email},Tom Exported,,,0,12.50,0.00,Active,`);
    const withheld = await download(support, "users/users.csv", query);
    expect(withheld.heading).toBe("Email,Name,Member Code,Plan,Quota,State,Joined");
    expect(withheld.rows.join()).not.toContain("12.50");
  });

  test("has all that the state lists, each once, and no formula", async () => {
    const { total } = await finance.api.users.listUsers({ state: "active" });
    const { rows } = await download(finance, "users/users.csv", "&state=active");
    expect(rows).toHaveLength(total);
    expect(new Set(rows).size).toBe(total);
    expect(rows.find((row) => row.startsWith(mei.email))).toContain(
      `${mei.email},'=1+1,${formatMemberCode(meiCode)},Premium,`,
    );
  });

  test("does not tell whose wallet has money to those who see no wallets", async () => {
    expect(await statusOf(support, "users/users.csv", "&state=withMoney")).toBe(403);
    const { rows } = await download(finance, "users/users.csv", "&state=withMoney");
    const { total } = await finance.api.users.listUsers({ state: "withMoney" });
    expect(rows).toHaveLength(total);
  });
});

describe("holds.csv", () => {
  test("has what is on hold, of the customers whom the search finds, and counts it", async () => {
    const [one, other] = [await aCustomer(app), await aCustomer(app)];
    const held = async (customer: TestPerson, amount: string) => {
      await credit(customer, "50");
      const { hold } = await admin.api.wallet.holdShippingFee({
        userId: customer.userId,
        amount,
        reason: "@Quote",
        legNumber: 2,
        idempotencyKey: randomUUID(),
      });
      return hold;
    };
    const first = await held(one, "10");
    await held(other, "20");
    const released = await held(one, "5");
    await admin.api.wallet.releaseHold({ holdId: released.id, reason: "Not needed" });
    const all = await download(finance, "holds/holds.csv");
    expect(all.heading).toBe("Customer,Amount (USD),Type,Reason,Package,Leg,Held,Id");
    expect(all.rows.map((row) => row.split(",").slice(0, 2))).toEqual([
      [other.email, "20.00"],
      [one.email, "10.00"],
    ]);
    const found = await download(finance, "holds/holds.csv", `&search=${one.email}`);
    expect(found.rows).toHaveLength(1);
    expect(found.rows[0]).toContain(`${one.email},10.00,Shipping Fee,'@Quote,,2,`);
    expect(found.rows[0]?.endsWith(first.id)).toBe(true);
    const listed = await finance.api.users.listUsers({ state: "withHolds" });
    expect(listed.openHoldsCount).toBe(2);
    expect(await statusOf(support, "holds/holds.csv")).toBe(403);
  });
});

test("payouts.csv has every request with its state, and never where the money goes", async () => {
  const customer = await aCustomer(app);
  await credit(customer, "30");
  const request = async (amount: string) =>
    await customer.api.wallet.requestPayout({
      amount,
      details: "IBAN GB29 NWBK 6016 1331 9268 19",
      idempotencyKey: randomUUID(),
    });
  const { id: payoutRequestId } = await request("10.00");
  await admin.api.wallet.settlePayoutRequest({
    payoutRequestId,
    isPaid: true,
    reference: "26112200042",
  });
  app.clock.advance(1_000);
  await request("7.00");
  const { heading, rows } = await download(finance, "payout-requests/payouts.csv");
  expect(heading).toBe(
    "Customer,Amount (USD),State,Requested,Started,Started By,Settled,Reference,Reason,Id",
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(`${customer.email},7.00,Open,`);
  expect(rows[1]).toContain(`${customer.email},10.00,Paid,`);
  expect(rows[1]).toContain(',"\t26112200042",,');
  expect(rows.join()).not.toContain("NWBK");
  expect(await statusOf(support, "payout-requests/payouts.csv")).toBe(403);
});

test("payments.csv has the payments that the page finds, with refunds in a column of their own", async () => {
  const payer = await aCustomer(app);
  const { url } = await payer.api.functions.createWalletDeposit({ amount: "15.00" });
  await payCheckout(app, url);
  const found = await download(finance, "payments/payments.csv", `&search=${payer.email}`);
  expect(found.heading).toBe("Date,Customer,Type,Description,In,Out,Currency,Status,Id");
  expect(found.rows).toHaveLength(1);
  expect(found.rows[0]).toMatch(
    new RegExp(`,${payer.email},One-time payment,.*wallet deposit.*,15\\.00,,usd,succeeded,`, "i"),
  );
  const of = (query: string) =>
    download(finance, "payments/payments.csv", `&search=${payer.email}${query}`);
  expect((await of("&type=subscriptions")).rows).toEqual([]);
  expect((await of("&from=2099-01-01T00:00:00.000Z")).rows).toEqual([]);
  expect(await statusOf(support, "payments/payments.csv")).toBe(403);
});

/** More than are read at once. */
const many = 1001;

describe("stock.csv", () => {
  test("has every parcel of the filter once, with emails for roles that see them", async () => {
    const now = new Date();
    const parcels = Array.from({ length: many }, (_, index) => ({
      userId: mei.userId,
      trackingNumber: `STOCK${String(index).padStart(6, "0")}`,
      state: "received" as const,
      source: "declared" as const,
      createdAt: now,
      updatedAt: now,
    }));
    await app.database.kysely.insertInto("inboundParcels").values(parcels).execute();
    const receiver = await aStaffMember(app, ["receiver"]);
    const seen = await download(support, "inbound-parcels/stock.csv", "&filter=here");
    expect(seen.heading).toContain("Tracking Number,Label,Package,Member Code,Customer,State,");
    expect(new Set(seen.rows.map((row) => row.split(",")[0])).size).toBe(many);
    expect(seen.rows).toHaveLength(many);
    expect(seen.rows[0]).toContain(`,${formatMemberCode(meiCode)},${mei.email},In storage,`);
    const withheld = await download(receiver, "inbound-parcels/stock.csv", "&filter=here");
    expect(withheld.heading).not.toContain("Customer");
    expect(withheld.rows.join()).not.toContain(mei.email);
    const found = await download(receiver, "inbound-parcels/stock.csv", "&search=STOCK000007");
    expect(found.rows.map((row) => row.split(",")[0])).toEqual(["STOCK000007"]);
    const awaited = await download(receiver, "inbound-parcels/stock.csv", "&filter=awaited");
    expect(awaited.rows).toEqual([]);
    expect(await statusOf(finance, "inbound-parcels/stock.csv")).toBe(403);
  });
});

describe("shipments.csv", () => {
  test("names carrier, label and price, and has every package of the filter once", async () => {
    const [request] = await insertAcceptedRequests(app.database.kysely, {
      userIds: [mei.userId],
      warehouseId,
    });
    const packer = await aStaffMember(app, ["packer"]);
    await packer.api.labels.makeLabel({
      shipRequestId: request?.id ?? "",
      trackingNumber: "RB123456785HK",
    });
    const { heading, rows } = await download(manager, "shipments/shipments.csv");
    expect(heading).toBe(
      "Package,Tracking Number,Member Code,User Email,Destination,Status,Weight (kg)," +
        "Ship Request,Carrier,Label Number,Price (USD),Created,Delivered",
    );
    const reference = `SR${String(request?.number).padStart(6, "0")}`;
    const price = (acceptedTotalCents / 100).toFixed(2);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(
      `,${formatMemberCode(meiCode)},${mei.email},United Kingdom,Processing,2.35,${reference},Hong Kong Post,RB123456785HK,${price},`,
    );
    const now = new Date();
    const packages = Array.from({ length: many }, (_, index) => ({
      userId: tom.userId,
      trackingNumber: `BULK-${String(index).padStart(5, "0")}`,
      origin: "China",
      destination: "Germany",
      status: "pending" as const,
      createdAt: now,
      updatedAt: now,
    }));
    await app.database.kysely.insertInto("packages").values(packages).execute();
    const pending = await download(manager, "shipments/shipments.csv", "&status=pending");
    expect(pending.rows).toHaveLength(many);
    expect(new Set(pending.rows).size).toBe(many);
    const none = await download(
      manager,
      "shipments/shipments.csv",
      "&status=pending&tab=delivered",
    );
    expect(none.rows).toEqual([]);
    const found = await download(manager, "shipments/shipments.csv", "&search=BULK-00042");
    expect(found.rows).toHaveLength(1);
    expect(found.rows[0]).toContain(`BULK-00042,,${tom.email},Germany,Pending,,,,,,`);
    expect(await statusOf(packer, "shipments/shipments.csv")).toBe(403);
  });
});

const stockColumns = (customer: string) =>
  `Tracking Number,Label,Package,Member Code,${customer}State,Warehouse,Shelf,Weight (kg),Description,Received,` +
  "Storage so far (USD),Missing since,Added";
const withContacts = stockColumns("Customer,");
const withoutContacts = stockColumns("");
const ofMoney = "Email,Name,Member Code,Plan,Quota,Available (USD),On Hold (USD),State,Joined";
const forFinance = (heading: string) => ({ finance: heading, manager: heading, admin: heading });

/** The columns of each file for the roles that get it; it is refused to the others. */
const columnsByRole: readonly [string, string, Readonly<Record<string, string>>][] = [
  [
    "users/users.csv",
    "",
    { support: "Email,Name,Member Code,Plan,Quota,State,Joined", ...forFinance(ofMoney) },
  ],
  ["holds/holds.csv", "", forFinance("Customer,Amount (USD),Type,Reason,Package,Leg,Held,Id")],
  [
    "payout-requests/payouts.csv",
    "",
    forFinance(
      "Customer,Amount (USD),State,Requested,Started,Started By,Settled,Reference,Reason,Id",
    ),
  ],
  [
    "payments/payments.csv",
    "",
    forFinance("Date,Customer,Type,Description,In,Out,Currency,Status,Id"),
  ],
  [
    "freight-figures/freight.csv",
    "&from=2026-01&to=2026-01",
    forFinance(
      "Month,Service,Country,Packages,Freight (USD),Our Rates (USD),Storage (USD),Boxes (USD),Extra Services (USD)",
    ),
  ],
  [
    "inbound-parcels/stock.csv",
    "&filter=gone",
    {
      receiver: withoutContacts,
      packer: withoutContacts,
      support: withContacts,
      manager: withContacts,
      admin: withContacts,
    },
  ],
  ...["shipments/shipments.csv", "shipments/delivered-shipments.csv"].map(
    (path): [string, string, Readonly<Record<string, string>>] => {
      const heading = path.includes("delivered")
        ? "Tracking Number,User Email,Origin,Destination,Status,Estimated Weight (kg),Final Weight (kg),Description,Created Date,Updated Date"
        : "Package,Tracking Number,Member Code,User Email,Destination,Status,Weight (kg),Ship Request,Carrier,Label Number,Price (USD),Created,Delivered";
      return [path, "", { manager: heading, admin: heading }];
    },
  ),
];

test.each(columnsByRole)(
  "%s has for each role the columns that its page shows it",
  async (path, query, headings) => {
    const people = {
      receiver: await aStaffMember(app, ["receiver"]),
      packer: await aStaffMember(app, ["packer"]),
      support,
      finance,
      manager,
      admin,
      customer: tom,
    };
    const seen: Record<string, string> = {};
    for (const [role, person] of Object.entries(people)) {
      if ((await statusOf(person, path, query)) === 403) continue;
      seen[role] = (await download(person, path, query)).heading;
    }
    expect(seen).toEqual(headings);
  },
);

test("a file with customers is recorded, with how the list was narrowed and without whom was sought", async () => {
  await download(finance, "users/users.csv", `&state=active&search=${tom.email}`);
  const { items } = await admin.api.audit.listEntries({ action: "users.exportUsers" });
  expect(items[0]).toMatchObject({
    actorEmail: finance.email,
    target: "users",
    after: { state: "active", isSearch: true },
    errorCode: null,
  });
  expect(JSON.stringify(items[0])).not.toContain(tom.email);
});

test("an account downloads so many lists within an hour, and waits then", async () => {
  const { attempts } = attemptLimits.listDownloadsPerAccount;
  const hurried = await aStaffMember(app, ["finance"]);
  const path = "payout-requests/payouts.csv";
  for (let count = 0; count < attempts; count += 1) {
    expect([count, await statusOf(hurried, path)]).toEqual([count, 200]);
  }
  expect(await statusOf(hurried, path)).toBe(429);
  expect(await statusOf(finance, path)).toBe(200);
  app.clock.advance(3_600_000);
  expect(await statusOf(hurried, path)).toBe(200);
});
