import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Package, Shipment } from "#goods/contract/packages.ts";
import { legFieldsOf, type LegFields } from "#goods/rules/leg-edit.ts";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import type { Db } from "#platform/server/db/open.ts";
import { asOwner } from "#test/database.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type ApiClient, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  customer = await aCustomer(app, { plan: "Premium", packageQuota: 500 });
  return () => app.close();
});

const leg = (changes: Partial<LegFields> = {}): LegFields => ({
  origin: "Singapore",
  destination: "United States",
  carrier: null,
  trackingNumber: null,
  estimatedDeparture: null,
  estimatedArrival: null,
  notes: null,
  ...changes,
});

const legIdOf = (pkg: Package, legNumber = 1) => pkg.legs[legNumber - 1]?.id ?? "";

function setLeg(pkg: Package, legNumber: number, status: LegStatus): Promise<Shipment> {
  return admin.api.packages.setLegStatus({ legId: legIdOf(pkg, legNumber), status });
}

async function historyOf(packageId: string) {
  const { events } = await admin.api.packages.readShipment({ packageId });
  return events
    .slice(1)
    .map(({ kind, legNumber, before, after }) => [kind, legNumber, before, after]);
}

async function auditOf(target: string) {
  return await app.database.kysely
    .selectFrom("auditLog")
    .select(["actorId", "action", "before", "after", "ipAddress"])
    .where("target", "=", target)
    .where("errorCode", "is", null)
    .orderBy("id")
    .execute();
}

/** Every admin operation on a package. */
function adminCalls(api: ApiClient, pkg: Package): [string, () => Promise<unknown>][] {
  const { packages } = api;
  const packageId = pkg.id;
  const legId = legIdOf(pkg);
  return [
    ["listShipments", () => packages.listShipments({})],
    ["readShipment", () => packages.readShipment({ packageId })],
    ["setPackageStatus", () => packages.setPackageStatus({ packageId, status: "delivered" })],
    ["setFinalWeight", () => packages.setFinalWeight({ packageId, finalWeightGrams: 1 })],
    ["addLeg", () => packages.addLeg({ packageId, ...leg() })],
    ["updateLeg", () => packages.updateLeg({ legId, ...leg() })],
    ["setLegStatus", () => packages.setLegStatus({ legId, status: "delivered" })],
    ["deletePackage", () => packages.deletePackage({ packageId })],
  ];
}

describe("operations of admins", () => {
  test("are not for signed-out users and customers, also for their own packages", async () => {
    const pkg = await aPackage(customer);
    for (const [, call] of adminCalls(app.client().api, pkg)) {
      await expectApiError(call(), "signed_out");
    }
    for (const [, call] of adminCalls(customer.api, pkg)) await expectApiError(call(), "forbidden");
    const { package: after } = await customer.api.packages.readPackage({ packageId: pkg.id });
    expect(after).toEqual(pkg);
  });

  test("are not for former admins, from their next request on", async () => {
    const former = await anAdmin(app);
    await former.api.packages.listShipments({});
    await app.database.kysely
      .updateTable("profiles")
      .set({ isAdmin: false })
      .where("id", "=", former.userId)
      .execute();
    await expectApiError(former.api.packages.listShipments({}), "forbidden");
  });
});

test("a package that does not exist is not found, and invalid input is rejected", async () => {
  const nothing = { ...(await aPackage(customer)), id: randomUUID(), legs: [] };
  const missingLeg = { ...nothing, legs: [{ id: randomUUID() }] } as unknown as Package;
  for (const [name, call] of adminCalls(admin.api, missingLeg)) {
    if (name !== "listShipments") await expectApiError(call(), "not_found");
  }
  for (const [name, call] of adminCalls(admin.api, { ...nothing, id: "7" })) {
    if (name === "listShipments") continue;
    await expect(call(), name).rejects.toMatchObject({ code: "invalid_input" });
  }
});

