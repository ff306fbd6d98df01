import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { NewPackageInput } from "./parse-package.ts";
import { asOwner } from "#test/database.ts";
import { aPackage, packageInput } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const create = (person: Pick<TestPerson, "api">, changes: Partial<NewPackageInput> = {}) =>
  person.api.packages.createPackage(packageInput(changes));

async function remaining(person: TestPerson): Promise<number> {
  const { packageQuota: quota } = await app.database.kysely
    .selectFrom("profiles")
    .select("packageQuota")
    .where("id", "=", person.userId)
    .executeTakeFirstOrThrow();
  return quota;
}

async function packagesOf(person: TestPerson): Promise<number> {
  return (await person.api.packages.listPackages({})).counts.all;
}

/** Expects that no package was saved and no quota used. */
async function expectNothingSaved(person: TestPerson, quota: number): Promise<void> {
  expect([await packagesOf(person), await remaining(person)]).toEqual([0, quota]);
}

describe("who may register a package", () => {
  test("not a signed-out user", async () => {
    await expectApiError(create(app.client()), "signed_out");
  });

  test("not a customer without a plan", async () => {
    const customer = await aCustomer(app);
    await expectApiError(create(customer), "subscription_required");
    await expectNothingSaved(customer, 0);
  });

  test("not a customer whose quota is used up", async () => {
    const customer = await aCustomer(app, { plan: "Basic", packageQuota: 0 });
    await expectApiError(create(customer), "quota_exceeded");
    await expectNothingSaved(customer, 0);
  });

  test("a customer with a plan, which uses one package of the month", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    await create(customer);
    expect([await packagesOf(customer), await remaining(customer)]).toEqual([1, 4]);
  });

  test("an admin, without plan, quota or weight limit, and with an entry in the audit log", async () => {
    const admin = await anAdmin(app);
    const pkg = await aPackage(admin, { estimatedWeightGrams: 25_000 });
    expect([pkg.estimatedWeightGrams, await remaining(admin)]).toEqual([25_000, 0]);
    const entry = await app.database.kysely
      .selectFrom("auditLog")
      .selectAll()
      .where("target", "=", pkg.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actorId: admin.userId, action: "packages.createPackage" });
  });
});

describe("what is saved", () => {
  test("a pending package with the names of its places, and null for empty fields", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    app.clock.set("2026-03-02T08:00:00Z");
    const { package: pkg, legsSetUp } = await create(customer, {
      trackingNumber: "  sf 1234 567890123 ",
      destination: "usa",
      description: "  ",
      estimatedWeightGrams: undefined,
    });
    expect(legsSetUp).toBe(true);
    expect(pkg).toMatchObject({
      userId: customer.userId,
      trackingNumber: "SF1234567890123",
      origin: "China",
      destination: "United States",
      description: null,
      estimatedWeightGrams: null,
      finalWeightGrams: null,
      imagesCount: 0,
      status: "pending",
      createdAt: "2026-03-02T08:00:00.000Z",
      deliveredAt: null,
    });
  });

  test("three pending legs to the United States, each departing when the one before arrives", async () => {
    app.clock.set("2026-03-02T08:00:00Z");
    const { legs } = await aPackage(await aCustomer(app, { plan: "Basic" }));
    expect(
      legs.map((leg) => [leg.legNumber, leg.origin, leg.destination, leg.carrier, leg.status]),
    ).toEqual([
      [1, "China", "Hong Kong", "SF Express", "pending"],
      [2, "Hong Kong", "Singapore", "Hong Kong Post", "pending"],
      [3, "Singapore", "United States", "Singapore Post", "pending"],
    ]);
    expect(legs[0]?.estimatedDeparture).toBe("2026-03-02T08:00:00.000Z");
    expect(legs[1]?.estimatedDeparture).toBe(legs[0]?.estimatedArrival);
    expect(legs[2]?.estimatedDeparture).toBe(legs[1]?.estimatedArrival);
  });

  test("one leg by Hong Kong Post to anywhere else", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const { legs } = await aPackage(customer, { destination: "Germany" });
    expect(legs).toMatchObject([
      { legNumber: 1, origin: "Hong Kong", destination: "Germany", carrier: "Hong Kong Post" },
    ]);
  });

  test("a description unchanged, in any script", async () => {
    const description = `Tea 🍵, "cups" & <b>שלום</b>\nmén's 茶`;
    const pkg = await aPackage(await aCustomer(app, { plan: "Basic" }), { description });
    expect(pkg.description).toBe(description);
  });

  test("the event of its creation, by the customer", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const { id: packageId } = await aPackage(customer);
    const { events } = await customer.api.packages.readPackage({ packageId });
    expect(events).toMatchObject([
      { kind: "package_created", before: null, after: "pending", byStaff: false },
    ]);
  });
});

