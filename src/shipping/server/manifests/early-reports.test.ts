// What carriers report of packages before the manifests with which they leave are signed.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import {
  acceptedCents,
  acceptedTotalCents,
  insertAcceptedRequests,
  type AcceptedRequest,
} from "#test/accepted-requests.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { expectApiError } from "#test/api-errors.ts";
import { handOverFaults } from "#test/hand-over-faults.ts";
import { aPackage } from "#test/packages.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import {
  deliverMessages,
  fakeTracking,
  numberLeg,
  providerEvent,
  providerMessage,
} from "#test/tracking.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { handOverPackages } from "./hand-over.ts";
import { isLongRun } from "#test/long-run.ts";

let app: TestApp;
let manager: TestPerson;
let packer: TestPerson;
let warehouseId: string;
const fake = fakeTracking();

beforeAll(async () => {
  app = await testApp({ currentTracking: fake.currentTracking });
  manager = await aStaffMember(app, ["manager", "support"]);
  packer = await aStaffMember(app, ["packer"]);
  warehouseId = await addWarehouse(manager.api, { code: "HK1" });
  return async () => {
    await requireSoundLedger(app.database.kysely);
    const faults = await handOverFaults(app.database.kysely);
    // A carrier's report is a notification of its own.
    const others = faults.filter((fault) => !fault.includes("notified once"));
    if (others.length > 0) throw new Error(others.join("\n"));
    await app.close();
  };
});

let startedAt: Date;
beforeEach(() => {
  // Carriers name seconds.
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / 1000) * 1000));
  startedAt = app.clock.now();
});

const minutes = (count: number) => new Date(startedAt.getTime() + count * 60_000);

type Packed = {
  readonly customer: TestPerson;
  readonly request: AcceptedRequest;
  readonly packageId: string;
  readonly number: string;
};

/** An accepted package whose carrier's number staff have typed for its leg, with its label unless that is to come. */
async function numberedPackage(isLabelled = true): Promise<Packed> {
  const customer = await aCustomer(app, { plan: "Premium" });
  const [request] = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
    spareCents: 500,
    at: startedAt,
  });
  if (request === undefined) throw new Error("Nothing was inserted.");
  const number = typedNumber();
  if (isLabelled) {
    await packer.api.labels.makeLabel({ shipRequestId: request.id, trackingNumber: number });
  }
  const { legs } = await readPackage({ customer, packageId: request.packageId });
  await numberLeg(app, manager, legs.at(-1), number);
  return { customer, request, packageId: request.packageId, number };
}

async function readPackage({ customer, packageId }: Pick<Packed, "customer" | "packageId">) {
  return (await customer.api.packages.readPackage({ packageId })).package;
}

type Step = [stage: TrackingStage, minute: number];

/** Sends the carrier's message about a number. */
async function report({ number }: Pick<Packed, "number">, steps: readonly Step[]): Promise<void> {
  const events = steps.map(([stage, minute]) => providerEvent(stage, minutes(minute)));
  await deliverMessages(app, providerMessage(number, events));
}

async function handOverAt({ number }: Pick<Packed, "number">, minute: number): Promise<string> {
  app.clock.set(minutes(minute));
  const { id: manifestId } = await aClosedManifest(packer, warehouseId, [number]);
  await handOver(packer, manifestId);
  return manifestId;
}

/** The leg from the warehouse. */
async function legOf(packed: Packed) {
  const { status, departedAt, arrivedAt } = (await readPackage(packed)).legs.at(-1) ?? {};
  return { status, departedAt, arrivedAt };
}

const at = (minute: number) => minutes(minute).toISOString();

async function questionsOf({ packageId }: Packed) {
  const { items } = await manager.api.tracking.listQuestions({ pageSize: 100 });
  return items.filter((one) => one.packageId === packageId);
}

async function stateOf({ request }: Packed) {
  const { state } = await app.database.kysely
    .selectFrom("shipRequests")
    .select("state")
    .where("id", "=", request.id)
    .executeTakeFirstOrThrow();
  return state;
}

async function moneyOf({ customer }: Packed) {
  const { balanceCents, heldCents } = await customer.api.wallet.readWallet({});
  const completed = await app.database.kysely
    .selectFrom("transactions")
    .select(["type", "amountCents"])
    .where("userId", "=", customer.userId)
    .where("status", "=", "completed")
    .where("type", "<>", "admin_credit")
    .execute();
  const cents = completed.map(
    ({ type, amountCents }) => (type === "refund" ? -1 : 1) * Number(amountCents),
  );
  return { balanceCents, heldCents, charged: cents.reduce((sum, one) => sum + one, 0) };
}

