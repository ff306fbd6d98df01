import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import type { LegStatus, PackageStatus } from "#tracking/rules/package-status.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import {
  aPackageWith,
  declareParcel,
  parcelHistory,
  receiveParcel,
  setParcelStates,
  storedParcels,
} from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  admin = await anAdmin(app);
  return () => app.close();
});

afterEach(async () => {
  const faults = await stageFaults(app.database.kysely);
  if (faults.length > 0) throw new Error(faults.join("\n"));
});

const newCustomer = () => aCustomer(app, { plan: "Premium" });

type Settable = Exclude<PackageStatus, "cancelled">;
const setStatus = ({ id: packageId }: Package, status: Settable) =>
  admin.api.packages.setPackageStatus({ packageId, status });
const setLeg = ({ legs }: Package, legNumber: number, status: LegStatus) =>
  admin.api.packages.setLegStatus({
    legId: legs.find((leg) => leg.legNumber === legNumber)?.id ?? "",
    status,
  });
const read = async (person: TestPerson, { id: packageId }: Package) =>
  (await person.api.packages.readPackage({ packageId })).package;

const toWarehouse = {
  origin: "China",
  destination: "Hong Kong",
  carrier: null,
  trackingNumber: null,
  estimatedDeparture: null,
  estimatedArrival: null,
  notes: null,
};

/** The parcels of a new customer's package, one expected and two received, after `change`: in it or loose, with state. */
async function parcelsAfter(change: (pkg: Package, person: TestPerson) => Promise<unknown>) {
  const person = await newCustomer();
  const pkg = await aPackageWith(app, person, ["received", "received"]);
  const [expected] = await storedParcels(app, person, pkg.id);
  expect(expected?.state).toBe("expected");
  await change(pkg, person);
  const parcels = await storedParcels(app, person);
  const where = (packageId: string | null) => (packageId === null ? "loose" : "in it");
  return {
    person,
    pkg,
    parcels,
    states: parcels.map(({ state, packageId }) => `${state}, ${where(packageId)}`),
  };
}

const loose = ["expected, loose", "received, loose", "received, loose"];
const departed = ["expected, loose", "departed, in it", "departed, in it"];
const inIt = ["expected, in it", "received, in it", "received, in it"];

