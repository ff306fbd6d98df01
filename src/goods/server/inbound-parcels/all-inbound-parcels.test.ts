import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { memberCodeOf } from "#people/rules/member-code.ts";
import { staffListLimits, type InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { isLongRun } from "#test/long-run.ts";
import { aPackage } from "#test/packages.ts";
import { aWarehouse } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, signInBrowser, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
let tom: TestPerson;

type Facts = {
  readonly userId?: string | null;
  readonly state?: InboundParcelState;
  readonly orderReference?: string;
};

async function insertParcel(trackingNumber: string, facts: Facts = {}): Promise<string> {
  const { userId = mei.userId, state = "expected", orderReference = "" } = facts;
  const now = new Date();
  const { id } = await app.database.kysely
    .insertInto("inboundParcels")
    .values({
      userId,
      trackingNumber,
      state,
      orderReference,
      source: "declared",
      createdAt: now,
      updatedAt: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const meiCode = memberCodeOf("S7K32Q");

beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  [admin, mei, tom] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { fullName: "Mei Chan", plan: "Super" }),
    aCustomer(app, { fullName: "陳大文" }),
  ]);
  await app.database.kysely
    .insertInto("memberCodes")
    .values({ userId: mei.userId, code: meiCode, createdAt: new Date() })
    .execute();
  await insertParcel("SF1111222233334");
  await insertParcel("YT5555666677778", { userId: tom.userId, state: "received" });
  await insertParcel("JT0999000011112", {
    state: "departed",
    orderReference: "2031 0405 0607 0809",
  });
  await insertParcel("ZT7777888899990", { userId: null, state: "received" });
  return () => app.close();
});

async function numbers(person: TestPerson, input: object): Promise<string[]> {
  const { items } = await person.api.inboundParcels.listAllInboundParcels(input);
  return items.map(({ trackingNumber }) => trackingNumber ?? "").toSorted();
}

describe("the list of all parcels", () => {
  test("has a filter for each place a parcel can be in, with its count", async () => {
    const { counts, total } = await admin.api.inboundParcels.listAllInboundParcels({});
    const late = { overdue: 0, long_stored: 0, removal_asked: 0, proof_sent: 0 };
    expect(counts).toEqual({ all: 4, awaited: 1, here: 2, unmatched: 1, gone: 1, ...late });
    expect(total).toBe(4);
    expect(await numbers(admin, { filter: "awaited" })).toEqual(["SF1111222233334"]);
    expect(await numbers(admin, { filter: "here" })).toEqual([
      "YT5555666677778",
      "ZT7777888899990",
    ]);
    expect(await numbers(admin, { filter: "unmatched" })).toEqual(["ZT7777888899990"]);
    expect(await numbers(admin, { filter: "gone" })).toEqual(["JT0999000011112"]);
  });

  test("shows pages, newest first", async () => {
    const { items } = await admin.api.inboundParcels.listAllInboundParcels({
      pageSize: 2,
      page: 2,
    });
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual([
      "YT5555666677778",
      "SF1111222233334",
    ]);
  });

  test("shows what a search finds page by page, newest first, with its count also beyond the last page", async () => {
    const shown = async (page: number) => {
      const input = { search: mei.email, pageSize: 1, page };
      const { items, total } = await admin.api.inboundParcels.listAllInboundParcels(input);
      return [items.map(({ trackingNumber }) => trackingNumber), total];
    };
    expect(await shown(1)).toEqual([["JT0999000011112"], 2]);
    expect(await shown(2)).toEqual([["SF1111222233334"], 2]);
    expect(await shown(3)).toEqual([[], 2]);
  });

  test.each([
    ["a whole number in groups and lower case", "sf1111 2222 33334", "SF1111222233334"],
    ["six digits within a number", "566667", "YT5555666677778"],
    ["four digits within a number", "6667", "YT5555666677778"],
    ["two characters", "t0", "JT0999000011112"],
    ["the end of an order reference typed with spaces", "0607 0809", "JT0999000011112"],
    ["full-width digits", "ＳＦ１１１１２２２２", "SF1111222233334"],
    ["dashes where the number has none", "SF1111-222233334", "SF1111222233334"],
    ["characters that nobody sees", "YT5555\u200B666677778\u00AD", "YT5555666677778"],
    ["an order reference in other groups", "20310405-06070809", "JT0999000011112"],
  ])("finds %s", async (_, search, found) => {
    expect(await numbers(admin, { search })).toEqual([found]);
  });

  test("finds the parcels of a member code, a name and an email", async () => {
    const ofMei = ["JT0999000011112", "SF1111222233334"];
    expect(await numbers(admin, { search: `${meiCode.slice(0, 4)}-${meiCode.slice(4)}` })).toEqual(
      ofMei,
    );
    expect(await numbers(admin, { search: meiCode.slice(0, 4).toLowerCase() })).toEqual(ofMei);
    expect(await numbers(admin, { search: mei.email })).toEqual(ofMei);
    expect(await numbers(admin, { search: "大文" })).toEqual(["YT5555666677778"]);
    expect(await numbers(admin, { search: mei.email, filter: "gone" })).toEqual([
      "JT0999000011112",
    ]);
  });

  test("finds a label's code, and nothing for what no parcel has", async () => {
    const { items } = await admin.api.inboundParcels.listAllInboundParcels({
      search: "SF1111222233334",
    });
    const labelCode = items[0]?.labelCode ?? "";
    expect(await numbers(admin, { search: labelCode })).toEqual(["SF1111222233334"]);
    expect(await numbers(admin, { search: "%_%" })).toEqual([]);
    expect(await numbers(admin, { search: "QQQQQQQQQQ" })).toEqual([]);
  });
});

