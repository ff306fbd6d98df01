// Putting right what the receiving desk recorded by mistake: whose a parcel is, and that it came at all.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { receiveScan } from "#test/receiving.ts";
import { receivingFaults } from "#test/receiving-faults.ts";
import { stageFaults } from "#test/stage-faults.ts";
import {
  aShipper,
  packedRequest,
  packingDesk,
  receivedPackage,
  request,
  scanAll,
  shelvedParcel,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

const reason = "The label bears another code";

let app: TestApp;
let desk: PackingDesk;
let support: TestPerson;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  support = await aStaffMember(app, ["support"]);
  return async () => {
    const { kysely } = app.database;
    await requireSoundLedger(kysely);
    const faults = [...(await receivingFaults(kysely)), ...(await stageFaults(kysely))];
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
    await app.close();
  };
});

async function codeOf({ api }: TestPerson): Promise<string> {
  return (await api.inboundParcels.readAddress({})).memberCode;
}

async function correct(
  inboundParcelId: string,
  from: TestPerson,
  to: TestPerson | null,
  by: TestPerson = desk.receiver,
) {
  await by.api.receiving.correctParcelOwner({
    inboundParcelId,
    fromUserId: from.userId,
    memberCode: to === null ? null : await codeOf(to),
    reason,
    idempotencyKey: randomUUID(),
  });
}

async function undo(inboundParcelId: string, by: TestPerson = desk.receiver) {
  const input = { inboundParcelId, reason, idempotencyKey: randomUUID() };
  return await by.api.receiving.undoReceiving(input);
}

async function stored(parcelId: string) {
  return await app.database.kysely
    .selectFrom("inboundParcels")
    .selectAll()
    .where("id", "=", parcelId)
    .executeTakeFirstOrThrow();
}

async function removals({ userId }: TestPerson) {
  const { rows } = await sql<{ variant: string }>`
    select payload ->> 'variant' as variant from notifications
    where user_id = ${userId} and kind = 'parcel_removed' order by id
  `.execute(app.database.kysely);
  return rows.map(({ variant }) => variant);
}

/** What a customer reads of it under the bell, and the newest email about it. */
async function toldOf({ api, email }: TestPerson) {
  app.clock.advance(60_000);
  await sendNotifications(app.services);
  const emails = await app.emailsTo(email);
  const { items } = await api.notifications.listNotifications({});
  const entry = items.find(({ kind }) => kind === "parcel_removed");
  return {
    entry: [entry?.text, entry?.detail],
    email: emails.find(({ subject }) => subject === entry?.text)?.text ?? "",
  };
}

async function heldOf({ api }: TestPerson) {
  return (await api.wallet.readWallet({})).heldCents;
}

async function orderContentsCheck({ api }: TestPerson, inboundParcelId: string) {
  const input = { code: "contents_check", inboundParcelId, idempotencyKey: randomUUID() };
  return await api.extraServices.requestExtraService(input);
}

async function requestOf({ api }: TestPerson, shipRequestId: string) {
  return await api.shipRequests.readShipRequest({ shipRequestId });
}

/** Runs `act` a day later, which is another day in every time zone. */
async function aDayLater(act: () => Promise<unknown>): Promise<void> {
  const today = app.clock.now();
  app.clock.set(new Date(today.getTime() + 86_400_000).toISOString());
  try {
    await act();
  } finally {
    app.clock.set(today.toISOString());
  }
}