describe("the parcels of a package", () => {
  const cancel = ({ id: packageId }: Package, { api }: TestPerson) =>
    api.packages.cancelPackage({ packageId });

  test.each<[string, (pkg: Package, person: TestPerson) => Promise<unknown>]>([
    ["staff void it", (pkg) => setStatus(pkg, "voided")],
    ["a leg is voided", (pkg) => setLeg(pkg, 2, "voided")],
    [
      "a leg is cancelled before any has moved",
      async (pkg) => {
        await setLeg(pkg, 1, "pending");
        await setLeg(pkg, 3, "cancelled");
      },
    ],
  ])("become loose once %s", async (_what, change) => {
    const { states, parcels, pkg, person } = await parcelsAfter(change);
    expect(states).toEqual(loose);
    expect((await read(person, pkg)).stage).toBe("ended");
    for (const { id } of parcels) {
      expect((await parcelHistory(app, id)).at(-1)).toEqual(["taken_out", pkg.id, true]);
    }
  });

  test("become loose once the customer cancels it, and stay loose when staff revive it", async () => {
    const person = await newCustomer();
    const pkg = await aPackage(person);
    const { id } = await declareParcel(person, { packageId: pkg.id });
    await cancel(pkg, person);
    expect((await storedParcels(app, person)).map(({ packageId }) => packageId)).toEqual([
      null,
      null,
    ]);
    expect((await parcelHistory(app, id)).at(-1)).toEqual(["taken_out", pkg.id, false]);
    await setStatus(pkg, "processing");
    expect(await read(person, pkg)).toMatchObject({ stage: "gathering", parcelsCount: 0 });
  });

  test.each<[string, (pkg: Package) => Promise<unknown>]>([
    ["the leg from Hong Kong moves", (pkg) => setLeg(pkg, 2, "in_transit")],
    ["a later leg moves", (pkg) => setLeg(pkg, 3, "in_transit")],
    ["the leg from Hong Kong is delivered", (pkg) => setLeg(pkg, 2, "delivered")],
    ["the last leg is delivered", (pkg) => setLeg(pkg, 3, "delivered")],
    ["staff say that it was delivered", (pkg) => setStatus(pkg, "delivered")],
    [
      "staff say that it is on the way while no leg has moved",
      async (pkg) => {
        await setLeg(pkg, 1, "pending");
        await setStatus(pkg, "in_transit");
      },
    ],
  ])("depart once %s; those still awaited become loose", async (_what, change) => {
    const { states, parcels, pkg } = await parcelsAfter(change);
    expect(states).toEqual(departed);
    const [expected, first] = parcels;
    expect((await parcelHistory(app, expected?.id ?? "")).at(-1)).toEqual([
      "taken_out",
      pkg.id,
      true,
    ]);
    expect((await parcelHistory(app, first?.id ?? "")).at(-1)).toEqual(["departed", pkg.id, true]);
  });

  test.each<[string, (pkg: Package) => Promise<unknown>]>([
    ["the leg to Hong Kong moves", (pkg) => setLeg(pkg, 1, "delivered")],
    ["it is processed", (pkg) => setStatus(pkg, "processing")],
    [
      "a leg's places are corrected",
      (pkg) =>
        admin.api.packages.updateLeg({
          legId: pkg.legs[1]?.id ?? "",
          origin: "Hong Kong",
          destination: "Taiwan",
          carrier: null,
          trackingNumber: null,
          estimatedDeparture: null,
          estimatedArrival: null,
          notes: null,
        }),
    ],
  ])("stay when %s", async (_what, change) => {
    expect((await parcelsAfter(change)).states).toEqual(inIt);
  });

  test("have departed for good: a leg that is set back does not bring them back", async () => {
    const { states } = await parcelsAfter(async (pkg) => {
      await setLeg(pkg, 2, "in_transit");
      await setLeg(pkg, 2, "pending");
      await setStatus(pkg, "voided");
    });
    expect(states).toEqual(departed);
  });

  test("stay when it is deleted: loose if they are here, cancelled if they are awaited", async () => {
    const { states, parcels, pkg } = await parcelsAfter(({ id: packageId }) =>
      admin.api.packages.deletePackage({ packageId }),
    );
    expect(states).toEqual(["cancelled, loose", "received, loose", "received, loose"]);
    const kinds = await Promise.all(
      parcels.map(async ({ id }) => (await parcelHistory(app, id)).at(-1)),
    );
    expect(kinds).toEqual([
      ["cancelled", pkg.id, true],
      ["taken_out", pkg.id, true],
      ["taken_out", pkg.id, true],
    ]);
  });

  test("that have departed stay departed when it is deleted", async () => {
    const { states } = await parcelsAfter(async (pkg) => {
      await setLeg(pkg, 2, "in_transit");
      await admin.api.packages.deletePackage({ packageId: pkg.id });
    });
    expect(states).toEqual(["expected, loose", "departed, loose", "departed, loose"]);
  });

  test("that were packed are received again when it ends", async () => {
    const person = await newCustomer();
    const pkg = await aPackageWith(app, person, []);
    await setParcelStates(app, person, pkg.id, "packed");
    await setStatus(pkg, "voided");
    expect(await storedParcels(app, person)).toMatchObject([
      { state: "received", packageId: null },
    ]);
  });
});