describe("what a role sees of the owner", () => {
  test("support sees the email", async () => {
    const support = await aStaffMember(app, ["support"]);
    const { items } = await support.api.inboundParcels.listAllInboundParcels({ search: "SF1111" });
    expect(items[0]?.owner).toEqual({
      userId: mei.userId,
      nameInitial: "M",
      memberCode: meiCode,
      plan: "Super",
      email: mei.email,
      accountState: "active",
    });
  });

  test.each(["receiver", "packer"] as const)(
    "a %s sees the first letter, code and plan, and cannot search names and emails",
    async (role) => {
      const person = await aStaffMember(app, [role]);
      const { items } = await person.api.inboundParcels.listAllInboundParcels({ search: meiCode });
      expect(items).toHaveLength(2);
      for (const { id, owner } of items) {
        expect(owner).toMatchObject({ nameInitial: "M", memberCode: meiCode, email: null });
        const read = await person.api.inboundParcels.readAnyInboundParcel({ inboundParcelId: id });
        expect(JSON.stringify(read)).not.toContain(mei.email);
      }
      expect(await numbers(person, { search: mei.email })).toEqual([]);
      expect(await numbers(person, { search: "大文" })).toEqual([]);
    },
  );

  test("a parcel without a known owner has none", async () => {
    const { items } = await admin.api.inboundParcels.listAllInboundParcels({ filter: "unmatched" });
    expect(items[0]?.owner).toBeNull();
  });
});

test("a parcel without a known owner is open work, with where it lies", async () => {
  const { stages } = await admin.api.admin.readDashboard({});
  const { items, total } = await admin.api.admin.listWorkItems({ kind: "owner_unknown" });
  expect(stages).toContainEqual({
    stage: "owner_unknown",
    count: 1,
    ownCount: 0,
    oldestSince: items[0]?.since,
  });
  const { items: parcels } = await admin.api.inboundParcels.listAllInboundParcels({
    filter: "unmatched",
  });
  expect(total).toBe(1);
  expect(items).toMatchObject([
    {
      id: parcels[0]?.id,
      name: parcels[0]?.trackingNumber,
      about: parcels[0]?.storageLocationCode ?? "",
      email: null,
    },
  ]);
});

test.runIf(isLongRun)(
  "at most 10,000 parcels are listed, and the newest 200 of a package",
  async () => {
    const { id: packageId } = await aPackage(mei);
    const { listed } = staffListLimits;
    // What the defaults, indexes and references of other rows cost would take seconds.
    await sql`insert into inbound_parcels
      (user_id, package_id, label_code, source, state, created_at, updated_at)
    select case when n <= 201 then ${mei.userId}::uuid end,
      case when n <= 201 then ${packageId}::uuid end,
      translate(lpad(n::text, 8, '0'), '01', 'AB'), 'scanned', 'expected', now(), now()
    from generate_series(1, ${listed}) n`.execute(app.database.kysely);
    const { listAllInboundParcels, listShipmentParcels } = admin.api.inboundParcels;
    const last = { pageSize: 100, page: listed / 100 };
    expect(await listAllInboundParcels(last)).toMatchObject({
      total: listed,
      counts: { all: 200, awaited: 200 },
    });
    expect((await listAllInboundParcels(last)).items).toHaveLength(100);
    expect((await listAllInboundParcels({ ...last, page: last.page + 1 })).items).toEqual([]);
    expect((await listShipmentParcels({ packageId })).items).toHaveLength(200);
  },
);

