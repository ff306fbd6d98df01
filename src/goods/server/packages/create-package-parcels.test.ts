import { beforeAll, describe, expect, test } from "vitest";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber, receiveParcel } from "#test/inbound-parcels.ts";
import { packageInput } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import type { NewPackageInput } from "./parse-package.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});

const create = ({ api }: TestPerson, changes: Partial<NewPackageInput> = {}) =>
  api.packages.createPackage(packageInput({ trackingNumber: freshNumber(), ...changes }));

async function parcelsOf({ api }: TestPerson, packageId: string): Promise<string[]> {
  const { items } = await api.inboundParcels.listInboundParcels({ packageId });
  return items.map(({ trackingNumber }) => trackingNumber ?? "").toSorted();
}

const remaining = async ({ api }: TestPerson) =>
  (await api.auth.readSession({}))?.person.packageQuota;

describe("the inbound parcels of a new package", () => {
  test.each(["China", "Hong Kong"])(
    "from %s have its own and the further numbers",
    async (origin) => {
      const customer = await aCustomer(app, { plan: "Basic" });
      const [own, one, two] = [freshNumber(), freshNumber(), freshNumber()];
      const { package: pkg, inOtherPackages } = await create(customer, {
        origin,
        trackingNumber: own,
        furtherTrackingNumbers: [` ${one.toLowerCase()} `, two, one, own],
      });
      expect(pkg).toMatchObject({ stage: "gathering", parcelsCount: 3, parcelsHereCount: 0 });
      expect(inOtherPackages).toEqual([]);
      expect(await parcelsOf(customer, pkg.id)).toEqual([own, one, two].toSorted());
      expect(await remaining(customer)).toBe(4);
    },
  );

  test("are none from Singapore, for which further numbers are refused", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const { package: pkg } = await create(customer, { origin: "Singapore" });
    expect(pkg.parcelsCount).toBe(0);
    expect(await parcelsOf(customer, pkg.id)).toEqual([]);
    await expectApiError(
      create(customer, { origin: "Singapore", furtherTrackingNumbers: [freshNumber()] }),
      "invalid_input",
      "A package from Singapore has no inbound parcels, so further tracking numbers cannot be added.",
    );
    expect(await remaining(customer)).toBe(4);
  });

  test("are loose ones that are known already, also those that are here", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const [awaited, here] = [await declareParcel(customer), await declareParcel(customer)];
    await receiveParcel(app, customer, here.id);
    const { package: pkg } = await create(customer, {
      trackingNumber: here.trackingNumber ?? "",
      furtherTrackingNumbers: [awaited.trackingNumber ?? ""],
    });
    expect(pkg).toMatchObject({ stage: "gathering", parcelsCount: 2, parcelsHereCount: 1 });
    expect(pkg.legs[0]?.status).toBe("in_transit");
    expect((await customer.api.inboundParcels.listInboundParcels({})).total).toBe(2);
  });

  test("stay in another package, which never refuses the new one", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const { package: first } = await create(customer);
    const further = freshNumber();
    const { package: second, inOtherPackages } = await create(customer, {
      trackingNumber: first.trackingNumber,
      furtherTrackingNumbers: [further],
    });
    expect(inOtherPackages).toEqual([first.trackingNumber]);
    expect(second).toMatchObject({ trackingNumber: first.trackingNumber, parcelsCount: 1 });
    expect(await parcelsOf(customer, second.id)).toEqual([further]);
    expect(await parcelsOf(customer, first.id)).toEqual([first.trackingNumber]);
    expect(await remaining(customer)).toBe(3);
  });

  test("of an admin need neither plan nor quota", async () => {
    const admin = await anAdmin(app);
    const { package: pkg } = await create(admin, { furtherTrackingNumbers: [freshNumber()] });
    expect(pkg.parcelsCount).toBe(2);
  });

  test("of an admin's packages with the same number at once are in one of them", async () => {
    const admin = await anAdmin(app);
    const trackingNumber = freshNumber();
    const created = await Promise.all(
      Array.from({ length: 10 }, () => create(admin, { trackingNumber })),
    );
    const gathering = created.filter(({ inOtherPackages }) => inOtherPackages.length === 0);
    expect(gathering.map(({ package: pkg }) => pkg.parcelsCount)).toEqual([1]);
  });

  test("store the plan's limit beside it, none for an admin", async () => {
    const limitOf = async (person: TestPerson) => {
      const { package: pkg } = await create(person);
      const { planMaxWeightGrams } = await app.database.kysely
        .selectFrom("packages")
        .select("planMaxWeightGrams")
        .where("id", "=", pkg.id)
        .executeTakeFirstOrThrow();
      return planMaxWeightGrams;
    };
    expect(await limitOf(await aCustomer(app, { plan: "Super" }))).toBe(4000);
    expect(await limitOf(await anAdmin(app))).toBeNull();
  });
});

