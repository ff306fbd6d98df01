// The edge cases of ship requests, each with what their customer and staff read.
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isQuoteExact, type QuoteLine } from "#catalogue/rules/quote-breakdown.ts";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { receiveScan } from "#test/receiving.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  acceptedRequest,
  addFuelSurcharge,
  aShipper,
  close,
  pack,
  packedRequest,
  packingDesk,
  photograph,
  receivedPackage,
  recipient,
  request,
  scanAll,
  setExchangeRates,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aStaffMember, signInBrowser, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});
beforeEach(async () => {
  app.clock.set("2026-06-10T04:00:00Z");
  await setExchangeRates(app);
});

const photosNeeded = "Take a photo of the open box and one of the closed box on the scale first.";
const days = async (count: number) => {
  app.clock.advance(count * 86_400_000);
  await setExchangeRates(app);
};
const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const heldOf = async ({ api }: TestPerson) => (await api.wallet.readWallet({})).heldCents ?? 0;
const kindsOf = async (customer: TestPerson, id: string) =>
  (await read(customer, id)).events.map(({ kind }) => kind);
const packageOf = async ({ api }: TestPerson, packageId: string | null) =>
  (await api.packages.readPackage({ packageId: packageId ?? "" })).package;
const scan = (packer: TestPerson, shipRequestId: string, number: string) =>
  packer.api.packing.scanIntoBox({ shipRequestId, scan: number, idempotencyKey: randomUUID() });

async function notifiedOf({ userId }: TestPerson): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select(["kind", "payload"])
    .where("userId", "=", userId)
    .orderBy("id")
    .execute();
  return rows
    .filter(({ kind }) => kind.startsWith("ship_request") || kind.startsWith("extra_service"))
    .map(({ kind, payload: { variant } }) => [kind, variant].filter(Boolean).join(" "));
}

