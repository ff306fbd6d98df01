import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber, receiveParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});

type Input = Parameters<TestPerson["api"]["inboundParcels"]["declareInboundParcels"]>[0];

function declarationOf(numbers: readonly string[], changes: Partial<Input> = {}): Input {
  return {
    items: numbers.map((trackingNumber) => ({ trackingNumber })),
    packageId: null,
    idempotencyKey: randomUUID(),
    ...changes,
  };
}

const declare = ({ api }: TestPerson, numbers: readonly string[], changes: Partial<Input> = {}) =>
  api.inboundParcels.declareInboundParcels(declarationOf(numbers, changes));

const countsOf = async ({ api }: TestPerson) =>
  (await api.inboundParcels.listInboundParcels({})).counts;

async function stateOfPackage(person: TestPerson, packageId: string) {
  const { package: pkg } = await person.api.packages.readPackage({ packageId });
  return [pkg.stage, pkg.parcelsCount, pkg.parcelsHereCount];
}

/** Inserts expected parcels without the API, which would take long. */
async function expectMany({ userId }: TestPerson, count: number): Promise<void> {
  const now = app.clock.now();
  await app.database.kysely
    .insertInto("inboundParcels")
    .values(
      Array.from({ length: count }, () => ({
        userId,
        trackingNumber: freshNumber(),
        source: "declared" as const,
        state: "expected" as const,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .execute();
}

describe("what is declared", () => {
  test("is an expected parcel with its number normalised, carrier and history", async () => {
    const customer = await aCustomer(app);
    const { items, inOtherPackages } = await customer.api.inboundParcels.declareInboundParcels({
      items: [
        {
          trackingNumber: " ｓｆ１２３４ ５６７８９０１２３ ",
          shop: "茶具旗舰店",
          orderReference: "2345678901234567890",
          description: "Teapot",
          declaredValueMinor: 12_900,
          declaredCurrency: "CNY",
        },
      ],
      packageId: null,
      idempotencyKey: randomUUID(),
    });
    expect(inOtherPackages).toEqual([]);
    expect(items).toMatchObject([
      {
        packageId: null,
        packageTrackingNumber: null,
        trackingNumber: "SF1234567890123",
        piece: 1,
        carrierCode: "sf-express",
        carrierConfidence: "likely",
        source: "declared",
        state: "expected",
        shop: "茶具旗舰店",
        orderReference: "2345678901234567890",
        description: "Teapot",
        declaredValueMinor: 12_900,
        declaredCurrency: "CNY",
        receivedAt: null,
      },
    ]);
    const inboundParcelId = items[0]?.id ?? "";
    const read = await customer.api.inboundParcels.readInboundParcel({ inboundParcelId });
    expect(read.parcel).toEqual(items[0]);
    expect(read.events).toMatchObject([{ kind: "declared", packageId: null, byStaff: false }]);
  });

  test("comes back in the order of the request, a repeated number once", async () => {
    const customer = await aCustomer(app);
    const [one, two, three] = [freshNumber(), freshNumber(), freshNumber()];
    const { items } = await declare(customer, [three, one, ` ${three.toLowerCase()}`, two]);
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual([three, one, two]);
    expect(await countsOf(customer)).toEqual({ awaited: 3, here: 0, gone: 0 });
  });

  test("joins an own package, which counts it and uses no further quota", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
    await declare(customer, [freshNumber(), freshNumber()], { packageId: pkg.id });
    expect(await stateOfPackage(customer, pkg.id)).toEqual(["gathering", 3, 0]);
    expect((await customer.api.auth.readSession({}))?.person.packageQuota).toBe(4);
  });

  test("does not need a plan, and an admin's is in the audit log", async () => {
    const admin = await anAdmin(app);
    const { id } = await declareParcel(admin);
    const entry = await app.database.kysely
      .selectFrom("auditLog")
      .select("action")
      .where("actorId", "=", admin.userId)
      .executeTakeFirstOrThrow();
    expect(entry.action).toBe("inboundParcels.declareInboundParcels");
    const { events } = await admin.api.inboundParcels.readInboundParcel({ inboundParcelId: id });
    expect(events).toMatchObject([{ kind: "declared", byStaff: true }]);
  });

  test("goes to the open hub entered first", async () => {
    const warehouse = (code: string, facts: object) => ({
      code,
      name: `Hub ${code}`,
      kind: "hub" as const,
      country: "HK" as const,
      address: JSON.stringify({}),
      receiverNamePattern: "{code}",
      phone: "1",
      postalCode: "",
      timeZone: "Asia/Hong_Kong",
      openingHours: JSON.stringify([]),
      closedDays: [],
      openedAt: app.clock.now(),
      createdAt: app.clock.now(),
      updatedAt: app.clock.now(),
      ...facts,
    });
    const customer = await aCustomer(app);
    const { kysely } = app.database;
    const insert = (row: ReturnType<typeof warehouse>) =>
      kysely.insertInto("warehouses").values(row).execute();
    await kysely.updateTable("warehouses").set({ isActive: false }).execute();
    expect((await declareParcel(customer)).warehouseName).toBeNull();
    await insert(warehouse("OLD", { isActive: false, createdAt: new Date(1) }));
    await insert(warehouse("SHELF", { kind: "intake", createdAt: new Date(2) }));
    await insert(warehouse("ONE", { createdAt: new Date(3) }));
    await insert(warehouse("TWO", { createdAt: new Date(4) }));
    expect((await declareParcel(customer)).warehouseName).toBe("Hub ONE");
  });
});

describe("a number that is known already", () => {
  test("is returned as it is when it is declared loose again", async () => {
    const customer = await aCustomer(app);
    const first = await declareParcel(customer, { shop: "Taobao" });
    const again = await declareParcel(customer, {
      trackingNumber: first.trackingNumber ?? "",
      shop: "Another",
    });
    expect(again).toEqual(first);
  });

  test("joins the package while its parcel is loose, also when it is here", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const loose = [await declareParcel(customer), await declareParcel(customer)];
    await receiveParcel(app, customer, loose[0]?.id ?? "");
    const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
    const numbers = loose.map(({ trackingNumber }) => trackingNumber ?? "");
    const { items } = await declare(customer, numbers, { packageId: pkg.id });
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      [loose[0]?.id, "received"],
      [loose[1]?.id, "expected"],
    ]);
    expect(await stateOfPackage(customer, pkg.id)).toEqual(["gathering", 3, 1]);
    const inboundParcelId = loose[0]?.id ?? "";
    const { events } = await customer.api.inboundParcels.readInboundParcel({ inboundParcelId });
    expect(events.map(({ kind, packageId }) => [kind, packageId])).toEqual([
      ["declared", null],
      ["received", null],
      ["put_into_package", pkg.id],
    ]);
  });

  test("stays in another package, which the answer names", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const [one, other] = [
      await aPackage(customer, { trackingNumber: freshNumber() }),
      await aPackage(customer, { trackingNumber: freshNumber() }),
    ];
    const fresh = freshNumber();
    const { items, inOtherPackages } = await declare(customer, [other.trackingNumber, fresh], {
      packageId: one.id,
    });
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual([fresh]);
    expect(inOtherPackages).toEqual([
      {
        trackingNumber: other.trackingNumber,
        packageId: other.id,
        packageNumber: other.number,
        packageTrackingNumber: other.trackingNumber,
      },
    ]);
    expect(await stateOfPackage(customer, other.id)).toEqual(["gathering", 1, 0]);
  });

  test("of another customer is declared by both, and neither learns of the other", async () => {
    const [one, other] = [await aCustomer(app), await aCustomer(app)];
    const trackingNumber = freshNumber();
    const own = await declareParcel(one, { trackingNumber, shop: "Taobao" });
    const others = await declareParcel(other, { trackingNumber });
    expect(others.id).not.toBe(own.id);
    expect(others.shop).toBe("");
    expect(await countsOf(one)).toEqual({ awaited: 1, here: 0, gone: 0 });
    const read = one.api.inboundParcels.readInboundParcel({ inboundParcelId: others.id });
    await expectApiError(read, "not_found");
  });

  test("is declared anew once its parcel was cancelled", async () => {
    const customer = await aCustomer(app);
    const first = await declareParcel(customer);
    await customer.api.inboundParcels.cancelInboundParcel({ inboundParcelId: first.id });
    const second = await declareParcel(customer, { trackingNumber: first.trackingNumber ?? "" });
    expect(second.id).not.toBe(first.id);
    expect(await countsOf(customer)).toEqual({ awaited: 1, here: 0, gone: 1 });
  });
});