describe("voiding a package", () => {
  test("voids its legs, so that the derived status is the same", async () => {
    const person = await newCustomer();
    const pkg = await aPackage(person);
    await setLeg(pkg, 3, "delivered");
    const voided = await setStatus(pkg, "voided");
    expect(voided.legs.map(({ status }) => status)).toEqual(["voided", "voided", "voided"]);
    expect((await setLeg(pkg, 1, "pending")).status).toBe("voided");
  });
});

describe("the leg to the warehouse", () => {
  test("follows the parcels, and the package's stage says when all are here", async () => {
    const person = await newCustomer();
    const pkg = await aPackage(person);
    const [first] = await storedParcels(app, person, pkg.id);
    const second = await declareParcel(person, { packageId: pkg.id });
    const seen: unknown[] = [];
    const look = async () => {
      const { legs, stage, status, parcelsHereCount, parcelsCount } = await read(person, pkg);
      seen.push([legs[0]?.status, status, stage, `${parcelsHereCount} of ${parcelsCount}`]);
    };
    await look();
    await receiveParcel(app, person, first?.id ?? "");
    await look();
    await receiveParcel(app, person, second.id);
    await look();
    await declareParcel(person, { packageId: pkg.id });
    await look();
    expect(seen).toEqual([
      ["pending", "pending", "gathering", "0 of 2"],
      ["in_transit", "in_transit", "gathering", "1 of 2"],
      ["delivered", "pending", "ready", "2 of 2"],
      ["delivered", "pending", "gathering", "2 of 3"],
    ]);
  });

  test("is not followed where it is the last: parcels in the warehouse are not a delivery", async () => {
    const person = await newCustomer();
    const pkg = await aPackage(person, { destination: "Hong Kong" });
    expect(pkg.legs).toMatchObject([{ origin: "China", destination: "Hong Kong" }]);
    await setParcelStates(app, person, pkg.id, "received");
    expect(await read(person, pkg)).toMatchObject({ status: "pending", stage: "ready" });
    await setLeg(pkg, 1, "in_transit");
    expect(await read(person, pkg)).toMatchObject({ status: "in_transit", stage: "on_the_way" });
  });

  test("is not followed where staff added it as the last one", async () => {
    const person = await newCustomer();
    const pkg = await aPackage(person, { destination: "Japan" });
    await admin.api.packages.addLeg({ packageId: pkg.id, ...toWarehouse });
    await setParcelStates(app, person, pkg.id, "received");
    const { legs, status } = await read(person, pkg);
    expect([legs[1]?.status, status]).toEqual(["pending", "pending"]);
  });
});