test("a list counts to the next 200 beyond its page, and 200 of each other filter", async () => {
  await app.database.pool.query(
    `insert into inbound_parcels (user_id, tracking_number, source, state, created_at, updated_at)
     select $1, 'ZZ' || n, 'declared', 'cancelled', now(), now() from generate_series(100000, 102199) n`,
    [tom.userId],
  );
  const list = async (pageNumber: number, filter: "gone" | "all") => {
    const input = { filter, page: pageNumber, pageSize: 50 };
    const { items, total, counts } = await admin.api.inboundParcels.listAllInboundParcels(input);
    return [items.length, total, counts.gone, counts.all];
  };
  expect(await list(1, "gone")).toEqual([50, 200, 200, 200]);
  // The last page of the first 200 shows that there are more.
  expect(await list(4, "gone")).toEqual([50, 400, 200, 200]);
  const gone = 2_201;
  expect(await list(45, "gone")).toEqual([1, gone, 200, 200]);
  expect(await list(201, "all")).toEqual([0, expect.any(Number), 200, 200]);
});

test("overdue and long stored parcels are filters and open work, by the hours and days of their warehouse", async () => {
  const { kysely } = app.database;
  const warehouseId = await aWarehouse(admin);
  // Open from Monday to Friday for nine hours, from 01:30 to 10:30 in UTC.
  app.clock.set("2026-06-10T10:30:00Z");
  await signInBrowser(app, admin.client, admin.userId);
  const insert = async (number: string, columns: Record<string, unknown>) => {
    const id = await insertParcel(number, columns["userId"] === null ? { userId: null } : {});
    const changes = { warehouseId, ...columns };
    await kysely.updateTable("inboundParcels").set(changes).where("id", "=", id).execute();
  };
  const rate = await kysely.selectFrom("storageRates").select("id").executeTakeFirstOrThrow();
  const stored = { state: "received", storageFrom: "2026-01-01", storageRateId: rate.id };
  const unmatched = { state: "received", userId: null };
  await insert("QA10", { courierDeliveredAt: new Date("2026-06-08T04:29:00Z") });
  await insert("QA11", { courierDeliveredAt: new Date("2026-06-08T04:30:00Z") });
  await insert("QA20", { ...stored, freeUntil: "2026-04-10" });
  await insert("QA21", { ...stored, freeUntil: "2026-04-11" });
  await insert("QA30", { ...unmatched, receivedAt: new Date("2026-03-12T10:29:00Z") });
  await insert("QA31", { ...unmatched, receivedAt: new Date("2026-03-12T10:30:00Z") });
  expect(await numbers(admin, { filter: "overdue" })).toEqual(["QA10"]);
  expect(await numbers(admin, { filter: "overdue", search: "QA11" })).toEqual([]);
  expect(await numbers(admin, { filter: "long_stored" })).toEqual(["QA20", "QA30"]);
  const { counts } = await admin.api.inboundParcels.listAllInboundParcels({});
  expect(counts).toMatchObject({ overdue: 1, long_stored: 2 });
  const { work } = await admin.api.admin.readDashboard({});
  const late = work.filter(
    ({ kind }) => kind === "overdue_parcels" || kind === "long_stored_parcels",
  );
  expect(late).toEqual([
    { kind: "overdue_parcels", count: 1 },
    { kind: "long_stored_parcels", count: 2 },
  ]);
});

test("the list has what lies in one storage location now, with its counts", async () => {
  const warehouseId = await aWarehouse(admin);
  const { items } = await admin.api.storageLocations.createStorageLocations({
    warehouseId,
    items: [{ code: "A-01" }, { code: "A-02" }],
  });
  const [here, elsewhere] = items.map(({ id }) => id);
  const insert = async (number: string, state: InboundParcelState, storageLocationId?: string) => {
    const id = await insertParcel(number, { state, userId: null });
    const changes = { warehouseId, storageLocationId: storageLocationId ?? null };
    await app.database.kysely
      .updateTable("inboundParcels")
      .set(changes)
      .where("id", "=", id)
      .execute();
  };
  await insert("QB10000001", "received", here);
  await insert("QB10000002", "packed", here);
  await insert("QB10000003", "departed", here);
  await insert("QB10000004", "received", elsewhere);
  await insert("QB10000005", "received");
  const ofShelf = { storageLocationId: here ?? "" };
  const both = ["QB10000001", "QB10000002"];
  expect(await numbers(admin, ofShelf)).toEqual(both);
  expect(await numbers(admin, { ...ofShelf, search: "QB1000" })).toEqual(both);
  expect(await numbers(admin, { ...ofShelf, filter: "gone" })).toEqual([]);
  const { counts, total } = await admin.api.inboundParcels.listAllInboundParcels(ofShelf);
  expect([total, counts]).toMatchObject([
    2,
    { all: 2, here: 2, unmatched: 2, awaited: 0, gone: 0 },
  ]);
});