describe("a package's status, set directly", () => {
  test.each(["processing", "in_transit", "delivered", "voided"] as const)("%s", async (status) => {
    const { id: packageId } = await aPackage(customer);
    const pkg = await admin.api.packages.setPackageStatus({ packageId, status });
    expect(pkg).toMatchObject({ status, userEmail: customer.email });
    expect(pkg.deliveredAt !== null).toBe(status === "delivered");
    expect(await historyOf(packageId)).toEqual([
      ["package_status_changed", null, "pending", status],
    ]);
    expect(await auditOf(packageId)).toMatchObject([
      {
        actorId: admin.userId,
        action: "packages.setPackageStatus",
        before: { status: "pending" },
        after: { status },
        ipAddress: expect.stringMatching(/^10\./),
      },
    ]);
  });

  test("that it has already changes nothing and records nothing", async () => {
    const { id: packageId, updatedAt } = await aPackage(customer);
    const same = await admin.api.packages.setPackageStatus({ packageId, status: "pending" });
    expect(same.updatedAt).toBe(updatedAt);
    expect([await historyOf(packageId), await auditOf(packageId)]).toEqual([[], []]);
  });

  test("cancelled cannot be set", async () => {
    const { id: packageId } = await aPackage(customer);
    const call = admin.api.packages.setPackageStatus({
      packageId,
      status: "cancelled" as "voided",
    });
    await expect(call).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("stays until a leg's status changes", async () => {
    const pkg = await aPackage(customer);
    await admin.api.packages.setPackageStatus({ packageId: pkg.id, status: "processing" });
    const edited = await admin.api.packages.updateLeg({ legId: legIdOf(pkg), ...leg() });
    expect(edited.status).toBe("processing");
    expect((await setLeg(pkg, 1, "in_transit")).status).toBe("in_transit");
  });
});

describe("delivered, set by hand", () => {
  const statusesOf = (pkg: { legs: readonly { status: string }[] }) =>
    pkg.legs.map(({ status }) => status);

  test("leaves the legs as they are", async () => {
    for (const setsLegs of [undefined, false]) {
      const { id: packageId } = await aPackage(customer);
      const input = { packageId, status: "delivered" as const, setsLegs };
      const pkg = await admin.api.packages.setPackageStatus(input);
      expect(statusesOf(pkg)).toEqual(["pending", "pending", "pending"]);
    }
  });

  test("sets every leg that is not delivered where it is told to, once each", async () => {
    const pkg = await aPackage(customer);
    await setLeg(pkg, 1, "delivered");
    const { id: packageId } = pkg;
    const before = await historyOf(packageId);
    const status = "delivered" as const;
    const delivered = await admin.api.packages.setPackageStatus({
      packageId,
      status,
      setsLegs: true,
    });
    expect([delivered.status, ...statusesOf(delivered)]).toEqual(Array(4).fill(status));
    expect(delivered.legs[1]).toMatchObject({
      statusSource: "staff",
      arrivedAt: expect.any(String),
    });
    expect((await historyOf(packageId)).slice(before.length)).toEqual([
      ["leg_status_changed", 2, "pending", status],
      ["leg_status_changed", 3, "pending", status],
      ["package_status_changed", null, "pending", status],
    ]);
    const [, leg] = pkg.legs;
    expect((await auditOf(leg?.id ?? "")).map(({ action }) => action)).toEqual([
      "packages.setPackageStatus",
    ]);
  });

  test("is the only status that sets legs so", async () => {
    const { id: packageId } = await aPackage(customer);
    const input = { packageId, status: "in_transit" as const, setsLegs: true };
    const pkg = await admin.api.packages.setPackageStatus(input);
    expect(statusesOf(pkg)).toEqual(["pending", "pending", "pending"]);
  });
});

describe("a leg's status", () => {
  test("moves its package from pending to delivered, and stores the time of delivery", async () => {
    const pkg = await aPackage(customer);
    expect((await setLeg(pkg, 1, "in_transit")).status).toBe("in_transit");
    expect((await setLeg(pkg, 1, "delivered")).status).toBe("pending");
    expect((await setLeg(pkg, 2, "in_transit")).status).toBe("in_transit");
    app.clock.set("2026-04-01T10:00:00Z");
    const delivered = await setLeg(pkg, 3, "delivered");
    expect(delivered).toMatchObject({
      status: "delivered",
      deliveredAt: "2026-04-01T10:00:00.000Z",
      updatedAt: "2026-04-01T10:00:00.000Z",
    });
    app.clock.advance(3_600_000);
    const later = await setLeg(pkg, 2, "delivered");
    expect(later.deliveredAt).toBe("2026-04-01T10:00:00.000Z");
    const back = await setLeg(pkg, 3, "in_transit");
    expect(back).toMatchObject({ status: "in_transit", deliveredAt: null });
  });

  test.each<[LegStatus[], string]>([
    [["voided", "in_transit", "pending"], "voided"],
    [["cancelled", "pending", "pending"], "cancelled"],
    [["cancelled", "in_transit", "pending"], "in_transit"],
    [["voided", "cancelled", "delivered"], "delivered"],
  ])("%o make the package %s", async (statuses, expected) => {
    const pkg = await aPackage(customer);
    for (const [index, status] of statuses.entries()) await setLeg(pkg, index + 1, status);
    const { package: after } = await customer.api.packages.readPackage({ packageId: pkg.id });
    expect(after.status).toBe(expected);
    expect(after.legs.map((each) => each.status)).toEqual(statuses);
  });

  test("is recorded with the package's own, by the admin", async () => {
    const pkg = await aPackage(customer);
    await setLeg(pkg, 2, "in_transit");
    expect(await historyOf(pkg.id)).toEqual([
      ["leg_status_changed", 2, "pending", "in_transit"],
      ["package_status_changed", null, "pending", "in_transit"],
    ]);
    expect(await auditOf(legIdOf(pkg, 2))).toMatchObject([
      {
        action: "packages.setLegStatus",
        before: { packageId: pkg.id, legNumber: 2, status: "pending" },
        after: { status: "in_transit" },
      },
    ]);
    await setLeg(pkg, 2, "in_transit");
    expect(await historyOf(pkg.id)).toHaveLength(2);
  });

  test("set on all legs at once gives the package the status that follows from its legs", async () => {
    const pkg = await aPackage(customer);
    const statuses = ["in_transit", "delivered", "cancelled", "pending", "voided"] as const;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        setLeg(pkg, (index % 3) + 1, statuses[index % statuses.length] ?? "pending"),
      ),
    );
    const settled = await setLeg(pkg, 3, "delivered");
    expect(settled.status).toBe("delivered");
    const changes = (await historyOf(pkg.id)).filter(([kind]) => kind === "package_status_changed");
    // Each change starts from the result of the one before, so none used outdated data.
    expect(changes.map(([, , before]) => before)).toEqual([
      "pending",
      ...changes.slice(0, -1).map(([, , , after]) => after),
    ]);
  });
});

