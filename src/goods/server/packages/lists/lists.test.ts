import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
let numbers: string[];

beforeAll(async () => {
  app = await testApp();
  [admin, mei, tom] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium" }),
    aCustomer(app, { plan: "Premium" }),
  ]);
  app.clock.set("2026-02-28T23:30:00Z");
  // MEI-000 is the oldest; each next one is a minute later.
  for (const index of [0, 1, 2, 3, 4]) {
    const pkg = await aPackage(mei, { trackingNumber: `MEI-00${index}` });
    app.clock.advance(60_000);
    if (index === 1) await deliver(pkg.id);
    if (index === 2) {
      await admin.api.packages.setPackageStatus({ packageId: pkg.id, status: "processing" });
    }
  }
  await aPackage(tom, { trackingNumber: "TOM-%_\\-1".replaceAll(/[%_\\]/g, "X") });
  ({ items: numbers } = await numbersFor({}));
  return () => app.close();
});

async function deliver(packageId: string): Promise<void> {
  await admin.api.packages.setPackageStatus({ packageId, status: "delivered" });
}

async function numbersFor(input: Parameters<typeof admin.api.packages.listShipments>[0]) {
  const { items, total, counts } = await admin.api.packages.listShipments(input);
  return { items: items.map((item) => item.trackingNumber), total, counts };
}