describe("while it is packed", () => {
  test("a missing parcel makes it wait: it is found again, or the request goes on without it", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer, [400, 300]);
    const [first = "", second = ""] = numbers;
    const { id: shipRequestId } = await request(customer, packageId);
    const { packer } = desk;
    await scan(packer, shipRequestId, first);
    const missing = { shipRequestId, inboundParcelId: parcelIds[1] ?? "" };
    expect(await packer.api.packing.reportMissing(missing)).toMatchObject({
      waitingReason: "missing",
    });
    expect(await scan(packer, shipRequestId, second)).toMatchObject({
      outcome: "found_again",
      state: "packing",
    });
    await packer.api.packing.removeFromBox(missing);
    app.clock.advance(1000);
    await packer.api.packing.reportMissing(missing);
    const gone = await customer.api.shipRequests.continueWithoutMissing({ shipRequestId });
    expect([gone.state, gone.parcels.map(({ state }) => state).toSorted()]).toEqual([
      "packing",
      ["in_box", "left_out"],
    ]);
    await expectApiError(scan(packer, shipRequestId, second), "wrong_parcel");
    await photograph(desk, shipRequestId);
    await close(desk, shipRequestId, { weightGrams: 450 });
    const { items } = await customer.api.inboundParcels.listInboundParcels({ group: "here" });
    expect(items.find(({ id }) => id === parcelIds[1])).toMatchObject({
      packageId: null,
      state: "received",
    });
    expect((await notifiedOf(customer)).slice(0, 2)).toEqual([
      "ship_request_waiting missing",
      "ship_request_waiting missing",
    ]);
  });

  test("the first packer keeps it for ten minutes, unless another takes it over", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer, [400, 300, 200]);
    const [first = "", second = "", third = ""] = numbers;
    const { id: shipRequestId } = await request(customer, packageId);
    const other = await aStaffMember(app, ["packer"]);
    await scan(desk.packer, shipRequestId, first);
    await expectApiError(
      scan(other, shipRequestId, second),
      "packed_by_another",
      "Somebody else is packing this request. Take it over to go on.",
    );
    await other.api.packing.takeOver({ shipRequestId });
    await scan(other, shipRequestId, second);
    await expectApiError(scan(desk.packer, shipRequestId, third), "packed_by_another");
    app.clock.advance(600_000);
    expect(await scan(desk.packer, shipRequestId, third)).toMatchObject({ foundCount: 3 });
    expect(await kindsOf(customer, shipRequestId)).toEqual([
      "requested",
      "packing_started",
      "taken_over",
    ]);
  });

  test("what arrives is offered until the box is closed, and a repeated scan is the same scan", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer, [400]);
    const { id: shipRequestId } = await request(customer, packageId);
    const late = freshNumber();
    const [lateId = ""] = (
      await customer.api.inboundParcels.declareInboundParcels({
        items: [{ trackingNumber: late }],
        packageId,
        idempotencyKey: randomUUID(),
      })
    ).items.map(({ id }) => id);
    await receiveScan(app, desk.receiver, {
      warehouseId: desk.warehouseId,
      scan: late,
      measurements: { weightGrams: 350 },
    });
    const before = await read(customer, shipRequestId);
    expect(before.choosableParcels.map(({ inboundParcelId }) => inboundParcelId)).toEqual([lateId]);
    const changed = await customer.api.shipRequests.changeParcels({
      shipRequestId,
      inboundParcelIds: [...parcelIds, lateId],
      expectedVersion: before.version,
    });
    expect(changed.parcels).toHaveLength(2);
    const key = { shipRequestId, scan: late, idempotencyKey: randomUUID() };
    const scans = await Promise.all([
      desk.packer.api.packing.scanIntoBox(key),
      desk.packer.api.packing.scanIntoBox(key),
    ]);
    expect(scans.map(({ foundCount }) => foundCount)).toEqual([1, 1]);
    await expectApiError(
      desk.packer.api.packing.scanIntoBox({ ...key, scan: numbers[0] ?? "" }),
      "idempotency_key_reused",
    );
  });

  test("a box that is opened again is quoted anew, and its first quotes end", async () => {
    const customer = await aShipper(desk);
    const { id, quotes } = await packedRequest(desk, customer);
    app.clock.advance(1000);
    await desk.packer.api.packing.openBox({ shipRequestId: id, reason: "Wrong box" });
    await expectApiError(
      customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" }),
      "conflict",
    );
    await expectApiError(close(desk, id, { weightGrams: 700 }), "photo_needed", photosNeeded);
    app.clock.advance(1000);
    await photograph(desk, id);
    const key = randomUUID();
    const input = { weightGrams: 700, idempotencyKey: key };
    const twice = await Promise.all([close(desk, id, input), close(desk, id, input)]);
    expect(twice.map(({ state }) => state)).toEqual([
      "waiting_for_customer",
      "waiting_for_customer",
    ]);
    expect((await kindsOf(customer, id)).filter((kind) => kind === "box_closed")).toHaveLength(2);
  });
});