describe("nothing is saved for", () => {
  test("an invalid further number, which is named", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const call = () => create(customer, { furtherTrackingNumbers: [freshNumber(), "!"] });
    await expectApiError(call(), "invalid_tracking_number");
    await expect(call()).rejects.toMatchObject({
      data: { field: "furtherTrackingNumbers", index: 1 },
    });
    expect(await remaining(customer)).toBe(5);
  });

  test("50 further numbers", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const numbers = Array.from({ length: 50 }, freshNumber);
    await expectApiError(create(customer, { furtherTrackingNumbers: numbers }), "invalid_input");
    const { package: pkg } = await create(customer, { furtherTrackingNumbers: numbers.slice(1) });
    expect(pkg.parcelsCount).toBe(50);
  });

  test("more than 500 expected parcels", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const now = app.clock.now();
    const rows = Array.from({ length: declarationLimits.expectedParcels - 1 }, () => ({
      userId: customer.userId,
      trackingNumber: freshNumber(),
      source: "declared" as const,
      state: "expected" as const,
      createdAt: now,
      updatedAt: now,
    }));
    await app.database.kysely.insertInto("inboundParcels").values(rows).execute();
    const further = { furtherTrackingNumbers: [freshNumber()] };
    await expectApiError(create(customer, further), "too_many_inbound_parcels");
    expect([
      await remaining(customer),
      (await customer.api.packages.listPackages({})).total,
    ]).toEqual([5, 0]);
    expect((await create(customer)).package.parcelsCount).toBe(1);
  });
});

describe("a repeated request", () => {
  test("returns the same package and the same numbers in other packages", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const { package: first } = await create(customer);
    const furtherTrackingNumbers = [first.trackingNumber, freshNumber()];
    const input = packageInput({ trackingNumber: freshNumber(), furtherTrackingNumbers });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => customer.api.packages.createPackage(input)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ inOtherPackages: [first.trackingNumber] });
    expect(await customer.api.packages.createPackage(input)).toEqual(answers[0]);
    expect(await remaining(customer)).toBe(3);
    const other = { ...input, furtherTrackingNumbers: furtherTrackingNumbers.slice(1) };
    await expectApiError(customer.api.packages.createPackage(other), "idempotency_key_reused");
  });
});

test("Fifty packages and declarations of the same numbers at once agree with one of their orders", async () => {
  const customer = await aCustomer(app, { plan: "Premium", packageQuota: 10 });
  const numbers = [freshNumber(), freshNumber(), freshNumber()];
  const [trackingNumber = "", ...furtherTrackingNumbers] = numbers;
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, async (_, turn) =>
      turn % 2 === 0
        ? await create(customer, { trackingNumber, furtherTrackingNumbers })
        : await declareParcel(customer, { trackingNumber: numbers[turn % 3] ?? "" }),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(35);
  expect(await remaining(customer)).toBe(0);
  const { counts } = await customer.api.inboundParcels.listInboundParcels({});
  expect(counts).toEqual({ awaited: 3, here: 0, gone: 0 });
  const { items } = await customer.api.packages.listPackages({});
  expect(items.map(({ parcelsCount }) => String(parcelsCount)).toSorted()).toEqual([
    ...Array.from({ length: 9 }, () => "0"),
    "3",
  ]);
});
