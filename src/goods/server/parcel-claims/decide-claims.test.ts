import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aWarehouse, receiveScan, type ReceiveInput } from "#test/receiving.ts";
import { receivingFaults } from "#test/receiving-faults.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

const reason = "Her order shows the number";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  [admin, support] = [await anAdmin(app), await aStaffMember(app, ["support"])];
  warehouseId = await aWarehouse(admin);
  return () => app.close();
});

/** A number that is near no other. */
function farNumber(): string {
  return `QQ${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}`;
}

async function unmatched(input: Partial<ReceiveInput> = {}) {
  const { parcel } = await receiveScan(app, admin, { warehouseId, scan: farNumber(), ...input });
  return { id: parcel.id, number: parcel.trackingNumber ?? "" };
}

async function codeOf({ api }: TestPerson): Promise<string> {
  return (await api.inboundParcels.readAddress({})).memberCode;
}

async function match(
  inboundParcelId: string,
  person: TestPerson,
  declaredParcelId: string | null = null,
  by: TestPerson = support,
) {
  const memberCode = await codeOf(person);
  const input = { inboundParcelId, memberCode, declaredParcelId, reason };
  return await by.api.parcelClaims.matchInboundParcel(input);
}

async function read({ api }: TestPerson, inboundParcelId: string) {
  return await api.inboundParcels.readInboundParcel({ inboundParcelId });
}

async function storedParcel(parcelId: string) {
  return await app.database.kysely
    .selectFrom("inboundParcels")
    .selectAll()
    .where("id", "=", parcelId)
    .executeTakeFirstOrThrow();
}

/** Kinds of the customer's notifications, in order. */
async function notified({ userId }: TestPerson): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select("kind")
    .where("userId", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind).toSorted();
}

/** `ok` or the code of each call. */
async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = calls.map(async (call) => {
    return await call.then(
      () => "ok",
      (error: { code: string }) => error.code,
    );
  });
  return (await Promise.all(outcomes)).toSorted();
}

