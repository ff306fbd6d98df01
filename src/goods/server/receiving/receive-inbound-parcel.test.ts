import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { declareParcel, freshNumber, parcelHistory } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { receivingFaults } from "#test/receiving-faults.ts";
import { aWarehouse, receiveInput, receiveScan, type ReceiveInput } from "#test/receiving.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { timesAtOnce } from "#test/long-run.ts";

let app: TestApp;
let admin: TestPerson;
let receiver: TestPerson;
let mei: TestPerson;
let tom: TestPerson;
let warehouseId: string;
let codes: { readonly mei: string; readonly tom: string };

const codeOf = async ({ api }: TestPerson) => (await api.inboundParcels.readAddress({})).memberCode;

beforeAll(async () => {
  app = await testApp();
  [admin, receiver, mei, tom] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["receiver"]),
    aCustomer(app, { plan: "Super" }),
    aCustomer(app),
  ]);
  warehouseId = await aWarehouse(admin);
  codes = { mei: await codeOf(mei), tom: await codeOf(tom) };
  return () => app.close();
});

beforeEach(() => app.clock.set("2026-06-10T04:00:00Z"));

const read = (scan: string, memberCode: string | null = null) =>
  receiver.api.receiving.readScan({ scan, memberCode, warehouseId });
const receive = (input: Partial<ReceiveInput>) =>
  receiveScan(app, receiver, { warehouseId, ...input });
const details = (inboundParcelId: string) =>
  receiver.api.inboundParcels.readAnyInboundParcel({ inboundParcelId });
const daysLater = (days: number) => app.clock.advance(days * 86_400_000);

let unknownCount = 0;

/** A number that is near no other of the tests. */
function unknownNumber(): string {
  unknownCount += 1;
  return `JT${String(unknownCount * 1_111_111)}00000`;
}

async function declared(person: TestPerson, trackingNumber = freshNumber()) {
  const { id } = await declareParcel(person, { trackingNumber });
  return { id, scan: trackingNumber };
}