describe("an error declares nothing for", () => {
  test.each(["ABC12", "<b>", "١٢٣٤٥٦٧", "X".repeat(41), ""])("the number %j", async (number) => {
    const customer = await aCustomer(app);
    const call = declare(customer, [freshNumber(), number]);
    await expectApiError(call, "invalid_tracking_number");
    await expect(declare(customer, [freshNumber(), number])).rejects.toMatchObject({
      data: { index: 1 },
    });
    expect(await countsOf(customer)).toEqual({ awaited: 0, here: 0, gone: 0 });
  });

  test("51 numbers, none, or a value without its currency", async () => {
    const customer = await aCustomer(app);
    const numbers = Array.from({ length: 51 }, freshNumber);
    await expectApiError(declare(customer, numbers), "invalid_input");
    await expectApiError(declare(customer, []), "invalid_input");
    const items = [{ trackingNumber: freshNumber(), declaredValueMinor: 100 }];
    await expectApiError(declare(customer, [], { items }), "invalid_input");
    expect((await declare(customer, numbers.slice(0, 50))).items).toHaveLength(50);
  });

  test("another customer's package, one that has ended, and one from Singapore", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const other = await aPackage(await aCustomer(app, { plan: "Basic" }));
    const into = (packageId: string) => declare(customer, [freshNumber()], { packageId });
    await expectApiError(into(other.id), "not_found");
    await expectApiError(into(randomUUID()), "not_found");
    const ended = await aPackage(customer);
    await customer.api.packages.cancelPackage({ packageId: ended.id });
    await expectApiError(into(ended.id), "package_not_open");
    const near = await aPackage(customer, { origin: "Singapore" });
    await expectApiError(into(near.id), "package_not_open");
    expect((await countsOf(customer)).awaited).toBeLessThanOrEqual(1);
  });

  test("more than 500 expected parcels, of which known numbers are none", async () => {
    const customer = await aCustomer(app);
    await expectMany(customer, 498);
    const two = [freshNumber(), freshNumber()];
    await expectApiError(declare(customer, [...two, freshNumber()]), "too_many_inbound_parcels");
    expect((await declare(customer, two)).items).toHaveLength(2);
    expect((await declare(customer, two)).items).toHaveLength(2);
    await expectApiError(declareParcel(customer), "too_many_inbound_parcels");
    expect(await countsOf(customer)).toEqual({ awaited: 500, here: 0, gone: 0 });
  });

  test("500 also when many requests arrive at once", async () => {
    const customer = await aCustomer(app);
    await expectMany(customer, 495);
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => declareParcel(customer)),
    );
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await countsOf(customer)).toEqual({ awaited: 500, here: 0, gone: 0 });
  });
});