describe("stage and counts", () => {
  test("are those that core derives after every operation that changes a package", async () => {
    const person = await newCustomer();
    const pkg = await aPackageWith(app, person, ["expected", "received"]);
    const { id: packageId } = pkg;
    const parcelIds = async () => (await storedParcels(app, person, packageId)).map(({ id }) => id);
    const fields = {
      carrier: null,
      trackingNumber: null,
      estimatedDeparture: null,
      estimatedArrival: null,
      notes: null,
    };
    const { packages, inboundParcels } = person.api;
    const key = () => ({ idempotencyKey: randomUUID() });
    const steps: readonly [string, () => Promise<unknown>][] = [
      ["declare", () => declareParcel(person, { packageId })],
      [
        "take out",
        async () => {
          const [id = ""] = await parcelIds();
          await inboundParcels.moveInboundParcels({ inboundParcelIds: [id], packageId: null });
          await inboundParcels.moveInboundParcels({ inboundParcelIds: [id], packageId });
        },
      ],
      [
        "cancel a parcel",
        async () => {
          const { id } = await declareParcel(person, { packageId });
          await inboundParcels.cancelInboundParcel({ inboundParcelId: id });
        },
      ],
      [
        "receive and reject",
        async () => {
          const { id } = await declareParcel(person, { packageId });
          await receiveParcel(app, person, id);
          await inboundParcels.rejectInboundParcel({ inboundParcelId: id });
        },
      ],
      [
        "split and merge",
        async () => {
          const [id = ""] = await parcelIds();
          const { package: other } = await packages.splitPackage({
            packageId,
            inboundParcelIds: [id],
            ...key(),
          });
          expect(await stageFaults(app.database.kysely)).toEqual([]);
          await packages.mergePackages({ packageId, fromPackageId: other.id });
        },
      ],
      ["move the leg to Hong Kong", () => setLeg(pkg, 1, "delivered")],
      ["set the status", () => setStatus(pkg, "processing")],
      [
        "correct a leg",
        () =>
          admin.api.packages.updateLeg({
            legId: pkg.legs[1]?.id ?? "",
            origin: "Hong Kong",
            destination: "Macau",
            ...fields,
          }),
      ],
      ["cancel a leg", () => setLeg(pkg, 3, "cancelled")],
      ["revive", () => setLeg(pkg, 3, "pending")],
      ["gather again", () => declareParcel(person, { packageId })],
      ["receive all", () => setParcelStates(app, person, packageId, "received")],
      ["leave", () => setLeg(pkg, 2, "in_transit")],
      [
        "correct a leg that has moved",
        () =>
          admin.api.packages.updateLeg({
            legId: pkg.legs[1]?.id ?? "",
            origin: "China",
            destination: "Hong Kong",
            ...fields,
          }),
      ],
      ["deliver", () => setLeg(pkg, 3, "delivered")],
      ["void", () => setStatus(pkg, "voided")],
      ["set back", () => setStatus(pkg, "pending")],
    ];
    const stages: string[] = [];
    for (const [what, step] of steps) {
      await step();
      expect(await stageFaults(app.database.kysely), what).toEqual([]);
      stages.push((await read(person, pkg)).stage);
    }
    expect(new Set(stages)).toEqual(
      new Set(["gathering", "ready", "ended", "on_the_way", "delivered"]),
    );
  });

  test("follow when a leg is added or corrected", async () => {
    const person = await newCustomer();
    const pkg = await aPackage(person, { destination: "Japan" });
    const places = { origin: "Japan", destination: "Osaka" };
    const nothing = {
      carrier: null,
      trackingNumber: null,
      estimatedDeparture: null,
      estimatedArrival: null,
      notes: null,
    };
    await setStatus(pkg, "delivered");
    expect((await read(person, pkg)).stage).toBe("delivered");
    await admin.api.packages.addLeg({ packageId: pkg.id, ...places, ...nothing });
    const added = await read(person, pkg);
    expect(added.status).toBe("pending");
    expect(await storedParcels(app, person)).toMatchObject([
      { state: "expected", packageId: null },
    ]);
    expect(added.stage).toBe("gathering");
  });

  test("follow when the places of a leg that has moved are corrected", async () => {
    const person = await newCustomer();
    const pkg = await aPackage(person, { origin: "Singapore" });
    await setLeg(pkg, 1, "in_transit");
    expect((await read(person, pkg)).stage).toBe("on_the_way");
    await admin.api.packages.updateLeg({ legId: pkg.legs[0]?.id ?? "", ...toWarehouse });
    expect((await read(person, pkg)).stage).toBe("gathering");
  });

  test("are in every answer that holds a package", async () => {
    const person = await newCustomer();
    const pkg = await aPackageWith(app, person, ["received"]);
    const stored = { stage: "gathering", parcelsCount: 2, parcelsHereCount: 1 };
    const { packages } = person.api;
    const { items } = await packages.listPackages({});
    expect([items[0], (await packages.readPackage({ packageId: pkg.id })).package]).toMatchObject([
      stored,
      stored,
    ]);
    const { package: readByStaff } = await admin.api.packages.readShipment({ packageId: pkg.id });
    const { items: listed } = await admin.api.packages.listShipments({
      search: person.email,
      page: 1,
      pageSize: 5,
    });
    expect([readByStaff, listed[0]]).toMatchObject([stored, stored]);
  });
});