describe("between the quote and the hand-over", () => {
  test("a suspended lane lets an accepted request wait: what is held stays, another service replaces it", async () => {
    const customer = await aShipper(desk);
    const accepted = await acceptedRequest(desk, customer);
    const { id, totalCents } = accepted;
    await desk.admin.api.lanes.suspendLane({
      carrierId: "hk-post",
      service: "surface",
      destinationCode: "MY",
      reason: "Storm",
      source: "",
      suspendedOn: "2026-01-01",
      confidence: "reported",
      translatedReasons: {},
    });
    await app.runJobs();
    const waiting = await read(customer, id);
    expect(waiting).toMatchObject({ waitingReason: "lane_closed", heldCents: totalCents });
    const closed = waiting.services.find(({ service }) => service.code === "hk-post-surface");
    expect(closed?.reasons.map(({ kind }) => kind)).toEqual(["lane_suspended"]);
    const [air] = waiting.quotes.filter(({ ended }) => ended === null);
    const again = await customer.api.shipRequests.acceptQuote({ quoteId: air?.id ?? "" });
    expect([again.state, await heldOf(customer)]).toEqual(["accepted", air?.totalCents]);
    const { items: lanes } = await desk.admin.api.lanes.listLanes({});
    const lane = lanes.find(({ reason }) => reason === "Storm");
    await desk.admin.api.lanes.reopenLane({ laneId: lane?.id ?? "" });
  });

  test("a quote is valid to the millisecond, then it is quoted anew on the same figures", async () => {
    const customer = await aShipper(desk);
    const { id, quotes } = await packedRequest(desk, customer);
    const [quote] = quotes;
    app.clock.set(quote?.validUntil ?? "");
    await setExchangeRates(app);
    const quoteId = quote?.id ?? "";
    await expectApiError(
      customer.api.shipRequests.acceptQuote({ quoteId }),
      "quote_expired",
      "This price is no longer valid. There are new prices for this package.",
    );
    const anew = await read(customer, id);
    expect(anew.quotes.map(({ totalCents }) => totalCents)).toEqual(
      quotes.map(({ totalCents }) => totalCents),
    );
    expect(anew.quotes[0]?.id).not.toBe(quoteId);
    await customer.api.shipRequests.acceptQuote({ quoteId: anew.quotes[0]?.id ?? "" });
  });

  test("quotes have numbers of their own, recompute, and are accepted until their last millisecond", async () => {
    const customer = await aShipper(desk);
    const { id, quotes } = await packedRequest(desk, customer);
    const other = await packedRequest(desk, customer);
    const numbers = [...quotes, ...other.quotes].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(4);
    for (const number of numbers) expect(number).toMatch(/^[1-9]\d{0,8}$/);
    for (const { lines, exchange, totalCents, createdAt, validUntil } of quotes) {
      expect(Date.parse(validUntil) - Date.parse(createdAt)).toBe(7 * 86_400_000);
      const read_ = { lines: lines as never as QuoteLine[], exchange: exchange as never };
      expect(isQuoteExact({ ...read_, totalCents })).toBe(true);
    }
    const [quote] = quotes;
    app.clock.set(new Date(Date.parse(quote?.validUntil ?? "") - 1));
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    const accepted = (await read(customer, id)).quotes.find(({ ended }) => ended === "accepted");
    expect([accepted?.number, accepted?.lines]).toEqual([quote?.number, quote?.lines]);
  });

  test("an acceptance stands until its quote is over, whatever rates do, and then waits for a new one", async () => {
    const customer = await aShipper(desk);
    const { id, totalCents } = await acceptedRequest(desk, customer);
    await addFuelSurcharge(desk, "2026-06-12");
    await days(6);
    await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ state: "accepted", totalCents });
    await days(1);
    await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
    await app.runJobs();
    const over = await read(customer, id);
    expect(over).toMatchObject({ waitingReason: "price", heldCents: totalCents });
    // 50.00 SGD and half of it for fuel.
    const surface = over.quotes.find(({ service }) => service.code === "hk-post-surface");
    expect(surface?.freightCents).toBe(3667 + 1834);
  });

  test("another address after acceptance is a new quote; what a carrier cannot print is named", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const change = (changes: Partial<typeof recipient>) =>
      customer.api.packages.updateRecipient({
        packageId,
        recipient: { ...recipient, ...changes },
      });
    await change({ city: "" });
    await expectApiError(
      request(customer, packageId),
      "recipient_incomplete",
      "The recipient has no city. Please add it.",
    );
    await change({ address: "x".repeat(36) });
    await expectApiError(
      request(customer, packageId),
      "recipient_incomplete",
      "The recipient’s address is too long: the carrier takes 35 characters.",
    );
    await change({});
    await expectApiError(change({ city: "吉隆坡" }), "invalid_input");
    // One that was stored before what labels print was checked.
    await app.database.kysely
      .updateTable("packageRecipients")
      .set({ city: "Kuala Lumpur 🌺" })
      .where("packageId", "=", packageId)
      .execute();
    await expectApiError(
      request(customer, packageId),
      "recipient_incomplete",
      "The label cannot print “🌺” in the recipient’s city. Please use Latin letters.",
    );
    await change({});
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers);
    const { quotes } = await read(customer, id);
    await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
    await change({ address: "14 Jalan Ampang" });
    const anew = await read(customer, id);
    expect(anew).toMatchObject({ waitingReason: "price", heldCents: quotes[0]?.totalCents });
    expect(anew.recipient.address).toBe("14 Jalan Ampang");
  });

  test("cancelling releases what is held and charges what was done, each once", async () => {
    const customer = await aShipper(desk, "100");
    const { packageId, numbers } = await receivedPackage(desk, customer, [500]);
    const { id, extraServices } = await request(customer, packageId, {
      paymentMode: "automatic_up_to_cap",
      serviceCode: "hk-post-air",
      capCents: 5000,
      extraServices: [{ code: "bubble_wrap" }, { code: "wooden_frame" }],
    });
    expect(await heldOf(customer)).toBe(5000 + 110 + 550);
    await scanAll(desk, id, numbers);
    const orderOf = (code: string) => extraServices.find((one) => one.code === code)?.id ?? "";
    const { finishExtraService, refuseExtraService } = desk.packer.api.extraServices;
    await finishExtraService({ extraServiceRequestId: orderOf("bubble_wrap") });
    const frame = { extraServiceRequestId: orderOf("wooden_frame") };
    await expectApiError(finishExtraService(frame), "photo_needed");
    await refuseExtraService({ ...frame, reason: "Too small for it" });
    expect(await heldOf(customer)).toBe(5110);
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId: id });
    const { items } = await customer.api.wallet.listTransactions({});
    expect(
      items.map(({ type, amountCents, status }) => `${type} ${amountCents} ${status}`).toSorted(),
    ).toEqual([
      "admin_credit 10000 completed",
      "service_fee 110 completed",
      "service_fee 550 canceled",
      "shipping_fee 5000 canceled",
    ]);
    expect(await packageOf(customer, packageId)).toMatchObject({
      stage: "ready",
      status: "pending",
    });
    expect(await notifiedOf(customer)).toEqual([
      "extra_service_ended done_for_request",
      "extra_service_ended refused",
    ]);
    // What was done stays in sight there, where the package could be sent again.
    const notices = await customer.api.notifications.listNotifications({});
    expect(notices.items.map(({ path }) => path)).toContain(`/dashboard/ship-requests/${id}`);
  });
});

