// Every step of a ship request as somebody is about to take it: each button of customer and packer, and each job.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { resumeWaitingRequests } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { remindWaitingRequests } from "#shipping/server/ship-requests/remind-waiting-requests.ts";
import { ledgerFaults } from "./ledger-faults.ts";
import { shipRequestFaults } from "./ship-request-faults.ts";
import {
  acceptedRequest,
  addMoney,
  aShipper,
  loseDispute,
  pack,
  packedRequest,
  photograph,
  receivedPackage,
  recipient,
  request,
  scanAll,
  shelvedParcel,
  type PackingDesk,
} from "./ship-requests.ts";
import { typedNumber } from "./manifests.ts";
import { stageFaults } from "./stage-faults.ts";
import { letStorageBeDue } from "./storage-due.ts";
import { aStaffMember, type TestPerson } from "./users.ts";

/** Somebody about to take a step. Taken again it changes nothing, whether it is answered or refused. */
export type Scene = { readonly customer: TestPerson; readonly act: () => Promise<unknown> };

type CreateScene = (desk: PackingDesk) => Promise<Scene>;

const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: "hk-post-surface",
  capCents: 5000,
} as const;

const sidesMm: [number, number, number] = [200, 150, 100];

/** A request of which some parcels are in the box. */
async function packing(
  desk: PackingDesk,
  {
    weights = [700],
    scanned = weights.length,
    input = {},
  }: {
    readonly weights?: readonly number[];
    readonly scanned?: number;
    readonly input?: Parameters<typeof request>[2];
  } = {},
) {
  const customer = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer, weights);
  const made = await request(customer, packageId, input);
  await scanAll(desk, made.id, numbers.slice(0, scanned));
  // Orders of one moment have no order of their own.
  const [first] = input.extraServices ?? [];
  const orderId = made.extraServices.find(({ code }) => code === first?.code)?.id ?? "";
  return { customer, packageId, numbers, parcelIds, shipRequestId: made.id, orderId };
}

/** A request whose box is full and photographed. */
async function boxToClose(desk: PackingDesk, input: Parameters<typeof request>[2]) {
  const begun = await packing(desk, { input });
  await photograph(desk, begun.shipRequestId);
  return begun;
}

/** A request of two parcels, of which the second was not found. */
async function missingParcel(desk: PackingDesk) {
  const begun = await packing(desk, { weights: [400, 300], scanned: 1 });
  const missing = {
    shipRequestId: begun.shipRequestId,
    inboundParcelId: begun.parcelIds[1] ?? "",
  };
  await desk.packer.api.packing.reportMissing(missing);
  return { ...begun, missing };
}

/** A packed box that is heavier than the plan carries. */
async function boxOverPlan(desk: PackingDesk) {
  const customer = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer, [2500, 2400]);
  const { id: shipRequestId } = await request(customer, packageId);
  await pack(desk, shipRequestId, numbers, { weightGrams: 5000 });
  return { customer, parcelIds, shipRequestId };
}

/** A packed box whose customer chose a price above the balance. */
async function boxWithoutMoney(desk: PackingDesk) {
  const customer = await aShipper(desk, "10");
  const { id, quotes } = await packedRequest(desk, customer);
  const accept = () => customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
  return { customer, shipRequestId: id, accept };
}

/** A packed box that has waited for its customer for so many days. */
async function waitingBox(desk: PackingDesk, days: number) {
  const customer = await aShipper(desk);
  const { id, packageId } = await packedRequest(desk, customer);
  await sql`
    update ship_requests set waiting_since = waiting_since - make_interval(days => ${days}) where id = ${id}
  `.execute(desk.app.database.kysely);
  return { customer, shipRequestId: id, packageId: packageId ?? "" };
}

async function close({ packer }: PackingDesk, begun: Awaited<ReturnType<typeof boxToClose>>) {
  const { customer, shipRequestId } = begun;
  const input = { shipRequestId, weightGrams: 700, sidesMm, idempotencyKey: randomUUID() };
  return { customer, act: () => packer.api.packing.closeBox(input) };
}