const held = { balanceCents: 500, heldCents: acceptedTotalCents, charged: 0 };
const charged = { balanceCents: 500, heldCents: 0, charged: acceptedTotalCents };

async function parcelStatesOf({ packageId }: Packed) {
  const rows = await app.database.kysely
    .selectFrom("inboundParcels")
    .select("state")
    .where("packageId", "=", packageId)
    .execute();
  return [...new Set(rows.map(({ state }) => state))];
}

async function notifiedOf({ packageId }: Packed) {
  return await app.database.kysely
    .selectFrom("notifications")
    .select(["kind", "payload"])
    .where("subjectId", "=", packageId)
    .execute();
}

/** That a package is where it was, with everything that is held for it. */
async function expectHere(packed: Packed, state: "accepted" | "labelled"): Promise<void> {
  expect(await legOf(packed)).toEqual({ status: "pending", departedAt: null, arrivedAt: null });
  expect(await readPackage(packed)).toMatchObject({ status: "processing", stage: "packed" });
  expect(await parcelStatesOf(packed)).toEqual(["packed"]);
  expect(await stateOf(packed)).toBe(state);
  expect(await moneyOf(packed)).toEqual(held);
  expect(await notifiedOf(packed)).toEqual([]);
}

const departedForStaff =
  "This package has left, or its carrier reports so. Hand it over on a manifest, which charges it. If it is still here, close the question about its carrier’s report first.";
const reason = "The carrier reports it";

test("the courier of what is awaited moves no leg from the warehouse, also under the same number", async () => {
  const customer = await aCustomer(app, { plan: "Super" });
  const pkg = await aPackage(customer, { origin: "China", destination: "United States" });
  const [inbound, outgoing] = pkg.legs;
  const number = typedNumber();
  for (const leg of [inbound, outgoing]) await numberLeg(app, manager, leg, number);
  const events = [
    providerEvent("departed", minutes(1), { country: "CN" }),
    providerEvent("customs", minutes(2), { country: "HK" }),
  ];
  await deliverMessages(app, providerMessage(number, events));
  const known = await readPackage({ customer, packageId: pkg.id });
  expect(known.legs.map(({ status }) => status)).toEqual(["in_transit", "pending", "pending"]);
  expect(known.stage).toBe("gathering");
});