describe("A matched parcel", () => {
  test("is the customer's from then on, with free days, notification and audit entry; open claims of it are granted", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const measurements = { weightGrams: 1250, condition: "wet" as const };
    const { id, number } = await unmatched({ measurements });
    const input = { trackingNumber: number, idempotencyKey: randomUUID() };
    const { id: claimId } = await mei.api.parcelClaims.claimInboundParcel(input);
    expect(await storedParcel(id)).toMatchObject({ freeUntil: null });
    expect(await match(id, mei)).toMatchObject({ id, owner: { email: mei.email } });
    const { parcel, events } = await read(mei, id);
    expect(parcel).toMatchObject({ state: "received", trackingNumber: number, packageId: null });
    expect(events.map(({ kind, byStaff }) => [kind, byStaff])).toEqual([
      ["received", true],
      ["matched", true],
    ]);
    const free = { storageFrom: "2026-06-10", freeUntil: "2026-07-10" };
    expect(await storedParcel(id)).toMatchObject(free);
    expect(await notified(mei)).toEqual(["claim_decided", "parcel_condition", "parcel_received"]);
    const [own] = (await mei.api.parcelClaims.listOwnClaims({})).items;
    expect(own).toMatchObject({ id: claimId, state: "granted", inboundParcelId: id });
    const entry = await app.database.kysely
      .selectFrom("auditLog")
      .select(["actorId", "action", "after", "reason"])
      .where("target", "=", id)
      .where("action", "=", "parcelClaims.matchInboundParcel")
      .executeTakeFirstOrThrow();
    const after = { userId: mei.userId, declaredParcelId: null, claimIds: [claimId] };
    expect(entry).toMatchObject({ actorId: support.userId, after, reason });
    await expectApiError(
      support.api.parcelClaims.readUnmatchedParcel({ inboundParcelId: id }),
      "not_found",
    );
  });

  test("takes over what was declared, with its place in the package, which is complete then", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const pkg = await aPackage(mei, { trackingNumber: farNumber() });
    const [declared] = (await mei.api.inboundParcels.listInboundParcels({ packageId: pkg.id }))
      .items;
    const declaredParcelId = declared?.id ?? "";
    await mei.api.inboundParcels.changeDeclaration({
      inboundParcelId: declaredParcelId,
      fields: {
        trackingNumber: declared?.trackingNumber ?? "",
        shop: "Taobao",
        orderReference: "1234567",
      },
    });
    await mei.api.goods.saveItems({
      inboundParcelId: declaredParcelId,
      items: [{ description: "Teapot", unitValueMinor: 12_900, currency: "CNY" }],
    });
    const { id, number } = await unmatched();
    await match(id, mei, declaredParcelId);
    const { parcel } = await read(mei, id);
    expect(parcel).toMatchObject({
      trackingNumber: number,
      packageId: pkg.id,
      shop: "Taobao",
      orderReference: "1234567",
      description: "Teapot",
      declaredValueMinor: 12_900,
      declaredCurrency: "CNY",
    });
    const merged = await read(mei, declaredParcelId);
    expect(merged.parcel).toMatchObject({ state: "cancelled", packageId: null });
    expect(merged.events.at(-1)).toMatchObject({ kind: "merged", packageId: pkg.id });
    const { package: completed } = await mei.api.packages.readPackage({ packageId: pkg.id });
    expect(completed).toMatchObject({ stage: "ready", parcelsCount: 1, parcelsHereCount: 1 });
    expect(await notified(mei)).toEqual(["package_complete", "parcel_received"]);
  });

  test("takes over the parcel that is awaited under the same number, and the number where its own cannot be read", async () => {
    const mei = await aCustomer(app);
    const { id, number } = await unmatched();
    const late = await declareParcel(mei, { trackingNumber: number, shop: "JD" });
    await match(id, mei);
    expect((await read(mei, id)).parcel).toMatchObject({ shop: "JD", trackingNumber: number });
    expect((await read(mei, late.id)).parcel.state).toBe("cancelled");

    const torn = await unmatched({ scan: null });
    const declared = await declareParcel(mei, { trackingNumber: farNumber(), shop: "Pinduoduo" });
    await match(torn.id, mei, declared.id);
    const { trackingNumber } = declared;
    expect((await read(mei, torn.id)).parcel).toMatchObject({ trackingNumber, shop: "Pinduoduo" });
    // Another piece of a number that the customer has here already.
    const piece = await receiveScan(app, admin, {
      warehouseId,
      scan: number,
      isAnotherPiece: true,
    });
    await mei.api.inboundParcels.rejectInboundParcel({ inboundParcelId: piece.parcel.id });
    await app.database.kysely
      .updateTable("inboundParcels")
      .set({ piece: 1 })
      .where("id", "=", piece.parcel.id)
      .execute();
    await match(piece.parcel.id, mei);
    expect((await read(mei, piece.parcel.id)).parcel).toMatchObject({ piece: 2 });
  });

  test("is a further piece of what its owner has under the same number, up to the 99th", async () => {
    const mei = await aCustomer(app);
    const [first, ninetyEighth, last, beyond] = await Promise.all(
      Array.from({ length: 4 }, () => unmatched()),
    );
    const trackingNumber = first?.number ?? "";
    const change = async (id: string, columns: { piece?: number; trackingNumber?: string }) =>
      await app.database.kysely
        .updateTable("inboundParcels")
        .set(columns)
        .where("id", "=", id)
        .execute();
    await match(first?.id ?? "", mei);
    await match(ninetyEighth?.id ?? "", mei);
    await change(ninetyEighth?.id ?? "", { trackingNumber, piece: 98 });
    for (const { id } of [last, beyond].flatMap((parcel) => parcel ?? []))
      await change(id, { trackingNumber });
    await match(last?.id ?? "", mei);
    expect(await storedParcel(last?.id ?? "")).toMatchObject({ trackingNumber, piece: 99 });
    await expectApiError(match(beyond?.id ?? "", mei), "inbound_parcel_not_free");
  });

  test("tells its owner nothing of who had it before, and everything that was recorded about it", async () => {
    const [tom, mei] = [await aCustomer(app), await aCustomer(app)];
    const declared = await declareParcel(tom, { trackingNumber: farNumber(), shop: "Tom's shop" });
    const measurements = { weightGrams: 800, condition: "damaged" as const };
    await receiveScan(app, admin, { warehouseId, scan: declared.trackingNumber, measurements });
    await tom.api.inboundParcels.rejectInboundParcel({ inboundParcelId: declared.id });
    expect(await storedParcel(declared.id)).toMatchObject({ freeUntil: null });
    await match(declared.id, mei);
    const { parcel, events } = await read(mei, declared.id);
    expect(parcel.shop).toBe("");
    expect(events.map(({ kind }) => kind)).toEqual(["received", "matched"]);
    expect(await notified(mei)).toEqual(["parcel_condition", "parcel_received"]);
    expect(await storedParcel(declared.id)).toMatchObject({ freeUntil: "2026-06-24" });
  });

  test("may be a suspended customer's, and not a closed account's", async () => {
    const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
    const [ofMei, ofTom] = [await codeOf(mei), await codeOf(tom)];
    await admin.api.users.suspendUser({ userId: mei.userId, reason: "Under review" });
    await tom.api.users.closeAccount({ password: tom.password });
    const { id: inboundParcelId } = await unmatched();
    const { matchInboundParcel } = support.api.parcelClaims;
    const input = { inboundParcelId, reason, memberCode: ofTom };
    await expectApiError(matchInboundParcel(input), "account_closed");
    const matched = await matchInboundParcel({ ...input, memberCode: ofMei });
    expect(matched.owner).toMatchObject({ userId: mei.userId, accountState: "suspended" });
  });

  test("is refused where it has an owner, is not here, or what was declared is another's or not awaited", async () => {
    const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
    const { id } = await unmatched();
    const ofTom = await declareParcel(tom, { trackingNumber: farNumber() });
    const cancelled = await declareParcel(mei, { trackingNumber: farNumber() });
    await mei.api.inboundParcels.cancelInboundParcel({ inboundParcelId: cancelled.id });
    for (const [parcelId, declaredId, code] of [
      [id, ofTom.id, "not_found"],
      [id, randomUUID(), "not_found"],
      [id, cancelled.id, "inbound_parcel_not_free"],
      [ofTom.id, null, "inbound_parcel_not_free"],
      [randomUUID(), null, "not_found"],
    ] as const) {
      await expectApiError(match(parcelId, mei, declaredId), code);
    }
    const { matchInboundParcel } = support.api.parcelClaims;
    const input = { inboundParcelId: id, memberCode: await codeOf(mei), reason };
    const wrong = [{ memberCode: "S7K3-2Q8" }, { memberCode: "" }, { reason: " " }];
    const calls = wrong.map((change) => matchInboundParcel({ ...input, ...change }));
    expect(await outcomesOf(calls)).toEqual([
      "invalid_input",
      "invalid_member_code",
      "invalid_member_code",
    ]);
    expect(await storedParcel(id)).toMatchObject({ userId: null, state: "received" });
    expect(await notified(mei)).toEqual([]);
  });
});