describe("legs", () => {
  test("are added up to three, numbered in order, with empty fields as null", async () => {
    const { id: packageId } = await aPackage(customer, { destination: "Germany" });
    await admin.api.packages.addLeg({ packageId, ...leg({ carrier: " DHL ", notes: "" }) });
    const { legs } = await admin.api.packages.addLeg({
      packageId,
      ...leg({ carrier: "", trackingNumber: " ", estimatedArrival: "2026-05-01T00:00:00Z" }),
    });
    expect(legs.slice(1)).toMatchObject([
      { legNumber: 2, carrier: "DHL", notes: null, status: "pending" },
      {
        legNumber: 3,
        carrier: null,
        trackingNumber: null,
        estimatedDeparture: null,
        estimatedArrival: "2026-05-01T00:00:00.000Z",
      },
    ]);
    await expectApiError(admin.api.packages.addLeg({ packageId, ...leg() }), "too_many_legs");
    expect(await historyOf(packageId)).toEqual([
      ["leg_added", 2, null, "Singapore → United States"],
      ["leg_added", 3, null, "Singapore → United States"],
    ]);
    expect(await auditOf(packageId)).toHaveLength(2);
  });

  test("added by many at once are at most three", async () => {
    const { id: packageId } = await aPackage(customer, { destination: "Germany" });
    const responses = await Promise.allSettled(
      Array.from({ length: 10 }, () => admin.api.packages.addLeg({ packageId, ...leg() })),
    );
    expect(responses.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const { package: pkg } = await admin.api.packages.readShipment({ packageId });
    expect(pkg.legs.map(({ legNumber }) => legNumber)).toEqual([1, 2, 3]);
  });

  test("a new last leg makes a delivered package undelivered", async () => {
    const pkg = await aPackage(customer, { destination: "Germany" });
    await setLeg(pkg, 1, "delivered");
    const after = await admin.api.packages.addLeg({ packageId: pkg.id, ...leg() });
    expect(after).toMatchObject({ status: "pending", deliveredAt: null });
  });

  test.each([{ origin: "" }, { destination: "  " }])(
    "need origin and destination: %o",
    async (changes) => {
      const pkg = await aPackage(customer, { destination: "Germany" });
      const fields = leg(changes);
      const added = admin.api.packages.addLeg({ packageId: pkg.id, ...fields });
      await expectApiError(added, "missing_information");
      const updated = admin.api.packages.updateLeg({ legId: legIdOf(pkg), ...fields });
      await expectApiError(updated, "missing_information");
      expect(await historyOf(pkg.id)).toEqual([]);
    },
  );

  test("cannot arrive before they depart", async () => {
    const pkg = await aPackage(customer);
    const fields = leg({
      estimatedDeparture: "2026-05-02T00:00:00Z",
      estimatedArrival: "2026-05-01T00:00:00Z",
    });
    await expectApiError(
      admin.api.packages.updateLeg({ legId: legIdOf(pkg), ...fields }),
      "invalid_input",
      "The estimated arrival must not be before the estimated departure.",
    );
  });

  test("are changed field by field, and the history names only the changed fields", async () => {
    const pkg = await aPackage(customer, { destination: "Germany" });
    const [first] = pkg.legs;
    const fields = leg({ ...first, trackingNumber: "RB123456785HK" });
    const { legs } = await admin.api.packages.updateLeg({
      legId: legIdOf(pkg),
      origin: fields.origin,
      destination: fields.destination,
      carrier: "DHL",
      trackingNumber: fields.trackingNumber,
      estimatedDeparture: fields.estimatedDeparture,
      estimatedArrival: fields.estimatedArrival,
      notes: fields.notes,
    });
    expect(legs).toMatchObject([{ carrier: "DHL", trackingNumber: "RB123456785HK" }]);
    expect(await historyOf(pkg.id)).toEqual([
      [
        "leg_changed",
        1,
        '{"carrier":"Hong Kong Post","trackingNumber":null}',
        '{"carrier":"DHL","trackingNumber":"RB123456785HK"}',
      ],
    ]);
    expect(await auditOf(legIdOf(pkg))).toMatchObject([
      { action: "packages.updateLeg", before: { carrier: "Hong Kong Post" } },
    ]);
  });
});

describe("the final weight", () => {
  test("is stored beside the plan's limit, and can be cleared", async () => {
    const { id: packageId } = await aPackage(customer);
    await admin.api.packages.setFinalWeight({ packageId, finalWeightGrams: 8500 });
    const details = await admin.api.packages.readShipment({ packageId });
    expect(details).toMatchObject({
      package: { finalWeightGrams: 8500 },
      planMaxWeightGrams: 8000,
    });
    await admin.api.packages.setFinalWeight({ packageId, finalWeightGrams: null });
    expect(await historyOf(packageId)).toEqual([
      ["final_weight_changed", null, null, "8500"],
      ["final_weight_changed", null, "8500", null],
    ]);
    expect(await auditOf(packageId)).toHaveLength(2);
  });

  test.each([0, -1, 1.5, 1e9])("of %d g is rejected", async (finalWeightGrams) => {
    const { id: packageId } = await aPackage(customer);
    const call = admin.api.packages.setFinalWeight({ packageId, finalWeightGrams });
    await expectApiError(call, "invalid_weight");
    expect(await historyOf(packageId)).toEqual([]);
  });

  test("has no limit beside it without a plan", async () => {
    const { id: packageId } = await aPackage(admin);
    const details = await admin.api.packages.readShipment({ packageId });
    expect(details.planMaxWeightGrams).toBeNull();
  });
});

test("a change with an outdated expected value is a conflict with the stored value, and changes nothing", async () => {
  const pkg = await aPackage(customer);
  const [packageId, legId] = [pkg.id, legIdOf(pkg)];
  const original = legFieldsOf(pkg.legs[0] ?? leg());
  const first = await admin.api.packages.updateLeg({
    legId,
    ...original,
    carrier: "DHL",
    expectedVersion: original,
  });
  await setLeg(pkg, 1, "in_transit");
  await admin.api.packages.setFinalWeight({
    packageId,
    finalWeightGrams: 900,
    expectedVersion: null,
  });
  const before = await admin.api.packages.readShipment({ packageId });
  const { packages } = admin.api;
  const outdated: [() => Promise<unknown>, unknown][] = [
    [
      () => packages.updateLeg({ legId, ...original, carrier: "UPS", expectedVersion: original }),
      { ...original, carrier: "DHL" },
    ],
    [
      () => packages.setLegStatus({ legId, status: "voided", expectedVersion: "pending" }),
      "in_transit",
    ],
    [
      () =>
        packages.setPackageStatus({ packageId, status: "processing", expectedVersion: "pending" }),
      "in_transit",
    ],
    [
      () =>
        packages.setFinalWeight({
          packageId,
          finalWeightGrams: 1000,
          expectedVersion: null,
        }),
      900,
    ],
  ];
  for (const [call, current] of outdated) {
    await expect(call()).rejects.toMatchObject({ code: "conflict", data: { current } });
  }
  expect(await admin.api.packages.readShipment({ packageId })).toEqual(before);

  // A change to the stored value, and a change with the current expected value, both succeed.
  await packages.updateLeg({ legId, ...original, carrier: "DHL", expectedVersion: original });
  const saved = legFieldsOf(first.legs[0] ?? leg());
  const edited = await packages.updateLeg({
    legId,
    ...saved,
    notes: "Fragile",
    expectedVersion: saved,
  });
  expect(edited.legs[0]).toMatchObject({ carrier: "DHL", notes: "Fragile" });
});

describe("deleting a package", () => {
  test("deletes it with its legs, once, and leaves the audit entry", async () => {
    const { id: packageId } = await aPackage(customer);
    expect(await admin.api.packages.deletePackage({ packageId })).toEqual({});
    await expectApiError(admin.api.packages.deletePackage({ packageId }), "not_found");
    await expectApiError(customer.api.packages.readPackage({ packageId }), "not_found");
    await expectApiError(admin.api.packages.readShipment({ packageId }), "not_found");
    const legs = await app.database.kysely
      .selectFrom("shippingLegs")
      .select("id")
      .where("packageId", "=", packageId)
      .execute();
    expect(legs).toEqual([]);
    expect(await auditOf(packageId)).toMatchObject([
      {
        actorId: admin.userId,
        action: "packages.deletePackage",
        before: { id: packageId, userEmail: customer.email, status: "pending" },
        after: null,
      },
    ]);
  });

  test("gives no quota back", async () => {
    const owner = await aCustomer(app, { plan: "Basic", packageQuota: 1 });
    const { id: packageId } = await aPackage(owner);
    await admin.api.packages.deletePackage({ packageId });
    await expectApiError(aPackage(owner), "quota_exceeded");
  });
});

test("the history of packages cannot be rewritten", async () => {
  const { id } = await aPackage(customer);
  const clear = (db: Db) => db.deleteFrom("events").where("subjectId", "=", id).execute();
  await expect(clear(app.database.kysely)).rejects.toMatchObject({ code: "42501" });
  await expect(asOwner(app.database, clear)).rejects.toThrow("never changed or removed");
});