describe("the own packages", () => {
  test("are for signed-in users", async () => {
    await expectApiError(app.client().api.packages.listPackages({}), "signed_out");
    const { api } = app.client();
    await expectApiError(api.packages.readPackage({ packageId: randomUUID() }), "signed_out");
  });

  test("hold only the customer's own, newest first, with their legs and exact counts", async () => {
    const { items, total, counts } = await mei.api.packages.listPackages({});
    expect(items.map((item) => item.trackingNumber)).toEqual([
      "MEI-004",
      "MEI-003",
      "MEI-002",
      "MEI-001",
      "MEI-000",
    ]);
    expect(items.every((item) => item.legs.length === 3 && item.userId === mei.userId)).toBe(true);
    expect(items.some((item) => "userEmail" in item)).toBe(false);
    expect({ total, counts }).toEqual({ total: 5, counts: { all: 5, active: 4, delivered: 1 } });
  });

  test("are listed under tabs and in pages", async () => {
    const active = await mei.api.packages.listPackages({ tab: "active", page: 2, pageSize: 3 });
    expect(active.items.map((item) => item.trackingNumber)).toEqual(["MEI-000"]);
    expect([active.total, active.counts.all]).toEqual([4, 5]);
    const delivered = await mei.api.packages.listPackages({ tab: "delivered" });
    expect(delivered.items.map((item) => item.trackingNumber)).toEqual(["MEI-001"]);
    expect((await mei.api.packages.listPackages({ page: 9 })).items).toEqual([]);
  });

  test("are listed also when the plan has ended", async () => {
    const former = await aCustomer(app, { plan: "Basic" });
    const pkg = await aPackage(former, { trackingNumber: "STILL-ON-ITS-WAY" });
    await app.database.kysely
      .updateTable("profiles")
      .set({ subscription: null, packageQuota: 0, maxWeightGrams: 0 })
      .where("id", "=", former.userId)
      .execute();
    expect((await former.api.packages.listPackages({})).items).toEqual([
      { ...pkg, thumbnailUrl: null, contents: null },
    ]);
    await expectApiError(aPackage(former), "subscription_required");
    await admin.api.packages.deletePackage({ packageId: pkg.id });
  });

  test("another customer's package is not found, like one that does not exist", async () => {
    const [pkg] = (await mei.api.packages.listPackages({})).items;
    const others = tom.api.packages.readPackage({ packageId: pkg?.id ?? "" });
    await expectApiError(others, "not_found");
    await expectApiError(tom.api.packages.readPackage({ packageId: randomUUID() }), "not_found");
  });

  test.each<Record<string, unknown>>([
    { page: 0 },
    { pageSize: 101 },
    { page: 1e9 },
    { tab: "mine" },
    { userId: "" },
  ])("rejects the input %o", async (input) => {
    await expect(mei.api.packages.listPackages(input)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("are listed over REST with a query string", async () => {
    const response = await mei.client.fetch("/api/packages?tab=delivered&page=1&pageSize=1");
    expect(await response.json()).toMatchObject({
      total: 1,
      items: [{ trackingNumber: "MEI-001" }],
    });
  });
});

describe("all shipments", () => {
  test("hold the packages of all customers, newest first, with their customers", async () => {
    const { items, counts } = await admin.api.packages.listShipments({});
    expect(items.map((item) => item.userEmail)).toEqual([
      tom.email,
      ...Array.from({ length: 5 }, () => mei.email),
    ]);
    expect(counts).toEqual({ all: 6, active: 5, delivered: 1 });
  });

  test.each([
    ["mei-00", 5],
    ["EI-003", 1],
    ["me i–003", 1],
    ["MEI003", 1],
    ["m-ei 0-03", 1],
    ["mei\u200B-003\uFEFF", 1],
    ["nothing", 0],
    ["%", 0],
    ["_EI-003", 0],
    ["\\", 0],
    ["' or true --", 0],
  ])("are found by part of a tracking number, in any case: %s", async (search, found) => {
    const { items, total, counts } = await numbersFor({ search });
    expect([items.length, total, counts.all]).toEqual([found, found, 6]);
  });

  test("are found by email", async () => {
    const { items } = await numbersFor({ search: ` ${tom.email.slice(0, 20).toUpperCase()} ` });
    expect(items).toEqual(["TOM-XXX-1"]);
    expect((await numbersFor({ search: "@" })).items).toEqual(numbers);
  });

  test("are filtered by status and tab together", async () => {
    expect(await numbersFor({ status: "processing" })).toMatchObject({ items: ["MEI-002"] });
    expect(await numbersFor({ tab: "delivered" })).toMatchObject({ items: ["MEI-001"], total: 1 });
    expect(await numbersFor({ tab: "active", status: "delivered" })).toMatchObject({ total: 0 });
    expect(await numbersFor({ tab: "active", status: "pending", search: "mei-" })).toMatchObject({
      items: ["MEI-004", "MEI-003", "MEI-000"],
    });
  });

  test("are filtered by the week in which they were added, also with a search", async () => {
    const { items } = await admin.api.packages.listShipments({ search: "MEI-003" });
    const day = items[0]?.createdAt.slice(0, 10) ?? "";
    const weekLater = new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10);
    expect((await numbersFor({ weekStartsOn: day, search: "MEI-003" })).items).toEqual(["MEI-003"]);
    expect(await numbersFor({ weekStartsOn: weekLater, search: "MEI-003" })).toMatchObject({
      items: [],
      total: 0,
    });
    expect(await numbersFor({ weekStartsOn: weekLater })).toMatchObject({ items: [], total: 0 });
    await expect(numbersFor({ weekStartsOn: "2031-02-30" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("are listed page by page, each once", async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await numbersFor({ page, pageSize: 2 })).items),
    );
    expect(pages.flat()).toEqual(numbers);
  });
});

describe("the export of delivered shipments", () => {
  const exported = (client: TestClient, query = "") =>
    client.fetch(`/api/admin/shipments/delivered-shipments.csv${query}`);

  async function linesOf(query: string): Promise<string[]> {
    const bytes = new Uint8Array(await (await exported(admin.client, query)).arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    return new TextDecoder().decode(bytes).split("\r\n");
  }

  test("is for admins only", async () => {
    expect((await exported(app.client())).status).toBe(401);
    expect((await exported(mei.client)).status).toBe(403);
  });

  test("is a file with the specified name, which must not be cached", async () => {
    const { headers, body } = await exported(admin.client);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="delivered-shipments.csv"',
      "cache-control": "no-store",
    });
    await body?.cancel();
  });

  test("holds only delivered shipments, in the reader's language and time zone", async () => {
    const [head, row, end, ...more] = await linesOf("?timeZone=Asia/Singapore&locale=en-GB");
    expect(head).toBe(
      "Tracking Number,User Email,Origin,Destination,Status,Estimated Weight (kg)," +
        "Final Weight (kg),Description,Created Date,Updated Date",
    );
    // At 23:31 UTC it is the next day in Singapore.
    expect(row).toBe(
      `MEI-001,${mei.email},China,United States,Delivered,1.5,,,01/03/2026,01/03/2026`,
    );
    expect([end, more]).toEqual(["", []]);
    const [, german] = await linesOf("?timeZone=UTC&locale=de");
    expect(german).toContain(';Delivered;"1,5";;;28.2.2026;');
  });

  test.each([
    "?timeZone=Mars/Olympus",
    "?locale=no_such%20tongue",
    `?locale=${"a".repeat(70)}`,
    "?format=xml",
  ])("rejects the query %s", async (query) => {
    const response = await exported(admin.client, query);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: "invalid_input" },
    ]);
  });

  test("reads on after the last row it sent, until the very last", async () => {
    const owner = await aCustomer(app, { plan: "Premium" });
    const at = app.clock.now();
    const descriptions = ['=HYPERLINK("https://evil.example","tea, ""cups""")', "1-2"];
    const rows = Array.from({ length: 1203 }, (_, index) => ({
      userId: owner.userId,
      trackingNumber: `BULK-${String(index).padStart(5, "0")}`,
      origin: "China",
      destination: "Germany",
      description: descriptions[index] ?? null,
      estimatedWeightGrams: null,
      status: "delivered" as const,
      deliveredAt: at,
      // Many with the same time, so that a page ends between them.
      createdAt: new Date(at.getTime() + Math.floor(index / 400)),
      updatedAt: at,
    }));
    await app.database.kysely.insertInto("packages").values(rows).execute();
    // A client that disconnects early leaves no connection in use.
    const left = await exported(admin.client);
    const reader = left.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    expect(app.database.pool.idleCount).toBe(app.database.pool.totalCount);

    const lines = (await linesOf("")).slice(1, -1);
    expect(lines).toHaveLength(1204);
    expect(new Set(lines).size).toBe(1204);
    expect(lines.find((line) => line.startsWith("BULK-00000"))).toContain(
      `"'=HYPERLINK(""https://evil.example"",""tea, """"cups"""""")"`,
    );
    // Unquoted, a spreadsheet would show a date.
    expect(lines.find((line) => line.startsWith("BULK-00001"))).toContain(',"\t1-2",');
  });
});

test("Shipments are found by the customer's name in any script, width and case, and by a number in full width", async () => {
  const owner = await aCustomer(app, { plan: "Basic", fullName: "欧阳 Жанна" });
  await aPackage(owner, { trackingNumber: "OUY-777" });
  for (const search of ["欧阳", "欧", "阳 ж", "ЖАНН", "ＯＵＹ－７７"]) {
    expect(await numbersFor({ search }), search).toMatchObject({ items: ["OUY-777"], total: 1 });
  }
  expect(await numbersFor({ search: "阳欧" })).toMatchObject({ items: [], total: 0 });
});