/** Requests parcels with a cap and an extra service, and saves the address; always the same request. */
function shippingParcels({ api }: TestPerson, inboundParcelIds: string[]) {
  const extraServices = [{ code: "stretch_film" }];
  const to = { countryCode: "MY", recipient: { ...recipient, name: "Wei Lim" } } as const;
  const idempotencyKey = randomUUID();
  const input = { inboundParcelIds, ...to, ...cap, extraServices, saveToProfile: true };
  return () => api.shipRequests.shipParcels({ ...input, idempotencyKey });
}

const ofCustomer: Readonly<Record<string, CreateScene>> = {
  requesting: async (desk) => {
    const customer = await aShipper(desk);
    const { packageId } = await receivedPackage(desk, customer, [700]);
    const extraServices = [{ code: "stretch_film" }];
    const input = { packageId, ...cap, extraServices, idempotencyKey: randomUUID() };
    return { customer, act: () => customer.api.shipRequests.requestShipping(input) };
  },
  "requesting a shelved box again": async (desk) => {
    const { customer, packageId } = await waitingBox(desk, 8);
    await remindWaitingRequests(desk.app.services);
    const input = { packageId, ...cap, idempotencyKey: randomUUID() };
    return { customer, act: () => customer.api.shipRequests.requestShipping(input) };
  },
  "shipping parcels from the shelf": async (desk) => {
    const customer = await aShipper(desk);
    const used = await receivedPackage(desk, customer, [400, 300]);
    // Of two packages the older one is used.
    desk.app.clock.advance(1_000);
    const merged = await receivedPackage(desk, customer, [200]);
    const loose = await shelvedParcel(desk, customer);
    const inboundParcelIds = [...used.parcelIds.slice(1), ...merged.parcelIds, loose];
    return { customer, act: shippingParcels(customer, inboundParcelIds) };
  },
  "shipping parcels in a new package": async (desk) => {
    const customer = await aShipper(desk);
    const inboundParcelIds = [
      await shelvedParcel(desk, customer),
      await shelvedParcel(desk, customer, 450),
    ];
    return { customer, act: shippingParcels(customer, inboundParcelIds) };
  },
  accepting: async (desk) => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer);
    await letStorageBeDue(desk.app.database.kysely, customer.userId);
    const { id: shipRequestId } = await request(customer, packageId);
    await pack(desk, shipRequestId, numbers);
    const { quotes } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
    if (quotes[0]?.storageCents === 0) throw new Error("Storage costs nothing.");
    const input = { quoteId: quotes[0]?.id ?? "" };
    return { customer, act: () => customer.api.shipRequests.acceptQuote(input) };
  },
  "accepting with too little money": async (desk) => {
    const { customer, accept } = await boxWithoutMoney(desk);
    return { customer, act: accept };
  },
  "changing to a cap": async (desk) => {
    const { customer, shipRequestId } = await packing(desk);
    const { version } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
    const input = { shipRequestId, expectedVersion: version, ...cap };
    return { customer, act: () => customer.api.shipRequests.changePaymentMode(input) };
  },
  "raising the cap of a packed box": async (desk) => {
    const customer = await aShipper(desk);
    const { id: shipRequestId, version } = await packedRequest(desk, customer, {
      ...cap,
      capCents: 100,
    });
    const input = { shipRequestId, expectedVersion: version, ...cap };
    return { customer, act: () => customer.api.shipRequests.changePaymentMode(input) };
  },
  "changing the parcels": async (desk) => {
    const begun = await packing(desk, { weights: [400, 300], scanned: 1 });
    const { customer, shipRequestId, parcelIds } = begun;
    const { version } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
    const inboundParcelIds = parcelIds.slice(0, 1);
    const input = { shipRequestId, inboundParcelIds, expectedVersion: version };
    return { customer, act: () => customer.api.shipRequests.changeParcels(input) };
  },
  "going on without a missing parcel": async (desk) => {
    const { customer, shipRequestId } = await missingParcel(desk);
    const act = () => customer.api.shipRequests.continueWithoutMissing({ shipRequestId });
    return { customer, act };
  },
  "leaving a parcel out": async (desk) => {
    const { customer, shipRequestId, parcelIds } = await boxOverPlan(desk);
    const inboundParcelIds = parcelIds.slice(1);
    const input = { shipRequestId, inboundParcelIds, idempotencyKey: randomUUID() };
    return { customer, act: () => customer.api.shipRequests.leaveOutParcels(input) };
  },
  "cancelling while it is packed": async (desk) => {
    const extraServices = [{ code: "stretch_film" }];
    const { customer, shipRequestId } = await packing(desk, { input: { ...cap, extraServices } });
    return { customer, act: () => customer.api.shipRequests.cancelShipRequest({ shipRequestId }) };
  },
  "cancelling what was accepted": async (desk) => {
    const customer = await aShipper(desk);
    const { id: shipRequestId } = await acceptedRequest(desk, customer);
    return { customer, act: () => customer.api.shipRequests.cancelShipRequest({ shipRequestId }) };
  },
  "cancelling after a lost dispute": async (desk) => {
    const extraServices = [{ code: "stretch_film" }, { code: "bubble_wrap" }];
    const {
      customer,
      shipRequestId,
      orderId: extraServiceRequestId,
    } = await packing(desk, {
      input: { ...cap, extraServices },
    });
    await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId });
    await loseDispute(desk, customer, 10_000);
    return { customer, act: () => customer.api.shipRequests.cancelShipRequest({ shipRequestId }) };
  },
  "giving up a parcel for which something is ordered": async (desk) => {
    const customer = await aShipper(desk);
    const { parcelIds } = await receivedPackage(desk, customer, [400]);
    const inboundParcelId = parcelIds[0] ?? "";
    const order = { code: "contents_check", inboundParcelId, idempotencyKey: randomUUID() };
    await customer.api.extraServices.requestExtraService(order);
    const act = () => customer.api.inboundParcels.rejectInboundParcel({ inboundParcelId });
    return { customer, act };
  },
  "changing the recipient of what was accepted": async (desk) => {
    const customer = await aShipper(desk);
    const { packageId } = await acceptedRequest(desk, customer);
    const changed = { ...recipient, address: "14 Jalan Ampang" };
    const input = { packageId: packageId ?? "", recipient: changed };
    return { customer, act: () => customer.api.packages.updateRecipient(input) };
  },
  "ordering an extra service": async (desk) => {
    const { customer, parcelIds } = await packing(desk);
    const inboundParcelId = parcelIds[0] ?? "";
    const input = { code: "contents_check", inboundParcelId, idempotencyKey: randomUUID() };
    return { customer, act: () => customer.api.extraServices.requestExtraService(input) };
  },
  "cancelling an extra service": async (desk) => {
    const input = { extraServices: [{ code: "stretch_film" }] };
    const { customer, orderId } = await packing(desk, { input });
    const order = { extraServiceRequestId: orderId };
    return { customer, act: () => customer.api.extraServices.cancelExtraService(order) };
  },
};