describe("with time", () => {
  test("its customer is reminded after 2 and 5 days, its box is shelved after 7, and requested again it is packed", async () => {
    const customer = await aShipper(desk);
    const { id, packageId } = await packedRequest(desk, customer);
    const watch = async (count: number) => {
      await days(count);
      await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
      await app.runJobs();
    };
    for (const count of [1, 1, 1, 2, 1]) await watch(count);
    expect(await notifiedOf(customer)).toEqual([
      "ship_request_packed choose",
      "ship_request_reminder price",
      "ship_request_reminder price",
    ]);
    await watch(1);
    expect(await read(customer, id)).toMatchObject({ state: "shelved", heldCents: 0 });
    expect(await packageOf(customer, packageId)).toMatchObject({
      stage: "ready",
      status: "pending",
    });
    const again = await request(customer, packageId ?? "");
    expect(again).toMatchObject({ waitingReason: "price", packed: { weightGrams: 800 } });
    expect(again.quotes).toHaveLength(2);
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId: again.id });
  });

  test("storage is charged with it, once, each parcel by its own days", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer);
    // Free for 60 days with Super, then 20 cents a day for each of two parcels.
    await days(63);
    // Nobody was signed in that long.
    for (const { client, userId } of [customer, desk.packer]) {
      await signInBrowser(app, client, userId);
    }
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers);
    const { quotes } = await read(customer, id);
    // With the fuel of the test above.
    expect(quotes[0]).toMatchObject({ storageCents: 120, totalCents: 3667 + 1834 + 120 });
    const [quote] = quotes;
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    const { holds = [] } = await customer.api.wallet.readWallet({});
    expect(holds.map(({ type, amountCents }) => `${type} ${amountCents}`).toSorted()).toEqual([
      "shipping_fee 5501",
      "storage_fee 120",
    ]);
  });
});

