import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber, receiveParcel } from "#test/inbound-parcels.ts";
import { isLongRun } from "#test/long-run.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { maxSearchedParcels } from "./list-queries.ts";

let app: TestApp;
let customer: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  customer = await aCustomer(app, { plan: "Basic" });
  return () => app.close();
});

type Input = Parameters<TestPerson["api"]["inboundParcels"]["listInboundParcels"]>[0];

const list = (input: Input = {}, person: TestPerson = customer) =>
  person.api.inboundParcels.listInboundParcels(input);

async function numbersOf(input: Input): Promise<(string | null)[]> {
  return (await list(input)).items.map(({ trackingNumber }) => trackingNumber);
}

describe("the list of the own parcels", () => {
  const numbers: string[] = [];
  let packageId: string;
  beforeAll(async () => {
    app.clock.set("2026-03-02T08:00:00Z");
    const facts = [
      { shop: "茶具旗舰店" },
      { orderReference: "2345678901234567890" },
      { description: "Ｊade teapot" },
      { trackingNumber: "YT88-1234-5678-901" },
    ];
    for (const fact of facts) {
      app.clock.advance(60_000);
      const parcel = await declareParcel(customer, fact);
      numbers.push(parcel.trackingNumber ?? "");
      if (fact.shop !== undefined) await receiveParcel(app, customer, parcel.id);
      if (fact.orderReference !== undefined) {
        await customer.api.inboundParcels.cancelInboundParcel({ inboundParcelId: parcel.id });
      }
    }
    app.clock.advance(60_000);
    const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
    packageId = pkg.id;
    numbers.push(pkg.trackingNumber);
    await declareParcel(await aCustomer(app), { shop: "茶具旗舰店" });
  });

  test("is newest first, with counts of each group", async () => {
    const { items, total, counts } = await list();
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual(numbers.toReversed());
    expect([total, counts]).toEqual([5, { awaited: 3, here: 1, gone: 1 }]);
    expect(items[0]).toMatchObject({ packageId, packageTrackingNumber: numbers[4] });
  });

  test.each([
    ["awaited", [4, 3, 2]],
    ["here", [0]],
    ["gone", [1]],
  ] as const)("of the group %s has %j", async (group, places) => {
    expect(await numbersOf({ group })).toEqual(places.map((place) => numbers[place]));
    const { total, counts } = await list({ group });
    expect(total).toBe(places.length);
    expect(counts).toEqual({ awaited: 3, here: 1, gone: 1 });
  });

  test("of a package has its parcels and counts them alone, and nothing of another's", async () => {
    const { items, counts } = await list({ packageId });
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual([numbers[4]]);
    expect(counts).toEqual({ awaited: 1, here: 0, gone: 0 });
    const others = await list({ packageId }, await aCustomer(app));
    expect(others).toEqual({ items: [], total: 0, counts: { awaited: 0, here: 0, gone: 0 } });
  });

  test.each([
    ["a shop", "旗舰店", 0],
    ["an order reference", "34567890123456", 1],
    ["a description in any case and width", "jADE　Tea".replace("　", " "), 2],
    ["a number without its dashes", "yt881234", 3],
    ["a number with other spaces", "1234 5678 901", 3],
    ["a number in full width", "ＹＴ８８", 3],
    ["a number in other groups", "YT88-1234-5678", 3],
    ["an order reference in other groups", "345-678 901-234-56", 1],
    ["a number with what nobody sees", "yt88\u200B1234\u2060", 3],
  ])("is searched by %s", async (_what, search, place) => {
    const { items, total, counts } = await list({ search });
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual([numbers[place]]);
    expect([total, counts.awaited]).toEqual([1, 3]);
  });

  test.each(["%", "_", "\\", "nothing like this", "-"])("finds nothing for %j", async (search) => {
    expect(await list({ search })).toMatchObject({ items: [], total: 0 });
  });

  test("of a choice has its parcels alone, and nothing of another's", async () => {
    const [chosen = "", other = ""] = (await list()).items.map(({ id }) => id);
    const { items, total } = await list({ inboundParcelIds: [chosen] });
    expect([items.map(({ id }) => id), total]).toEqual([[chosen], 1]);
    expect((await list({ inboundParcelIds: [other], search: "no such" })).total).toBe(0);
    const stranger = await aCustomer(app);
    expect((await list({ inboundParcelIds: [chosen] }, stranger)).items).toEqual([]);
  });

  test("is searched within its group, and read page by page", async () => {
    expect(await numbersOf({ search: "旗舰店", group: "awaited" })).toEqual([]);
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(...(await numbersOf({ page, pageSize: 2 })));
    expect(pages).toEqual(numbers.toReversed());
    expect(await numbersOf({ search: "S", page: 2, pageSize: 1 })).toHaveLength(1);
    await expectApiError(list({ pageSize: 101 }), "invalid_input");
  });
});

test.runIf(isLongRun)("A search reads the newest 10,000 parcels", async () => {
  const person = await aCustomer(app);
  const insert = (count: number, shop: string, createdAt: string) =>
    sql`insert into inbound_parcels (user_id, tracking_number, source, state, shop, created_at, updated_at)
      select ${person.userId}, 'SF' || (${count} * 100000 + n)::bigint, 'declared', 'departed', ${shop},
        ${createdAt}::timestamptz, now()
      from generate_series(1, ${count}) n`.execute(app.database.kysely);
  await insert(1, "Oldest", "2026-01-01T00:00:00Z");
  await insert(maxSearchedParcels - 1, "Others", "2026-01-02T00:00:00Z");
  expect((await list({ search: "oldest" }, person)).total).toBe(1);
  await insert(2, "Newest", "2026-01-03T00:00:00Z");
  expect((await list({ search: "oldest" }, person)).total).toBe(0);
  expect(await list({ search: "others", pageSize: 1 }, person)).toMatchObject({
    total: maxSearchedParcels - 2,
    counts: { gone: maxSearchedParcels + 2 },
  });
});

test("A parcel of nobody or of another customer is not found", async () => {
  const { id } = await declareParcel(await aCustomer(app));
  for (const inboundParcelId of [id, "6f1c2a4e-8d3b-4f57-9a0e-2b7c5d9e1f34"]) {
    await expectApiError(
      customer.api.inboundParcels.readInboundParcel({ inboundParcelId }),
      "not_found",
    );
  }
});