describe("a parcel of the wrong customer", () => {
  test("goes to the right one, out of package and orders, and both are told without the other's name", async () => {
    const [mei, tom] = [await aShipper(desk), await aShipper(desk)];
    const { packageId, parcelIds } = await receivedPackage(desk, mei);
    const [parcelId = ""] = parcelIds;
    await orderContentsCheck(mei, parcelId);
    expect(await heldOf(mei)).toBeGreaterThan(0);
    await correct(parcelId, mei, tom);
    expect(await heldOf(mei)).toBe(0);
    const parcel = await stored(parcelId);
    expect(parcel).toMatchObject({ userId: tom.userId, packageId: null, source: "scanned" });
    expect(parcel.freeUntil).not.toBeNull();
    expect(await removals(mei)).toEqual(["other_owner"]);
    const told = await toldOf(mei);
    expect(told.entry).toEqual([
      expect.stringMatching(/is no longer in your account$/),
      expect.stringMatching(/^Taken out of P-\d+/),
    ]);
    expect(told.email).toMatch(/belongs to somebody else[^]*Taken out of P-\d+/);
    expect(told.email).not.toContain(formatMemberCode(await codeOf(tom)));
    const details = await tom.api.inboundParcels.readInboundParcel({ inboundParcelId: parcelId });
    const kinds = details.events.map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(["owner_corrected", "matched"]);
    expect(details.events.every((event) => event.packageId === null)).toBe(true);
    await expectApiError(
      mei.api.inboundParcels.readInboundParcel({ inboundParcelId: parcelId }),
      "not_found",
    );
    const { package: pkg } = await mei.api.packages.readPackage({ packageId });
    expect([pkg.parcelsCount, pkg.parcelsHereCount]).toEqual([1, 1]);
    const entry = await app.database.kysely
      .selectFrom("auditLog")
      .select(["actorId", "before", "after", "reason"])
      .where("target", "=", parcelId)
      .where("action", "=", "receiving.correctParcelOwner")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actorId: desk.receiver.userId,
      before: { userId: mei.userId, packageId },
      after: { userId: tom.userId },
      reason,
    });
  });

  test("becomes a parcel without an owner where nobody knows whose it is", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    await correct(parcelId, mei, null);
    expect(await stored(parcelId)).toMatchObject({
      userId: null,
      freeUntil: null,
      description: "",
    });
    const unmatched = await support.api.parcelClaims.readUnmatchedParcel({
      inboundParcelId: parcelId,
    });
    expect(unmatched.parcel.id).toBe(parcelId);
  });

  test("takes over what the right customer declared, in their package", async () => {
    const [mei, tom] = [await aShipper(desk), await aShipper(desk)];
    const parcelId = await shelvedParcel(desk, mei);
    const { trackingNumber } = await stored(parcelId);
    const declared = await declareParcel(tom, {
      trackingNumber: trackingNumber ?? "",
      description: "Tea",
    });
    await correct(parcelId, mei, tom);
    expect(await stored(parcelId)).toMatchObject({ description: "Tea", source: "declared" });
    expect((await stored(declared.id)).state).toBe("cancelled");
  });

  test("was taken for one with a similar number, which is awaited again", async () => {
    const [mei, tom] = [await aShipper(desk), await aShipper(desk)];
    const declared = await declareParcel(mei, { description: "Shoes" });
    const scan = freshNumber();
    const { warehouseId } = desk;
    await receiveScan(app, desk.receiver, { warehouseId, scan, inboundParcelId: declared.id });
    await correct(declared.id, mei, tom);
    expect(await stored(declared.id)).toMatchObject({ trackingNumber: scan, userId: tom.userId });
    const { items } = await mei.api.inboundParcels.listInboundParcels({ group: "awaited" });
    const [awaited] = items;
    expect(items).toHaveLength(1);
    expect(awaited).toMatchObject({
      trackingNumber: declared.trackingNumber,
      description: "Shoes",
      state: "expected",
    });
    expect(await removals(mei)).toEqual(["other_owner_awaited"]);
  });

  test("leaves an open ship request, which goes on, and ends it where it was the last one", async () => {
    const [mei, tom] = [await aShipper(desk), await aShipper(desk)];
    const { packageId, parcelIds } = await receivedPackage(desk, mei);
    const [first = "", second = ""] = parcelIds;
    const { id } = await request(mei, packageId, {
      extraServices: [{ code: "contents_check", inboundParcelId: first }],
    });
    await correct(first, mei, tom);
    const left = await requestOf(mei, id);
    expect(left.parcels.map(({ inboundParcelId }) => inboundParcelId)).toEqual([second]);
    expect([left.state, await heldOf(mei)]).toEqual(["requested", 0]);
    const told = await toldOf(mei);
    expect(told.entry[1]).toMatch(/^Taken out of P-\d+.* and its ship request$/);
    expect(told.email).toContain(told.entry[1]);
    await correct(second, mei, null);
    expect((await requestOf(mei, id)).state).toBe("cancelled");
    expect(await heldOf(mei)).toBe(0);
  });

  test("lets a request go on that waited for it alone", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
    const [, second = ""] = parcelIds;
    const { id: shipRequestId } = await request(mei, packageId);
    await scanAll(desk, shipRequestId, numbers.slice(0, 1));
    await desk.packer.api.packing.reportMissing({ shipRequestId, inboundParcelId: second });
    await correct(second, mei, null);
    expect((await requestOf(mei, shipRequestId)).state).toBe("packing");
  });

  test("stays once it is in a box, open or closed, with what to do", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
    const [first = ""] = parcelIds;
    const { id: shipRequestId } = await request(mei, packageId);
    await scanAll(desk, shipRequestId, numbers.slice(0, 1));
    await expectApiError(correct(first, mei, null), "parcel_in_box");
    await desk.packer.api.packing.removeFromBox({ shipRequestId, inboundParcelId: first });
    await correct(first, mei, null);
    const packed = await packedRequest(desk, mei);
    const inBox = packed.parcels[0]?.inboundParcelId ?? "";
    await expectApiError(correct(inBox, mei, null, support), "parcel_in_box");
    await expectApiError(undo(inBox), "parcel_in_box");
  });

  test("is put right by receivers on the same day, by support later too", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    await aDayLater(async () => {
      await expectApiError(
        correct(parcelId, mei, null),
        "receiving_day_over",
        "This parcel was not received today. Ask support to correct its owner.",
      );
      await correct(parcelId, mei, null, support);
    });
  });

  test("is not taken twice, nor given to who has it, and a repeat changes nothing", async () => {
    const [mei, tom] = [await aShipper(desk), await aShipper(desk)];
    const parcelId = await shelvedParcel(desk, mei);
    await expectApiError(
      correct(parcelId, mei, mei),
      "invalid_member_code",
      "This is the member code of the customer who has the parcel now.",
    );
    const input = {
      inboundParcelId: parcelId,
      fromUserId: mei.userId,
      memberCode: await codeOf(tom),
      reason,
      idempotencyKey: randomUUID(),
    };
    await desk.receiver.api.receiving.correctParcelOwner(input);
    await desk.receiver.api.receiving.correctParcelOwner(input);
    expect(await removals(mei)).toHaveLength(1);
    await expectApiError(correct(parcelId, mei, null), "conflict");
  });

  test("of two who put it right at once one does, in both directions", async () => {
    const [mei, tom] = [await aShipper(desk), await aShipper(desk)];
    const [ofMei, ofTom] = [await shelvedParcel(desk, mei), await shelvedParcel(desk, tom)];
    const calls = await Promise.allSettled([
      correct(ofMei, mei, tom),
      correct(ofMei, mei, null, support),
      correct(ofTom, tom, mei),
    ]);
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await stored(ofTom)).userId).toBe(mei.userId);
  });
});