async function notified({ userId }: TestPerson, subjectId: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select("kind")
    .where("userId", "=", userId)
    .where("subjectId", "=", subjectId)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

async function countParcels(trackingNumber: string): Promise<number> {
  const { items } = await admin.api.inboundParcels.listAllInboundParcels({
    search: trackingNumber,
  });
  return items.length;
}

describe("An expected parcel", () => {
  test("is matched, received, and seen before from then on", async () => {
    const { id, scan } = await declared(mei);
    expect(await read(scan)).toMatchObject({
      outcome: "matched",
      trackingNumber: scan,
      carrierCode: "sf-express",
      parcel: { id, owner: { userId: mei.userId, email: null, plan: "Super" } },
    });
    const received = await receive({ scan });
    expect(received).toMatchObject({
      outcome: "matched",
      parcel: {
        id,
        state: "received",
        warehouseName: "Kwun Tong",
        receivedAt: "2026-06-10T04:00:00.000Z",
        measured: { weightGrams: 1250, sidesMm: null, condition: "perfect", battery: "unknown" },
      },
    });
    expect(await read(scan)).toMatchObject({ outcome: "seen_before", parcel: { id } });
    expect((await receive({ scan })).outcome).toBe("seen_before");
    const { labelCode } = received.parcel;
    for (const label of [labelCode, `https://sampan.example/a/${labelCode}`]) {
      expect(await read(label)).toMatchObject({ outcome: "seen_before", parcel: { id } });
    }
    expect((await details(id)).records).toMatchObject([{ kind: "received", weightGrams: 1250 }]);
    expect(await parcelHistory(app, id)).toEqual([
      ["declared", null, false],
      ["received", null, true],
    ]);
    expect(await notified(mei, id)).toEqual(["parcel_received"]);
  });

  test("has everything that was recorded, and its owner is told of what closes services", async () => {
    const { id, scan } = await declared(mei);
    const locationCode = "A-03-2";
    await app.database.kysely
      .insertInto("storageLocations")
      .values({
        warehouseId,
        code: locationCode,
        label: "",
        capacity: null,
        isActive: true,
        createdAt: app.clock.now(),
        updatedAt: app.clock.now(),
      })
      .execute();
    await expectApiError(receive({ scan, storageLocationCode: "B-1" }), "storage_location_unknown");
    await expectApiError(read("SHELF:B-1"), "storage_location_unknown");
    expect(await read("SHELF:a-03-2")).toMatchObject({
      outcome: "storage_location",
      storageLocationCode: locationCode,
    });
    const measurements = {
      weightGrams: 100_000,
      sidesMm: [3_000, 1, 250] as [number, number, number],
      condition: "wet" as const,
      battery: "loose" as const,
      goodsFlags: ["liquid" as const, "liquid" as const],
      scale: "hid" as const,
      note: "A corner is torn.",
    };
    const { parcel } = await receive({
      scan,
      measurements,
      storageLocationCode: "SHELF:A-03-2",
      station: "Desk 1",
      recordedAt: "2026-06-10T05:00:00.000Z",
    });
    const { scale: _scale, note: _note, ...measured } = measurements;
    expect(parcel).toMatchObject({
      storageLocationCode: locationCode,
      measured: { ...measured, goodsFlags: ["liquid"] },
      // The device's clock is an hour ahead.
      receivedAt: "2026-06-10T04:00:00.000Z",
    });
    expect((await details(id)).records).toMatchObject([
      { ...measurements, goodsFlags: ["liquid"], station: "Desk 1" },
    ]);
    expect(await parcelHistory(app, id)).toContainEqual(["stored", null, true]);
    expect(await notified(mei, id)).toEqual([
      "parcel_received",
      "parcel_condition",
      "parcel_goods",
    ]);
  });

  test("that completes its package makes it ready, and its owner is told once", async () => {
    const furtherTrackingNumbers = [freshNumber()];
    const pkg = await aPackage(mei, { trackingNumber: freshNumber(), furtherTrackingNumbers });
    const { items } = await mei.api.inboundParcels.listInboundParcels({ packageId: pkg.id });
    for (const [index, { trackingNumber }] of items.entries()) {
      expect(await notified(mei, pkg.id)).toEqual([]);
      await receive({ scan: trackingNumber });
      const { package: after } = await mei.api.packages.readPackage({ packageId: pkg.id });
      expect([after.stage, after.parcelsHereCount]).toEqual([
        index === 0 ? "gathering" : "ready",
        index + 1,
      ]);
    }
    await receive({ scan: items[0]?.trackingNumber ?? null });
    expect(await notified(mei, pkg.id)).toEqual(["package_complete"]);
  });

  test.each(["suspended", "closed"] as const)("of a %s account is received", async (state) => {
    const person = await aCustomer(app);
    const { id, scan } = await declared(person);
    if (state === "suspended") {
      await admin.api.users.suspendUser({ userId: person.userId, reason: "Test" });
    } else {
      await person.api.inboundParcels.cancelInboundParcel({ inboundParcelId: id });
      await app.database.kysely
        .updateTable("profiles")
        .set({ closedAt: app.clock.now() })
        .where("id", "=", person.userId)
        .execute();
    }
    const received = await receive({ scan });
    expect(received).toMatchObject({
      outcome: "matched",
      parcel: { id, owner: { accountState: state } },
    });
    expect(await notified(person, id)).toEqual(state === "closed" ? [] : ["parcel_received"]);
  });

  test("that was cancelled came all the same, within 180 days", async () => {
    const { id, scan } = await declared(mei);
    await mei.api.inboundParcels.cancelInboundParcel({ inboundParcelId: id });
    expect(await read(scan)).toMatchObject({ outcome: "matched", parcel: { id } });
    daysLater(181);
    expect(await read(scan)).toMatchObject({ outcome: "unmatched" });
    app.clock.set("2026-06-10T04:00:00Z");
    expect((await receive({ scan })).parcel).toMatchObject({ id, state: "received" });
  });

  test("that was cancelled is a further piece where its number was declared again since", async () => {
    const { id, scan } = await declared(mei);
    await mei.api.inboundParcels.cancelInboundParcel({ inboundParcelId: id });
    const again = await declared(mei, scan);
    const { parcel } = await receive({ inboundParcelId: id });
    expect(parcel).toMatchObject({ id, state: "received", trackingNumber: scan, piece: 2 });
    expect((await details(again.id)).parcel).toMatchObject({ state: "expected", piece: 1 });
    // Nearly equal numbers of later tests would match it.
    await mei.api.inboundParcels.cancelInboundParcel({ inboundParcelId: again.id });
  });
});

describe("A number of two owners", () => {
  test("is decided by the member code, and by staff where that names neither", async () => {
    const { id, scan } = await declared(mei);
    const others = await declared(tom, scan);
    const answer = await read(scan);
    expect(answer).toMatchObject({ outcome: "two_owners", parcel: null });
    expect(answer.candidates.map((parcel) => parcel.id).toSorted()).toEqual(
      [id, others.id].toSorted(),
    );
    await expectApiError(receive({ scan }), "two_owners");
    const shown = `${codes.tom.slice(0, 4)}-${codes.tom.slice(4)}`.toLowerCase();
    expect(await receive({ scan, memberCode: shown })).toMatchObject({
      outcome: "matched",
      parcel: { id: others.id },
    });
    // Tom's is here now, and the same label may be Mei's.
    await expectApiError(receive({ scan }), "two_owners");
    expect(await receive({ scan, inboundParcelId: id })).toMatchObject({ outcome: "matched" });
  });

  test("of which one is only on the label is asked, and staff say whose it is", async () => {
    const { id, scan } = await declared(mei);
    expect(await read(scan, codes.tom)).toMatchObject({
      outcome: "two_owners",
      candidates: [{ id }],
      owner: { userId: tom.userId },
    });
    const input = { scan, memberCode: codes.tom };
    await expectApiError(receive(input), "two_owners");
    const { outcome, parcel } = await receive({ ...input, isUndeclared: true });
    expect([outcome, parcel.owner?.userId, parcel.source]).toEqual([
      "undeclared",
      tom.userId,
      "scanned",
    ]);
    expect((await receive({ ...input, isUndeclared: true })).outcome).toBe("seen_before");
    expect((await details(id)).parcel.state).toBe("expected");
  });
});

describe("A parcel that nobody declared", () => {
  test("is the owner's of its code", async () => {
    const scan = unknownNumber();
    expect(await read(scan, codes.mei)).toMatchObject({
      outcome: "undeclared",
      owner: { userId: mei.userId, email: null },
    });
    const { outcome, parcel } = await receive({ scan, memberCode: codes.mei });
    expect([outcome, parcel.owner?.userId]).toEqual(["undeclared", mei.userId]);
    expect(await notified(mei, parcel.id)).toEqual(["parcel_undeclared"]);
  });

  test("and has no code is nobody's, and stays so when somebody declares its number", async () => {
    const scan = unknownNumber();
    expect(await read(scan)).toMatchObject({ outcome: "unmatched", owner: null });
    const { outcome, parcel } = await receive({ scan });
    expect([outcome, parcel.owner]).toEqual(["unmatched", null]);
    const { id } = await declared(mei, scan);
    expect(await read(scan)).toMatchObject({
      outcome: "seen_before",
      parcel: { id: parcel.id },
      candidates: [{ id }],
    });
  });

  test("and has no label that can be read has no number", async () => {
    const [one, other] = [await receive({}), await receive({ memberCode: codes.tom })];
    expect([one.outcome, one.parcel.trackingNumber]).toEqual(["unmatched", null]);
    expect([other.outcome, other.parcel.owner?.userId]).toEqual(["undeclared", tom.userId]);
  });

  test("with a number near an expected one is shown it, and received as nobody's", async () => {
    const { id, scan } = await declared(mei, "YT7711223344551");
    const near = "YT7711223344557";
    expect(await read(near)).toMatchObject({
      outcome: "near_match",
      parcel: null,
      candidates: [{ id }],
    });
    expect((await receive({ scan: near })).outcome).toBe("unmatched");
    expect((await details(id)).parcel.state).toBe("expected");
    expect(await read(scan)).toMatchObject({ outcome: "matched" });
  });

  test("whose near one staff choose has the number on its label", async () => {
    const { id } = await declared(mei, "YT8811223344551");
    const scan = "8811223344551";
    const { parcel } = await receive({ scan, inboundParcelId: id });
    expect(parcel).toMatchObject({ id, trackingNumber: scan, state: "received" });
    expect((await receive({ scan })).outcome).toBe("seen_before");
    expect((await parcelHistory(app, id)).map(([kind]) => kind)).toEqual([
      "declared",
      "declaration_changed",
      "received",
    ]);
  });
});

test("A further piece has the same number, owner and package", async () => {
  const pkg = await aPackage(mei, { trackingNumber: freshNumber() });
  const scan = pkg.trackingNumber;
  await receive({ scan });
  const piece = { scan, isAnotherPiece: true };
  for (const number of [2, 3]) {
    expect(await receive(piece)).toMatchObject({
      outcome: "matched",
      parcel: { piece: number, packageId: pkg.id, owner: { userId: mei.userId } },
    });
  }
  const unknown = unknownNumber();
  await receive({ scan: unknown });
  expect(await receive({ scan: unknown, isAnotherPiece: true })).toMatchObject({
    outcome: "unmatched",
    parcel: { piece: 2, owner: null },
  });
});

test("A number that came more than 180 days ago and is gone belongs to another parcel", async () => {
  const { id, scan } = await declared(mei);
  await receive({ scan });
  daysLater(181);
  expect((await read(scan)).outcome).toBe("seen_before");
  await app.database.kysely
    .updateTable("inboundParcels")
    .set({ state: "departed" })
    .where("id", "=", id)
    .execute();
  expect((await read(scan)).outcome).toBe("unmatched");
  app.clock.set("2026-06-10T04:00:00Z");
  daysLater(179);
  expect((await read(scan)).outcome).toBe("seen_before");
});

describe("What cannot be read", () => {
  test("is refused with what is wrong", async () => {
    for (const scan of ["https://weixin.qq.com/r/123456", "FRAGILE", "KRTMXBAA"]) {
      await expectApiError(read(scan), "not_a_waybill");
      await expectApiError(receive({ scan }), "not_a_waybill");
    }
    await expectApiError(receive({ scan: "SHELF:A-03-2" }), "not_a_waybill");
    await expectApiError(read(`https://x.example/scan/${randomUUID()}`), "not_found");
    await expectApiError(read("https://x.example/a/K7RT2MXB"), "not_found");
    await expectApiError(receive({ warehouseId: randomUUID() }), "not_found");
    await expectApiError(receive({ inboundParcelId: randomUUID() }), "not_found");
  });

  test.each([
    ["S7K3O2X", "No member code has the characters 0, O, 1, I or L. Please check the “O”."],
    ["S7K3-2Q!", "Member codes consist of letters and digits. Please check the “!”."],
    [
      "S7K32Q",
      "A member code has seven characters. Please check whether one is missing or too many.",
    ],
    [
      "2222223",
      "This member code has a wrong character, or two of them are swapped. Please check it again.",
    ],
    ["2222222", "No customer has the member code 2222-222. Please check it again."],
  ])("nor is the member code %s", async (memberCode, sentence) => {
    await expectApiError(read(unknownNumber(), memberCode), "invalid_member_code", sentence);
    await expectApiError(receive({ memberCode }), "invalid_member_code", sentence);
  });

  test("the code of a package's leg opens the package", async () => {
    const { id: packageId } = await aPackage(mei, { trackingNumber: freshNumber() });
    const { id } = await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
    expect(await read(`HTTPS://SAMPAN.EXAMPLE/SCAN/${id.toUpperCase()}`)).toMatchObject({
      outcome: "package",
      packageId,
    });
  });
});

describe("A key", () => {
  test("records once, and is of one request", async () => {
    const { id, scan } = await declared(mei);
    const input = receiveInput(app, warehouseId, { scan });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => receiver.api.receiving.receiveInboundParcel(input)),
    );
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(["matched"]));
    expect((await details(id)).records).toHaveLength(1);
    const other = { ...input, measurements: { weightGrams: 1251 } };
    const call = receiver.api.receiving.receiveInboundParcel(other);
    await expectApiError(call, "idempotency_key_reused");
  });

  test("also of a parcel without a number", async () => {
    const input = receiveInput(app, warehouseId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => receiver.api.receiving.receiveInboundParcel(input)),
    );
    expect(new Set(answers.map(({ parcel }) => parcel.id)).size).toBe(1);
  });
});