describe("A parcel without an owner", () => {
  test("G8: is given to one customer, by whoever of those who match and decide at once comes first", async () => {
    for (let round = 0; round < 4; round += 1) {
      const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
      const { id, number } = await unmatched();
      const input = { trackingNumber: number, idempotencyKey: randomUUID() };
      const { id: claimId } = await tom.api.parcelClaims.claimInboundParcel(input);
      const declared = await declareParcel(mei, { trackingNumber: farNumber() });
      await codeOf(mei);
      const outcomes = await outcomesOf([
        match(id, mei, declared.id),
        match(id, mei, declared.id, admin),
        match(id, tom, null, admin),
        support.api.parcelClaims.decideClaim({ claimId, inboundParcelId: id, reason }),
      ]);
      // Who claimed it is granted it also where a match comes first.
      const losses = outcomes.filter((outcome) => outcome !== "ok");
      expect(losses).toHaveLength(3);
      expect(["claim_decided", "inbound_parcel_not_free"]).toEqual(
        expect.arrayContaining([...new Set(losses)]),
      );
      const { userId } = await storedParcel(id);
      const isTom = userId === tom.userId;
      const [own] = (await tom.api.parcelClaims.listOwnClaims({})).items;
      expect(own?.state).toBe(isTom ? "granted" : "open");
      expect((await read(mei, declared.id)).parcel.state).toBe(isTom ? "expected" : "cancelled");
      const kinds = [...(await notified(mei)), ...(await notified(tom))];
      expect(kinds).toEqual(isTom ? ["claim_decided", "parcel_received"] : ["parcel_received"]);
    }
  });

  test("A10: is decided by nobody who claims or awaits it too, neither given nor refused", async () => {
    const { id, number } = await unmatched();
    const mei = await aCustomer(app);
    const input = { trackingNumber: number, idempotencyKey: randomUUID() };
    const { id: claimId } = await mei.api.parcelClaims.claimInboundParcel(input);
    const claiming = await aStaffMember(app, ["support"]);
    const again = { ...input, idempotencyKey: randomUUID() };
    const own = await claiming.api.parcelClaims.claimInboundParcel(again);
    const awaiting = await aStaffMember(app, ["support"]);
    await declareParcel(awaiting, { trackingNumber: number });
    for (const { api } of [claiming, awaiting]) {
      for (const inboundParcelId of [id, null]) {
        const decided = api.parcelClaims.decideClaim({ claimId, inboundParcelId, reason });
        await expectApiError(decided, "own_account");
      }
    }
    await claiming.api.parcelClaims.withdrawClaim({ claimId: own.id });
    const withdrawn = claiming.api.parcelClaims.decideClaim({
      claimId,
      inboundParcelId: null,
      reason,
    });
    await expectApiError(withdrawn, "own_account");
    const refused = { claimId, inboundParcelId: null, reason };
    expect(await support.api.parcelClaims.decideClaim(refused)).toMatchObject({ state: "refused" });
  });

  test("G8: is matched or its declared parcel changed by the customer, whichever comes first", async () => {
    const mei = await aCustomer(app, { plan: "Premium" });
    const pkg = await aPackage(mei, { trackingNumber: farNumber() });
    for (let round = 0; round < 4; round += 1) {
      const { id } = await unmatched();
      const declared = await declareParcel(mei, { trackingNumber: farNumber() });
      const inboundParcelIds = [declared.id];
      await outcomesOf([
        match(id, mei, declared.id),
        mei.api.inboundParcels.moveInboundParcels({ inboundParcelIds, packageId: pkg.id }),
        mei.api.inboundParcels.cancelInboundParcel({ inboundParcelId: declared.id }),
      ]);
      const { state, packageId } = await storedParcel(declared.id);
      expect([state, packageId]).toEqual(["cancelled", null]);
    }
  });

  test("is listed with those that are here longest first, found by parts of its number and label, and read with what is near", async () => {
    const [mei, tom] = [await aCustomer(app), await aCustomer(app)];
    const { id, number } = await unmatched();
    const mistyped = `${number.slice(0, -1)}${number.endsWith("7") ? "8" : "7"}`;
    const near = await declareParcel(mei, { trackingNumber: mistyped });
    const same = await declareParcel(tom, { trackingNumber: number });
    await declareParcel(tom, { trackingNumber: farNumber() });
    const input = { trackingNumber: mistyped, idempotencyKey: randomUUID() };
    const { id: claimId } = await tom.api.parcelClaims.claimInboundParcel(input);
    const { listUnmatchedParcels, readUnmatchedParcel, readClaim } = support.api.parcelClaims;
    const details = await readUnmatchedParcel({ inboundParcelId: id });
    expect(details.parcel).toMatchObject({ id, openClaimsCount: 0 });
    expect(details.near.map((one) => [one.id, one.owner?.email])).toEqual([
      [same.id, tom.email],
      [near.id, mei.email],
    ]);
    expect(details.claims.map((one) => one.id)).toEqual([claimId]);
    const { candidates } = await readClaim({ claimId });
    expect(candidates.map((one) => one.id)).toEqual([id]);
    const grouped = `${number.slice(0, 6)}-${number.slice(6)}`;
    const { labelCode } = details.parcel;
    for (const search of [number.slice(3, 9).toLowerCase(), grouped, labelCode.slice(1, 7)]) {
      const found = await listUnmatchedParcels({ search });
      expect(found.items.map((one) => one.id)).toContain(id);
    }
    expect(await listUnmatchedParcels({ search: "%" })).toEqual({ items: [], total: 0 });
    app.clock.advance(1_000);
    const newest = await unmatched();
    const { total } = await listUnmatchedParcels({});
    const page = { page: total, pageSize: 1 };
    expect((await listUnmatchedParcels(page)).items.map((one) => one.id)).toEqual([newest.id]);
  });
});

test("G8: parcels, their records and the packages that gather them agree after all of this", async () => {
  expect(await receivingFaults(app.database.kysely)).toEqual([]);
  expect(await stageFaults(app.database.kysely)).toEqual([]);
});