describe("a parcel that was received by mistake", () => {
  test("is awaited again in its package, under the number with which it was declared", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei, [400]);
    const [parcelId = ""] = parcelIds;
    await orderContentsCheck(mei, parcelId);
    expect(await undo(parcelId)).toEqual({ state: "expected" });
    expect(await heldOf(mei)).toBe(0);
    expect(await stored(parcelId)).toMatchObject({
      state: "expected",
      packageId,
      receivedAt: null,
      storageLocationId: null,
      freeUntil: null,
      weightGrams: null,
    });
    const { package: pkg } = await mei.api.packages.readPackage({ packageId });
    expect([pkg.stage, pkg.parcelsHereCount]).toEqual(["gathering", 0]);
    expect(await removals(mei)).toEqual(["awaited_again"]);
    const told = await toldOf(mei);
    expect(told.entry).toEqual([expect.stringMatching(/is awaited again$/), null]);
    expect(told.email).toContain("tell you as soon as it is here");
    const { warehouseId } = desk;
    const scan = (await stored(parcelId)).trackingNumber;
    const again = await receiveScan(app, desk.receiver, { warehouseId, scan });
    expect([again.outcome, again.parcel.id]).toEqual(["matched", parcelId]);
  });

  test("shows its customer no photo of it, and only those of when it comes", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei, [400]);
    const [inboundParcelId = ""] = parcelIds;
    const { receiving } = desk.receiver.api;
    const photograph = async () => {
      app.clock.advance(1_000);
      const photo = { inboundParcelId, kind: "outside" as const, file: desk.photo };
      return await receiving.addInboundParcelImage({ ...photo, idempotencyKey: randomUUID() });
    };
    /** The photos of the parcel, whether one is in the list of packages, and what the address of one answers. */
    const seenByCustomer = async ({ imageUrl }: { readonly imageUrl: string }) => {
      const read = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId });
      const { items } = await mei.api.packages.listPackages({});
      const listed = items.find(({ id }) => id === packageId);
      return {
        photos: read.images.map(({ id }) => id),
        hasThumbnails: [read.parcel.thumbnailUrl !== null, listed?.thumbnailUrl !== null],
        answer: (await mei.client.fetch(imageUrl)).status,
      };
    };
    const wrong = await photograph();
    expect(await seenByCustomer(wrong)).toEqual({
      photos: [wrong.id],
      hasThumbnails: [true, true],
      answer: 200,
    });
    await undo(inboundParcelId);
    const nothing = { photos: [], hasThumbnails: [false, false], answer: 404 };
    expect(await seenByCustomer(wrong)).toEqual(nothing);
    expect((await desk.receiver.client.fetch(wrong.imageUrl)).status).toBe(200);
    const { warehouseId } = desk;
    await receiveScan(app, desk.receiver, { warehouseId, scan: numbers[0] ?? "" });
    expect(await seenByCustomer(wrong)).toEqual(nothing);
    const right = await photograph();
    expect(await seenByCustomer(right)).toEqual({
      photos: [right.id],
      hasThumbnails: [true, true],
      answer: 200,
    });
  });

  test("has its declared number again where another was scanned", async () => {
    const mei = await aShipper(desk);
    const { id, trackingNumber } = await declareParcel(mei);
    const { warehouseId } = desk;
    const scan = freshNumber();
    await receiveScan(app, desk.receiver, { warehouseId, scan, inboundParcelId: id });
    expect((await stored(id)).trackingNumber).toBe(scan);
    await undo(id);
    expect(await stored(id)).toMatchObject({ trackingNumber, piece: 1, state: "expected" });
  });

  test("takes the leg to the warehouse back, so that its package can be changed again", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei, [400]);
    const legs = async () => {
      const details = await mei.api.packages.readPackage({ packageId });
      return [details.package.status, ...details.package.legs.map(({ status }) => status)];
    };
    const before = await legs();
    await undo(parcelIds[0] ?? "");
    const after = await legs();
    expect(after.every((status) => status === "pending")).toBe(true);
    expect(before).toHaveLength(after.length);
  });

  test("goes from the shelf where nobody declared it, and its record stays", async () => {
    const mei = await aShipper(desk);
    const { warehouseId } = desk;
    const { parcel } = await receiveScan(app, desk.receiver, {
      warehouseId,
      scan: freshNumber(),
      memberCode: await codeOf(mei),
    });
    expect(await undo(parcel.id)).toEqual({ state: "cancelled" });
    const details = await desk.receiver.api.inboundParcels.readAnyInboundParcel({
      inboundParcelId: parcel.id,
    });
    expect(details.records).toHaveLength(1);
    expect(details.events.at(-1)?.kind).toBe("receiving_undone");
    expect(await removals(mei)).toEqual(["not_received"]);
  });

  test("stays what its customer had cancelled", async () => {
    const mei = await aShipper(desk);
    const { id: inboundParcelId, trackingNumber: scan } = await declareParcel(mei);
    await mei.api.inboundParcels.cancelInboundParcel({ inboundParcelId });
    const { warehouseId } = desk;
    await receiveScan(app, desk.receiver, { warehouseId, scan, inboundParcelId });
    expect(await undo(inboundParcelId)).toEqual({ state: "cancelled" });
  });

  test("stays in an open ship request, and on a later day", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei);
    const [parcelId = ""] = parcelIds;
    const { id: shipRequestId } = await request(mei, packageId);
    await expectApiError(
      undo(parcelId),
      "ship_request_open",
      "This parcel goes with an open ship request. Have a packer or support cancel the request first, then try again.",
    );
    await mei.api.shipRequests.cancelShipRequest({ shipRequestId, reason: "" });
    await aDayLater(async () => {
      await expectApiError(
        undo(parcelId),
        "receiving_day_over",
        "This parcel was not received today, so it can no longer be put right like this.",
      );
      await expectApiError(undo(parcelId, support), "receiving_day_over");
    });
    await undo(parcelId);
    await expectApiError(undo(parcelId), "inbound_parcel_not_free");
  });

  test("loses what was found in it, which stayed when it went to another customer", async () => {
    const [mei, tom] = [await aShipper(desk), await aShipper(desk)];
    const inboundParcelId = await shelvedParcel(desk, mei);
    const goods = { description: "Cotton socks", hsCode: null, netGrams: null };
    await mei.api.goods.saveItems({ inboundParcelId, items: [goods] });
    const found = { foundFlags: ["magnet"], foundBatteries: ["loose"] };
    await desk.packer.api.goods.correctItems({
      inboundParcelId,
      corrections: [{ index: 0, originCode: "CN", ...goods, flags: ["magnet"], battery: "loose" }],
      reason,
    });
    expect(await stored(inboundParcelId)).toMatchObject(found);
    await correct(inboundParcelId, mei, tom);
    expect(await stored(inboundParcelId)).toMatchObject({ userId: tom.userId, ...found });
    // He has not stated anything, and is told; staff take it off all the same.
    const { items: told } = await tom.api.notifications.listNotifications({});
    expect(told.map(({ kind }) => kind)).toContain("parcel_goods");
    const takenOff = { goods: ["magnet" as const] };
    const noLines = { inboundParcelId, corrections: [], reason };
    await desk.packer.api.goods.correctItems({ ...noLines, takenOff });
    const left = { foundFlags: [], foundBatteries: ["loose"] };
    expect(await stored(inboundParcelId)).toMatchObject(left);
    await undo(inboundParcelId);
    expect(await stored(inboundParcelId)).toMatchObject({ foundFlags: [], foundBatteries: [] });
  });

  test("is undone once by two at the same time", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    const calls = await Promise.allSettled([undo(parcelId), undo(parcelId, support)]);
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await removals(mei)).toHaveLength(1);
  });
});