describe("a repeated request", () => {
  test("with the same key declares nothing again and returns the parcels as they are", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
    const known = await declareParcel(customer);
    const numbers = [freshNumber(), known.trackingNumber ?? "", freshNumber()];
    const input = declarationOf(numbers, { packageId: pkg.id });
    const repeat = () => customer.api.inboundParcels.declareInboundParcels(input);
    const answers = await Promise.all(Array.from({ length: 20 }, repeat));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await stateOfPackage(customer, pkg.id)).toEqual(["gathering", 4, 0]);
    await receiveParcel(app, customer, answers[0]?.items[0]?.id ?? "");
    await customer.api.packages.cancelPackage({ packageId: pkg.id }).catch(() => undefined);
    expect((await repeat()).items.map(({ state }) => state)).toContain("received");
  });

  test("with the same key and another content is rejected", async () => {
    const customer = await aCustomer(app);
    const input = declarationOf([freshNumber()]);
    await customer.api.inboundParcels.declareInboundParcels(input);
    for (const changes of [
      { items: [{ trackingNumber: freshNumber() }] },
      { items: input.items.map((item) => ({ ...item, shop: "Taobao" })) },
      { packageId: randomUUID() },
    ]) {
      const other = customer.api.inboundParcels.declareInboundParcels({ ...input, ...changes });
      await expectApiError(other, "idempotency_key_reused");
    }
    expect((await countsOf(customer)).awaited).toBe(1);
  });

  test("in which every number was known changes nothing again", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
    const known = await declareParcel(customer);
    const input = declarationOf([known.trackingNumber ?? ""], { packageId: pkg.id });
    const first = await customer.api.inboundParcels.declareInboundParcels(input);
    expect(await customer.api.inboundParcels.declareInboundParcels(input)).toEqual(first);
    expect(await stateOfPackage(customer, pkg.id)).toEqual(["gathering", 2, 0]);
  });
});
