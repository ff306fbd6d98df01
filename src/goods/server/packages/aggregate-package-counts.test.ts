import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { PackageStatus } from "#tracking/rules/package-status.ts";
import { atomically } from "#platform/server/db/open.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aggregatePackageCounts } from "./lists/list-packages.ts";

let app: TestApp;
let admin: TestPerson;
let owner: TestPerson;

const statuses = ["pending", "processing", "in_transit", "delivered", "voided"] as const;

beforeAll(async () => {
  app = await testApp();
  [admin, owner] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium", packageQuota: 50 }),
  ]);
  return () => app.close();
});

/** Inserts `count` packages, eight hours apart, with the statuses in turn. */
async function addPackages(count: number, numbers: string): Promise<void> {
  await sql`
    insert into packages (user_id, tracking_number, origin, destination, status, delivered_at,
      created_at, updated_at)
    select ${owner.userId}, ${numbers} || lpad(n::text, 5, '0'), 'China', 'Germany', status,
      case when status = 'delivered' then now() end, at, at
    from (
      select n, (${sql.val([...statuses])}::text[])[1 + n % 5] as status,
        timestamptz '2026-01-31T22:00:00Z' + n * interval '8 hours' as at
      from generate_series(0, ${count}::int - 1) n
    ) generated
  `.execute(app.database.kysely);
}

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: PackageStatus; total: number }>`
    select status, count(*)::int as total from packages group by 1
  `.execute(app.database.kysely);
  const totals: Record<string, number> = { all: 0 };
  for (const { status, total } of rows) {
    totals[status] = total;
    totals["all"] = (totals["all"] ?? 0) + total;
  }
  return totals;
}

/** The counts of the admin tabs and filters. */
async function countsForAdmins(): Promise<Record<string, number>> {
  const { counts } = await admin.api.packages.listShipments({});
  const totals: Record<string, number> = { all: counts.all };
  for (const status of ["pending", "processing", "in_transit", "delivered"] as const) {
    const { total } = await admin.api.packages.listShipments({ status, pageSize: 1 });
    if (total > 0) totals[status] = total;
  }
  expect(counts.active).toBe(counts.all - counts.delivered);
  expect(counts.delivered).toBe(totals["delivered"] ?? 0);
  return totals;
}

async function expectExactCounts(): Promise<void> {
  const { voided: _unlisted, ...exact } = await countRows();
  expect(await countsForAdmins()).toEqual(exact);
}

const aggregate = () => aggregatePackageCounts(app.services);

test("counts stay exact while packages are added, changed and deleted at once and counts are aggregated", async () => {
  const ids: string[] = [];
  const add = async () => void ids.push((await aPackage(owner)).id);
  await Promise.all(Array.from({ length: 6 }, add));
  await Promise.all([
    ...Array.from({ length: 10 }, add),
    ...ids
      .slice(0, 4)
      .flatMap((packageId) =>
        (["processing", "delivered", "pending"] as const).map((status) =>
          admin.api.packages.setPackageStatus({ packageId, status }),
        ),
      ),
    ...ids.slice(4, 6).map((packageId) => admin.api.packages.deletePackage({ packageId })),
    ...Array.from({ length: 5 }, aggregate),
  ]);
  await expectExactCounts();
  await Promise.all([aggregate(), aggregate(), aggregate()]);
  await expectExactCounts();
  expect(await aggregate()).toBe(0);
});

test("a rolled back change is not counted", async () => {
  const before = await countsForAdmins();
  const broken = atomically(app.database.kysely, async (db) => {
    await db.updateTable("inboundParcels").set({ packageId: null }).execute();
    await db.deleteFrom("packages").execute();
    throw new Error("rolled back");
  });
  await expect(broken).rejects.toThrow("rolled back");
  expect(await countsForAdmins()).toEqual(before);
});

test("a reader gets the same counts before, during and after they are aggregated", async () => {
  await addPackages(50, "STEADY-");
  const expected = await countRows();
  const aggregating = Promise.all(Array.from({ length: 5 }, aggregate));
  for (let read = 0; read < 10; read += 1) {
    expect((await admin.api.packages.listShipments({})).counts.all).toBe(expected["all"]);
  }
  const aggregatedChanges = (await aggregating).reduce((sum, count) => sum + count, 0);
  expect(aggregatedChanges).toBeGreaterThan(0);
});

describe("many packages", () => {
  beforeAll(() => addPackages(1100, "MANY-"));

  test.each<{ tab?: "active" | "delivered"; status?: "pending" }>([
    {},
    { tab: "active" },
    { tab: "delivered" },
    { status: "pending" },
  ])("come page by page to the very last, each once: %o", async (filter) => {
    if (filter.tab === "active") await aggregate();
    const listed: { id: string; createdAt: string }[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = await admin.api.packages.listShipments({
        ...filter,
        page,
        pageSize: 90,
      });
      listed.push(...items);
      if (items.length > 0) continue;
      expect(listed).toHaveLength(total);
      break;
    }
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    const times = listed.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test("are found up to the newest thousand, and one of them by its whole number", async () => {
    const { items, total } = await admin.api.packages.listShipments({ search: "many-" });
    expect([items[0]?.trackingNumber, total]).toEqual(["MANY-01099", 1000]);
    const last = await admin.api.packages.listShipments({ search: "many-", page: 50 });
    expect(last.items.at(-1)?.trackingNumber).toBe("MANY-00100");
    const oldest = await admin.api.packages.listShipments({ search: "many-00000" });
    expect(oldest.items.map((item) => item.trackingNumber)).toEqual(["MANY-00000"]);
    expect(await admin.api.packages.listShipments({ search: "many-", page: 51 })).toMatchObject({
      items: [],
      total: 1000,
    });
  });

  test.each(["all", "active"] as const)(
    "with a rare part in their numbers are found in every month, newest first: %s",
    async (tab) => {
      const { items, total } = await admin.api.packages.listShipments({
        search: "012",
        tab,
        pageSize: 100,
      });
      const { rows } = await sql<{ id: string }>`
        select id from packages
        where tracking_number like '%012%' and (${tab} = 'all' or status <> 'delivered')
        order by created_at desc, id desc
      `.execute(app.database.kysely);
      expect(rows.length).toBeGreaterThan(10);
      expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      expect(total).toBe(rows.length);
    },
  );
});