describe("a carrier that reports movement before the manifest is signed", () => {
  test("G51: moves nothing, is asked about, and the hand-over charges once and applies it with its times", async () => {
    const packed = await numberedPackage();
    await report(packed, [
      ["picked_up", 10],
      ["out_for_delivery", 20],
    ]);
    await expectHere(packed, "labelled");
    expect(await questionsOf(packed)).toMatchObject([
      { question: "not_handed_over", questionAt: at(20), legNumber: 2 },
    ]);
    const manifestId = await handOverAt(packed, 30);
    await app.runJobs();
    const { items } = await packer.api.manifests.readManifest({ manifestId });
    expect(items).toMatchObject([{ state: "handed_over", leftBehindReason: null }]);
    expect(await moneyOf(packed)).toEqual(charged);
    expect(await legOf(packed)).toEqual({
      status: "in_transit",
      departedAt: at(10),
      arrivedAt: null,
    });
    expect(await readPackage(packed)).toMatchObject({ status: "in_transit", stage: "on_the_way" });
    expect(await parcelStatesOf(packed)).toEqual(["departed"]);
    expect(await questionsOf(packed)).toEqual([]);
  });

  test("G51: a delivery too, and the package is not taken back then", async () => {
    const packed = await numberedPackage();
    await report(packed, [
      ["picked_up", 10],
      ["delivered", 25],
    ]);
    await expectHere(packed, "labelled");
    const manifestId = await handOverAt(packed, 30);
    await app.runJobs();
    expect(await legOf(packed)).toEqual({
      status: "delivered",
      departedAt: at(10),
      arrivedAt: at(25),
    });
    expect(await readPackage(packed)).toMatchObject({ status: "delivered" });
    expect(await moneyOf(packed)).toEqual(charged);
    const { items } = await packer.api.manifests.readManifest({ manifestId });
    const manifestPackageId = items[0]?.id ?? "";
    await expectApiError(
      packer.api.manifests.takeBackPackage({ manifestPackageId, reason }),
      "conflict",
    );
    expect(await moneyOf(packed)).toEqual(charged);
  });

  test.runIf(isLongRun)(
    "G51: ends the same whether its message comes before, during or after the hand-over",
    async () => {
      const steps: Step[] = [
        ["announced", 5],
        ["picked_up", 10],
        ["delivered", 25],
      ];
      const ends: unknown[] = [];
      for (const order of ["before", "during", "during", "during", "after"]) {
        const packed = await numberedPackage();
        if (order === "before") await report(packed, steps);
        const manifestId = await handOverAt(packed, 30);
        await (order === "during"
          ? Promise.all([handOverPackages(app.services, { manifestId }), report(packed, steps)])
          : handOverPackages(app.services, { manifestId }));
        if (order === "after") await report(packed, steps);
        await app.runJobs();
        const { legs, status, stage } = await readPackage(packed);
        const facts = legs.map((leg) => [
          leg.status,
          leg.statusSource,
          leg.departedAt,
          leg.arrivedAt,
        ]);
        const asked = await questionsOf(packed);
        ends.push({ status, stage, leg: facts.at(-1), asked, money: await moneyOf(packed) });
        app.clock.set(startedAt);
      }
      expect(ends[0]).toEqual({
        status: "delivered",
        stage: "delivered",
        leg: ["delivered", "carrier", at(10), at(25)],
        asked: [],
        money: charged,
      });
      expect(ends).toEqual(ends.map(() => ends[0]));
    },
  );

  test("G46: is undone with the hand-over, and counts no more when the package leaves again", async () => {
    const packed = await numberedPackage();
    await report(packed, [["picked_up", 10]]);
    const manifestId = await handOverAt(packed, 30);
    await app.runJobs();
    expect(await legOf(packed)).toMatchObject({ status: "in_transit", departedAt: at(10) });
    const { items } = await packer.api.manifests.readManifest({ manifestId });
    app.clock.set(minutes(40));
    const manifestPackageId = items[0]?.id ?? "";
    await packer.api.manifests.takeBackPackage({ manifestPackageId, reason });
    expect(await legOf(packed)).toEqual({ status: "pending", departedAt: null, arrivedAt: null });
    expect(await readPackage(packed)).toMatchObject({ status: "processing", stage: "packed" });
    expect(await parcelStatesOf(packed)).toEqual(["packed"]);
    expect(await moneyOf(packed)).toEqual(held);
    expect(await questionsOf(packed)).toEqual([]);
    await handOverAt(packed, 60);
    await app.runJobs();
    expect(await legOf(packed)).toMatchObject({ status: "in_transit", departedAt: at(60) });
    expect(await moneyOf(packed)).toEqual(charged);
    await report(packed, [["delivered", 90]]);
    expect(await legOf(packed)).toMatchObject({ status: "delivered", arrivedAt: at(90) });
    expect(await moneyOf(packed)).toEqual(charged);
  });

  test("is not cancelled until staff have answered, in the words of who reads it", async () => {
    const packed = await numberedPackage(false);
    const { customer, request } = packed;
    const shipRequestId = request.id;
    await report(packed, [["picked_up", 10]]);
    await expectHere(packed, "accepted");
    await expectApiError(
      customer.api.shipRequests.cancelShipRequest({ shipRequestId }),
      "package_departed",
      "This package is on its way to its recipient, so its ship request can no longer be cancelled. Please contact us if that is wrong.",
    );
    await expectApiError(
      packer.api.packing.cancelShipRequest({ shipRequestId, reason }),
      "package_departed",
      departedForStaff,
    );
    await expectHere(packed, "accepted");
    const [question] = await questionsOf(packed);
    const { subjectId = "", questionAt = "" } = question ?? {};
    app.clock.set(minutes(15));
    await manager.api.tracking.answerQuestion({ subjectId, questionAt, note: "It is here" });
    await expectHere(packed, "accepted");
    expect(await questionsOf(packed)).toEqual([]);
    await packer.api.packing.cancelShipRequest({ shipRequestId, reason });
    expect(await moneyOf(packed)).toEqual({
      balanceCents: 500 + acceptedTotalCents - acceptedCents.extra,
      heldCents: 0,
      charged: acceptedCents.extra,
    });
  });
});