const ofPacker: Readonly<Record<string, CreateScene>> = {
  scanning: async (desk) => {
    const { customer, shipRequestId, numbers } = await packing(desk, { scanned: 0 });
    const input = { shipRequestId, scan: numbers[0] ?? "", idempotencyKey: randomUUID() };
    return { customer, act: () => desk.packer.api.packing.scanIntoBox(input) };
  },
  "scanning what was missing": async (desk) => {
    const { customer, shipRequestId, numbers } = await missingParcel(desk);
    const input = { shipRequestId, scan: numbers[1] ?? "", idempotencyKey: randomUUID() };
    return { customer, act: () => desk.packer.api.packing.scanIntoBox(input) };
  },
  "taking a parcel out": async (desk) => {
    const { customer, shipRequestId, parcelIds } = await packing(desk);
    const input = { shipRequestId, inboundParcelId: parcelIds[0] ?? "" };
    return { customer, act: () => desk.packer.api.packing.removeFromBox(input) };
  },
  "taking over": async (desk) => {
    const { customer, shipRequestId } = await packing(desk);
    const other = await aStaffMember(desk.app, ["packer"]);
    return { customer, act: () => other.api.packing.takeOver({ shipRequestId }) };
  },
  "reporting a parcel missing": async (desk) => {
    const begun = await packing(desk, { weights: [400, 300], scanned: 1 });
    const { customer, shipRequestId, parcelIds } = begun;
    const input = { shipRequestId, inboundParcelId: parcelIds[1] ?? "" };
    return { customer, act: () => desk.packer.api.packing.reportMissing(input) };
  },
  "taking a photo": async (desk) => {
    const { customer, shipRequestId } = await packing(desk);
    const kind = "closed_on_scale" as const;
    const input = { shipRequestId, kind, file: desk.photo, idempotencyKey: randomUUID() };
    return { customer, act: () => desk.packer.api.packing.addPackingImage(input) };
  },
  "closing a box that is quoted first": async (desk) => close(desk, await boxToClose(desk, {})),
  "closing a box within its cap": async (desk) => close(desk, await boxToClose(desk, cap)),
  "opening a box": async (desk) => {
    const customer = await aShipper(desk);
    const { id: shipRequestId } = await packedRequest(desk, customer);
    const input = { shipRequestId, reason: "Torn" };
    return { customer, act: () => desk.packer.api.packing.openBox(input) };
  },
  "opening a labelled box": async (desk) => {
    const customer = await aShipper(desk);
    const { id: shipRequestId } = await acceptedRequest(desk, customer);
    const label = { shipRequestId, trackingNumber: typedNumber() };
    await desk.packer.api.labels.makeLabel(label);
    const input = { shipRequestId, reason: "Torn" };
    return { customer, act: () => desk.packer.api.packing.openBox(input) };
  },
  "closing a paid box again": async (desk) => {
    const customer = await aShipper(desk);
    const { id: shipRequestId } = await acceptedRequest(desk, customer);
    desk.app.clock.advance(1000);
    await desk.packer.api.packing.openBox({ shipRequestId, reason: "Torn" });
    desk.app.clock.advance(1000);
    await photograph(desk, shipRequestId);
    const input = { shipRequestId, weightGrams: 700, sidesMm, idempotencyKey: randomUUID() };
    return { customer, act: () => desk.packer.api.packing.closeBox(input) };
  },
  "cancelling as staff": async (desk) => {
    const customer = await aShipper(desk);
    const { id: shipRequestId } = await acceptedRequest(desk, customer);
    const input = { shipRequestId, reason: "Lost" };
    return { customer, act: () => desk.packer.api.packing.cancelShipRequest(input) };
  },
  "doing an extra service": async (desk) => {
    const input = { extraServices: [{ code: "stretch_film" }] };
    const { customer, orderId } = await packing(desk, { input });
    const order = { extraServiceRequestId: orderId };
    return { customer, act: () => desk.packer.api.extraServices.finishExtraService(order) };
  },
  "refusing an extra service": async (desk) => {
    const input = { extraServices: [{ code: "wooden_frame" }] };
    const { customer, orderId } = await packing(desk, { input });
    const order = { extraServiceRequestId: orderId, reason: "Too small for it" };
    return { customer, act: () => desk.packer.api.extraServices.refuseExtraService(order) };
  },
};

