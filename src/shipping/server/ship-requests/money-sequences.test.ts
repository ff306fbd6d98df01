// Random sequences of everything that moves the money of a package that is sent, and of what happens in between.
import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import { ApiError } from "#platform/rules/error-message.ts";
import { beforeAll, expect, test } from "vitest";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";
import { uncountAllAttempts } from "#platform/server/limits/count-attempt.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { beginHandOver, endHandOver, shelve, type Departing } from "#test/departing-goods.ts";
import { handOverFaults } from "#test/hand-over-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { typedNumber } from "#test/manifests.ts";
import { faultsOfScene } from "#test/ship-request-scenes.ts";
import {
  addMoney,
  aShipper,
  close,
  packingDesk,
  photograph,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { seededRandom } from "#test/slow-provider.ts";
import { testApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";
import { resumeWaitingRequests } from "./resume-waiting-requests.ts";

const sequences = isLongRun ? 1_000 : 3;
const stepsOfSequence = 16;

let desk: PackingDesk;
beforeAll(async () => {
  const app = await testApp();
  // Hours on a busy machine are none for what a session or a limit allows.
  app.clock.set(new Date());
  desk = await packingDesk(app);
  return () => app.close();
});

/** A customer with a package, and how far it is. */
type Course = {
  readonly customer: TestPerson;
  readonly packageId: string;
  readonly numbers: readonly string[];
  readonly random: () => number;
  labelId: string;
  departing: Departing | null;
};

const pick = <T>(random: () => number, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)];

/** The newest request of the package. */
async function newestOf({ customer, packageId }: Course) {
  const { items } = await customer.api.shipRequests.listShipRequests({ packageId });
  const id = items[0]?.id ?? randomUUID();
  return await customer.api.shipRequests.readShipRequest({ shipRequestId: id });
}

async function requestIt(course: Course): Promise<void> {
  const { customer, packageId, random } = course;
  const cap = {
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk-post-surface",
    capCents: random() < 0.5 ? 3_667 : 5_000,
  } as const;
  const extraServices = [{ code: "bubble_wrap" }, { code: "stretch_film" }];
  await request(customer, packageId, {
    ...(random() < 0.5 && cap),
    ...(random() < 0.7 && { extraServices }),
  });
}

/** The open orders of the customer, also those for which no request is charged. */
async function openOrdersOf({ customer }: Course): Promise<string[]> {
  const orders = await desk.app.database.kysely
    .selectFrom("extraServiceRequests")
    .where("userId", "=", customer.userId)
    .where("state", "=", "ordered")
    .orderBy("createdAt")
    .select("id")
    .execute();
  return orders.map(({ id }) => id);
}

async function packIt(course: Course): Promise<void> {
  const { id, extraServices } = await newestOf(course);
  await scanAll(desk, id, course.numbers);
  await photograph(desk, id);
  for (const { id: extraServiceRequestId } of extraServices) {
    await endOrder(extraServiceRequestId, course.random() < 0.8 ? "done" : "refused").catch(
      rethrowUnexpected,
    );
  }
  await close(desk, id);
}

async function endOrder(extraServiceRequestId: string, state: "done" | "refused"): Promise<void> {
  const { finishExtraService, refuseExtraService } = desk.packer.api.extraServices;
  if (state === "done") await finishExtraService({ extraServiceRequestId });
  else await refuseExtraService({ extraServiceRequestId, reason: "Too small for it" });
}

/** Takes what is in a wallet and more out of it, as disputes do. */
async function dispute({ customer, random }: Course): Promise<void> {
  await recordTransaction(desk.app.database.kysely, {
    idempotencyKey: `dispute:${randomUUID()}`,
    userId: customer.userId,
    type: "dispute",
    amountCents: 1 + Math.floor(random() * 8_000),
    at: desk.app.clock.now(),
  });
}

/** By name; each may be refused. */
const steps: Readonly<Record<string, (course: Course) => Promise<unknown>>> = {
  request: requestIt,
  pack: packIt,
  accept: async (course) => {
    const { quotes } = await newestOf(course);
    const open = quotes.filter(({ ended }) => ended === null);
    const quoteId = pick(course.random, open)?.id ?? randomUUID();
    await course.customer.api.shipRequests.acceptQuote({ quoteId });
  },
  cap: async (course) => {
    const { id: shipRequestId, version: expectedVersion } = await newestOf(course);
    const input = { shipRequestId, expectedVersion, serviceCode: "hk-post-surface" };
    const mode = "automatic_up_to_cap" as const;
    const { changePaymentMode } = course.customer.api.shipRequests;
    await changePaymentMode({ ...input, paymentMode: mode, capCents: 4_000 });
  },
  open: async (course) => {
    const { id: shipRequestId } = await newestOf(course);
    await desk.packer.api.packing.openBox({ shipRequestId, reason: "Torn" });
  },
  order: async ({ customer, packageId, random }) => {
    const code = pick(random, ["stretch_film", "unpack"]) ?? "unpack";
    const { requestExtraService } = customer.api.extraServices;
    await requestExtraService({ code, packageId, idempotencyKey: randomUUID() });
  },
  orderForParcel: async ({ customer, packageId, random }) => {
    const parcels = await desk.app.database.kysely
      .selectFrom("inboundParcels")
      .where("packageId", "=", packageId)
      .select("id")
      .execute();
    const order = { code: "remove_packaging", inboundParcelId: pick(random, parcels)?.id };
    const { requestExtraService } = customer.api.extraServices;
    await requestExtraService({ ...order, idempotencyKey: randomUUID() });
  },
  endOrder: async (course) => {
    const orders = await openOrdersOf(course);
    const id = pick(course.random, orders) ?? randomUUID();
    const { cancelExtraService } = course.customer.api.extraServices;
    if (course.random() < 0.3) await cancelExtraService({ extraServiceRequestId: id });
    else await endOrder(id, course.random() < 0.7 ? "done" : "refused");
  },
  cancel: async (course) => {
    const { id: shipRequestId } = await newestOf(course);
    await course.customer.api.shipRequests.cancelShipRequest({ shipRequestId });
  },
  cancelAsStaff: async (course) => {
    const { id: shipRequestId } = await newestOf(course);
    await desk.packer.api.packing.cancelShipRequest({ shipRequestId, reason: "Lost" });
  },
  shelve: async (course) => {
    const newest = await newestOf(course);
    if (newest.state === "waiting_for_customer") await shelve(desk, newest);
  },
  label: async (course) => {
    const { id: shipRequestId } = await newestOf(course);
    const input = { shipRequestId, trackingNumber: typedNumber() };
    course.labelId = (await desk.packer.api.labels.makeLabel(input)).label?.id ?? "";
  },
  voidLabel: async ({ labelId }) => {
    if (labelId !== "") await desk.packer.api.labels.voidLabel({ labelId, reason: "Wet" });
  },
  handOver: async (course) => {
    const newest = await newestOf(course);
    if (newest.state !== "labelled") return;
    const { app, packer: admin, warehouseId } = desk;
    course.departing = await beginHandOver({ app, admin, warehouseId }, newest, course.labelId);
    await endHandOver({ app, admin, warehouseId }, course.departing);
  },
  takeBack: async ({ departing }) => {
    if (departing === null) return;
    const { manifestPackageId } = departing;
    const { takeBackPackage } = desk.packer.api.manifests;
    await takeBackPackage({ manifestPackageId, reason: "The driver left it" });
  },
  dispute,
  topUp: async ({ customer, random }) => {
    await addMoney(desk, customer, (20 + random() * 60).toFixed(2));
    await resumeWaitingRequests(desk.app.services, { userId: customer.userId });
  },
};

/** What usually follows a state, so that sequences get far. */
const usual: Readonly<Partial<Record<ShipRequestState, string>>> = {
  requested: "pack",
  packing: "pack",
  waiting_for_customer: "accept",
  accepted: "label",
  labelled: "handOver",
  handed_over: "takeBack",
};

async function usualStep({ customer, packageId }: Course): Promise<string> {
  const { items } = await customer.api.shipRequests.listShipRequests({ packageId });
  return usual[items[0]?.state ?? "cancelled"] ?? "request";
}

function rethrowUnexpected(error: unknown): void {
  const isRefused = error instanceof ORPCError && error.code !== "unexpected";
  // A job has no reader.
  const isRefusal = isRefused || error instanceof ApiError;
  if (!isRefusal) throw error;
}

/** Takes random steps, and returns their names and what does not agree after them. */
async function runSequence(seed: number) {
  const random = seededRandom(seed);
  const { app, admin, receiver, packer } = desk;
  const everybody = [admin, receiver, packer].map(({ userId }) => userId);
  await uncountAllAttempts(app.database.kysely, everybody);
  const customer = await aShipper(desk, (30 + random() * 60).toFixed(2));
  const { packageId, numbers } = await receivedPackage(desk, customer, [400, 300]);
  const course: Course = { customer, packageId, numbers, random, labelId: "", departing: null };
  const names = Object.keys(steps);
  const taken: string[] = [];
  for (let left = stepsOfSequence; left > 0; left -= 1) {
    const isUsual = random() < 0.6;
    const name = isUsual ? await usualStep(course) : (pick(random, names) ?? "request");
    const isDone = await (steps[name]?.(course) ?? Promise.resolve()).then(
      () => true,
      (error: unknown) => {
        rethrowUnexpected(error);
        return false;
      },
    );
    if (isDone) taken.push(name);
  }
  const faults = [
    ...(await faultsOfScene(desk, customer)),
    ...(await handOverFaults(app.database.kysely, customer.userId)),
  ];
  return { taken, faults };
}

test(
  `L1–L11, G40, G45, G53: after ${sequences} random sequences of what moves the money of a package`,
  { timeout: isLongRun ? 7_200_000 : 240_000 },
  async () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= sequences; seed += 1) {
      const { taken, faults } = await runSequence(seed);
      expect(faults, `seed ${seed}: ${taken.join(", ")}`).toEqual([]);
      for (const name of taken) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const expected = isLongRun ? Object.keys(steps) : ["request", "pack", "accept", "handOver"];
    expect(expected.filter((name) => !counts.has(name))).toEqual([]);
  },
);