describe("while it waits for its manifest, a package leaves", () => {
  const byHand =
    "This package leaves with a manifest, which moves its legs and charges it. Hand it over there, or cancel its ship request first.";
  type Way = (packed: Packed) => Promise<unknown>;
  const lastLeg = async (packed: Packed) => {
    const leg = (await readPackage(packed)).legs.at(-1);
    if (leg === undefined) throw new Error("It has no leg.");
    return leg;
  };
  const refused: Readonly<Record<string, Way>> = {
    "by the status of its leg": async (packed) =>
      await manager.api.packages.setLegStatus({
        legId: (await lastLeg(packed)).id,
        status: "in_transit",
      }),
    "by a leg that is delivered": async (packed) =>
      await manager.api.packages.setLegStatus({
        legId: (await lastLeg(packed)).id,
        status: "delivered",
      }),
    "by its status": async ({ packageId }) =>
      await manager.api.packages.setPackageStatus({
        packageId,
        status: "in_transit",
        ignoresShipRequest: true,
      }),
    "by a delivery": async ({ packageId }) =>
      await manager.api.packages.setPackageStatus({
        packageId,
        status: "delivered",
        ignoresShipRequest: true,
      }),
    "by the leg to the warehouse, made the one from it": async (packed) => {
      const [inbound] = (await readPackage(packed)).legs;
      await manager.api.packages.updateLeg({
        legId: inbound?.id ?? "",
        origin: "Hong Kong",
        destination: "Singapore",
        carrier: null,
        trackingNumber: null,
        estimatedDeparture: null,
        estimatedArrival: null,
        notes: null,
      });
    },
  };
  test.each(Object.entries(refused))("not %s", async (_way, leave) => {
    for (const isLabelled of [true, false]) {
      const packed = await numberedPackage(isLabelled);
      await expectApiError(leave(packed), "leaves_by_manifest", byHand);
      await expectHere(packed, isLabelled ? "labelled" : "accepted");
    }
  });

  const asked: Readonly<Record<string, Way>> = {
    "by what staff add": async (packed) =>
      await manager.api.tracking.addEvent({
        legId: (await lastLeg(packed)).id,
        stage: "picked_up",
        occurredAt: startedAt.toISOString(),
        description: "Handed in at the counter",
      }),
    "by a message that is processed again": async (packed) => {
      await report(packed, [["moving", 10]]);
      const { kysely } = app.database;
      const row = await kysely
        .updateTable("carrierMessages")
        .set({ state: "failed" })
        .where("state", "=", "processed")
        .returning("id")
        .execute();
      for (const { id: messageId } of row) {
        await manager.api.tracking.retryCarrierMessage({ messageId: String(messageId) });
      }
    },
    "by a number that is registered anew, or is another carrier's": async (packed) => {
      await report(packed, [["moving", 10]]);
      const { items } = await manager.api.tracking.listTrackers({ search: packed.number });
      const trackerId = items[0]?.id ?? "";
      await manager.api.tracking.retryTracker({ trackerId });
      await app.runJobs();
      await manager.api.tracking.setCarrier({ trackerId, carrierCode: "sg-post" });
      await app.runJobs();
    },
    "by a number that is known already": async (packed) => {
      await report(packed, [["moving", 10]]);
      const leg = await lastLeg(packed);
      await numberLeg(app, manager, leg, null);
      await numberLeg(app, manager, leg, packed.number);
    },
  };
  test.each(Object.entries(asked))("not %s, which is asked about", async (_way, leave) => {
    const packed = await numberedPackage();
    await leave(packed);
    await expectHere(packed, "labelled");
    expect(await questionsOf(packed)).toMatchObject([{ question: "not_handed_over" }]);
    await handOverAt(packed, 30);
    await app.runJobs();
    expect(await moneyOf(packed)).toEqual(charged);
    expect(await questionsOf(packed)).toEqual([]);
    expect(await legOf(packed)).toMatchObject({ status: "in_transit" });
  });
});

test("a package whose leg moved all the same is open work, is not cancelled, and is charged when it is handed over", async () => {
  const packed = await numberedPackage();
  const { legs } = await readPackage(packed);
  await app.database.kysely
    .updateTable("shippingLegs")
    .set({ status: "in_transit", statusSource: "carrier", departedAt: minutes(5) })
    .where("id", "=", legs.at(-1)?.id ?? "")
    .execute();
  const listed = async () =>
    (await manager.api.admin.listWorkItems({ kind: "uncharged_packages", pageSize: 100 })).items;
  expect(await listed()).toMatchObject([{ packageId: packed.packageId }]);
  const { work } = await manager.api.admin.readDashboard({});
  expect(work).toContainEqual({ kind: "uncharged_packages", count: 1 });
  await expectApiError(
    packer.api.packing.cancelShipRequest({ shipRequestId: packed.request.id, reason }),
    "package_departed",
    departedForStaff,
  );
  await handOverAt(packed, 30);
  await app.runJobs();
  expect(await stateOf(packed)).toBe("handed_over");
  expect(await moneyOf(packed)).toEqual(charged);
  expect(await legOf(packed)).toMatchObject({ status: "in_transit", departedAt: at(5) });
  expect(await listed()).toEqual([]);
});