describe("heavier than the plan", () => {
  test("it waits until parcels are left out, with one of the quota, or the plan is changed", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer, [2500, 2400]);
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers, { weightGrams: 5000 });
    const waiting = await read(customer, id);
    expect(waiting).toMatchObject({ waitingReason: "over_plan", maximumGrams: 4000 });
    await expectApiError(
      customer.api.shipRequests.acceptQuote({ quoteId: waiting.quotes[0]?.id ?? "" }),
      "conflict",
    );
    const input = {
      shipRequestId: id,
      inboundParcelIds: [parcelIds[1] ?? ""],
      idempotencyKey: randomUUID(),
    };
    const quota = async () =>
      (await customer.api.auth.readSession({}))?.person.packageQuota ?? Number.NaN;
    const before = await quota();
    const left = await customer.api.shipRequests.leaveOutParcels(input);
    expect(left.state).toBe("packing");
    await customer.api.shipRequests.leaveOutParcels(input);
    expect(await quota()).toBe(before - 1);
    app.clock.advance(1000);
    await photograph(desk, id);
    // It lies in the box until the packer has taken it out.
    const { packing } = desk.packer.api;
    const toTakeOut = async () =>
      (await packing.readShipRequest({ shipRequestId: id })).parcels
        .filter(({ isToTakeOut }) => isToTakeOut)
        .map(({ inboundParcelId }) => inboundParcelId);
    expect(await toTakeOut()).toEqual(input.inboundParcelIds);
    await expect(close(desk, id, { weightGrams: 2600 })).rejects.toMatchObject({
      code: "not_all_found",
      message: "Take the parcels that stay here out of the box before you close it.",
    });
    const taken = { shipRequestId: id, inboundParcelId: parcelIds[1] ?? "" };
    await packing.removeFromBox(taken);
    expect((await packing.removeFromBox(taken)).parcels.map(({ state }) => state)).toEqual([
      "in_box",
      "left_out",
    ]);
    expect(await toTakeOut()).toEqual([]);
    await close(desk, id, { weightGrams: 2600 });
    expect(await read(customer, id)).toMatchObject({ waitingReason: "price" });
  });

  test("a larger plan lets it go on by itself, and a fee covers it where staff set one", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer, [4100]);
    const cap = { paymentMode: "automatic_up_to_cap", serviceCode: "hk-post-air" } as const;
    const { id } = await request(customer, packageId, { ...cap, capCents: 40_000 });
    await pack(desk, id, numbers, { weightGrams: 4400 });
    expect(await read(customer, id)).toMatchObject({ waitingReason: "over_plan" });
    const { userId } = customer;
    const plan = { userId, plan: "Premium", reason: "Larger" } as const;
    await desk.admin.api.plans.giveComplimentaryPlan(plan);
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ state: "accepted" });

    const fee = (feeCents: number | null, expectedVersion: number | null) =>
      desk.admin.api.boxes.setOverWeightFee({ feeCents, expectedVersion });
    await fee(150, null);
    const other = await aShipper(desk);
    const heavy = await receivedPackage(desk, other, [4100]);
    const second = await request(other, heavy.packageId);
    await pack(desk, second.id, heavy.numbers, { weightGrams: 4501 });
    const { quotes, waitingReason } = await read(other, second.id);
    expect([waitingReason, quotes[0]?.serviceCents]).toEqual(["price", 300]);
    await fee(null, 150);
  });
});