describe(`G6: ${timesAtOnce} scans of one label at once`, () => {
  test.each([
    ["expected", null],
    ["undeclared", "mei"],
    ["unmatched", null],
  ] as const)("record it once (%s)", async (kind, code) => {
    const scan = kind === "expected" ? (await declared(mei)).scan : unknownNumber();
    const memberCode = code === null ? null : codes[code];
    const desks = [receiver, await aStaffMember(app, ["receiver"])];
    const answers = await Promise.all(
      Array.from({ length: timesAtOnce }, async (_, index) => {
        const desk = desks[index % 2] ?? receiver;
        const { outcome } = await receiveScan(app, desk, { warehouseId, scan, memberCode });
        return outcome;
      }),
    );
    const first = kind === "expected" ? "matched" : kind;
    expect(answers.filter((outcome) => outcome === first)).toHaveLength(1);
    expect(answers.filter((outcome) => outcome === "seen_before")).toHaveLength(timesAtOnce - 1);
    expect(await countParcels(scan)).toBe(1);
  });
});

test("G6: a parcel that two desks choose at once is received once", async () => {
  const { id: inboundParcelId } = await declared(mei);
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive({ inboundParcelId })));
  expect(answers.filter(({ outcome }) => outcome === "matched")).toHaveLength(1);
  expect(answers.filter(({ outcome }) => outcome === "seen_before")).toHaveLength(19);
});

test("B17: A desk records 300 parcels a minute at most", async () => {
  const desk = await aStaffMember(app, ["receiver"]);
  const attempts = Array.from({ length: 300 }, () => ({
    bucket: `receivingPerAccount:${desk.userId}`,
    attemptedAt: app.clock.now(),
  }));
  await app.database.kysely.insertInto("attempts").values(attempts).execute();
  await expectApiError(receiveScan(app, desk, { warehouseId }), "too_many_requests");
  app.clock.advance(61_000);
  expect((await receiveScan(app, desk, { warehouseId })).outcome).toBe("unmatched");
});

test("G6, G7: after all this each parcel is received once, as it was measured, and packages agree", async () => {
  expect(await receivingFaults(app.database.kysely)).toEqual([]);
  expect(await stageFaults(app.database.kysely)).toEqual([]);
});