describe("an error saves nothing and uses no quota for", () => {
  let customer: TestPerson;
  beforeAll(async () => {
    customer = await aCustomer(app, { plan: "Basic" });
  });

  test.each<[string, Partial<NewPackageInput>]>([
    ["no tracking number", { trackingNumber: "" }],
    ["a blank one", { trackingNumber: " \t " }],
    ["no origin", { origin: " " }],
    ["no destination", { destination: "" }],
    ["also when the weight is wrong too", { destination: "", estimatedWeightGrams: -1 }],
  ])("missing information: %s", async (_, changes) => {
    await expectApiError(create(customer, changes), "missing_information");
    await expectNothingSaved(customer, 5);
  });

  test.each([0, -1, -0.5, 0.4, 1500.5, 1_000_001, 1e9, 1e21])("a weight of %d g", async (grams) => {
    await expectApiError(create(customer, { estimatedWeightGrams: grams }), "invalid_weight");
    await expectNothingSaved(customer, 5);
  });

  test("an invalid weight, which is reported before an invalid tracking number", async () => {
    const call = create(customer, { estimatedWeightGrams: 0, trackingNumber: "!" });
    await expectApiError(call, "invalid_weight");
  });

  test.each([
    "ABC12",
    "<script>alert(1)</script>",
    "SF123456; drop table packages",
    "١٢٣٤٥٦٧",
    "АВС123456",
    "X".repeat(41),
  ])("the tracking number %s", async (trackingNumber) => {
    await expectApiError(create(customer, { trackingNumber }), "invalid_tracking_number");
    await expectNothingSaved(customer, 5);
  });

  test.each<[string, Record<string, unknown>]>([
    ["300 characters of tracking number", { trackingNumber: "A".repeat(300) }],
    ["NUL in the description", { description: "a\u0000b" }],
    ["a weight as text", { estimatedWeightGrams: "1500" }],
    ["no number at all", { estimatedWeightGrams: Number.NaN }],
    ["a request key that is none", { idempotencyKey: "1" }],
    ["a status of one's own choice", { status: "delivered" }],
    ["somebody else's name on it", { userId: randomUUID() }],
  ])("what does not fit the form: %s", async (_, changes) => {
    const input = { ...packageInput(), ...changes } as ReturnType<typeof packageInput>;
    const call = customer.api.packages.createPackage(input);
    await expect(call).rejects.toMatchObject({ code: "invalid_input", status: 400 });
    await expectNothingSaved(customer, 5);
  });

  test.each([
    [{ origin: "Japan" }, "A package starts in China, Hong Kong, or Singapore."],
    [{ destination: "Atlantis" }, "Please choose a destination country from the list."],
  ])("a place we do not ship from or to: %o", async (changes, sentence) => {
    await expectApiError(create(customer, changes), "invalid_input", sentence);
    await expectNothingSaved(customer, 5);
  });

  test("more weight than the plan allows, with both weights in the message", async () => {
    await expectApiError(
      create(customer, { estimatedWeightGrams: 2001 }),
      "weight_above_plan",
      "This package weighs 2.001 kg, but your Basic plan carries at most 2 kg per package.",
    );
    await expectNothingSaved(customer, 5);
  });

  test("the plan's limit itself is allowed", async () => {
    const other = await aCustomer(app, { plan: "Premium" });
    expect((await aPackage(other, { estimatedWeightGrams: 8000 })).estimatedWeightGrams).toBe(8000);
  });
});

describe("many requests at once", () => {
  test("cannot use the last package of a month twice", async () => {
    const customer = await aCustomer(app, { plan: "Premium", packageQuota: 1 });
    const responses = await Promise.allSettled(Array.from({ length: 20 }, () => create(customer)));
    const apiErrors = responses.filter((response) => response.status === "rejected");
    expect(apiErrors.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 19 }, () => "quota_exceeded"),
    );
    expect([await packagesOf(customer), await remaining(customer)]).toEqual([1, 0]);
  });

  test("with one key create one package, and all return it", async () => {
    const customer = await aCustomer(app, { plan: "Basic", packageQuota: 1 });
    const input = packageInput();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => customer.api.packages.createPackage(input)),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await customer.api.packages.createPackage(input)).toEqual(responses[0]);
    expect([await packagesOf(customer), await remaining(customer)]).toEqual([1, 0]);
  });

  test("with one key and other contents are rejected", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const input = packageInput();
    await customer.api.packages.createPackage(input);
    const other = customer.api.packages.createPackage({ ...input, destination: "Canada" });
    await expectApiError(other, "idempotency_key_reused");
    expect([await packagesOf(customer), await remaining(customer)]).toEqual([1, 4]);
  });

  test("of two customers with the same key are independent", async () => {
    const [one, other] = [
      await aCustomer(app, { plan: "Basic" }),
      await aCustomer(app, { plan: "Basic" }),
    ];
    const input = packageInput();
    const first = await one.api.packages.createPackage(input);
    const second = await other.api.packages.createPackage(input);
    expect(second.package.id).not.toBe(first.package.id);
  });
});

describe("when legs cannot be inserted", () => {
  async function whileLegsMust<T>(condition: string, work: () => Promise<T>): Promise<T> {
    const change = (what: string) =>
      asOwner(app.database, (db) => sql.raw(`alter table shipping_legs ${what}`).execute(db));
    await change(`add constraint obstacle check (${condition}) not valid`);
    try {
      return await work();
    } finally {
      await change("drop constraint obstacle");
    }
  }

  test("one leg from origin to destination replaces the route", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const response = await whileLegsMust("carrier is null", () => create(customer));
    expect(response.legsSetUp).toBe(true);
    expect(response.package.legs).toMatchObject([
      { legNumber: 1, origin: "China", destination: "United States", carrier: null },
    ]);
    expect(await remaining(customer)).toBe(4);
  });

  test("the package is saved without legs, and the response says so, also for a repeat", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const input = packageInput();
    const response = await whileLegsMust("false", () => customer.api.packages.createPackage(input));
    expect(response).toMatchObject({ legsSetUp: false, package: { legs: [], status: "pending" } });
    expect(await customer.api.packages.createPackage(input)).toEqual(response);
    expect([await packagesOf(customer), await remaining(customer)]).toEqual([1, 4]);
  });

  test("nothing is saved when the package itself cannot be", async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const change = (what: string) =>
      asOwner(app.database, (db) => sql.raw(`alter table events ${what}`).execute(db));
    await change("add constraint obstacle check (false) not valid");
    await expectApiError(create(customer), "unexpected").finally(() =>
      change("drop constraint obstacle"),
    );
    await expectNothingSaved(customer, 5);
  });
});