const ofJobs: Readonly<Record<string, CreateScene>> = {
  "going on after a top-up": async (desk) => {
    const { customer, accept } = await boxWithoutMoney(desk);
    await accept();
    await addMoney(desk, customer, "100");
    const { userId } = customer;
    return { customer, act: () => resumeWaitingRequests(desk.app.services, { userId }) };
  },
  "paying what is owed": async (desk) => {
    const {
      customer,
      shipRequestId,
      orderId: extraServiceRequestId,
    } = await packing(desk, {
      input: { extraServices: [{ code: "stretch_film" }] },
    });
    await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId });
    await loseDispute(desk, customer, 10_000);
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId });
    await addMoney(desk, customer, "200");
    const { userId } = customer;
    return { customer, act: () => resumeWaitingRequests(desk.app.services, { userId }) };
  },
  reminding: async (desk) => {
    const { customer } = await waitingBox(desk, 3);
    return { customer, act: () => remindWaitingRequests(desk.app.services) };
  },
  shelving: async (desk) => {
    const { customer } = await waitingBox(desk, 8);
    return { customer, act: () => remindWaitingRequests(desk.app.services) };
  },
};

/** By name. */
export const shipRequestScenes: Readonly<Record<string, CreateScene>> = {
  ...ofCustomer,
  ...ofPacker,
  ...ofJobs,
};

/** A sentence for everything about a customer that does not agree. */
export async function faultsOfScene(
  { app }: Pick<PackingDesk, "app">,
  { userId }: TestPerson,
): Promise<string[]> {
  const { kysely } = app.database;
  return [
    ...(await shipRequestFaults(kysely, userId)),
    ...(await stageFaults(kysely, userId)),
    ...(await ledgerFaults(kysely, [userId])),
  ];
}
