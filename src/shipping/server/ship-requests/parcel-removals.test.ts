// Parcels that are returned to their sender or disposed of, which one person asks for and another confirms.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ParcelRemovalGround, ParcelRemovalKind } from "#goods/rules/parcel-removal.ts";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { addCalendarDays, addDays, localTime } from "#platform/rules/calendar.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import { expectApiError } from "#test/api-errors.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { receiveScan, takeGoodsOff } from "#test/receiving.ts";
import { receivingFaults } from "#test/receiving-faults.ts";
import { stageFaults } from "#test/stage-faults.ts";
import {
  aShipper,
  packedRequest,
  packingDesk,
  receivedPackage,
  request,
  shelvedParcel,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

const reason = "The box is empty";
const openForStaff =
  "A second person is still to decide whether this parcel is returned or disposed of. Have it declined first, then try again.";
const takenGoods =
  "No battery or property of its goods, recorded, stated or found, keeps this parcel from every shipping service wherever it goes. Correct the receiving record or the goods first where they are wrong.";

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

function removalInput(inboundParcelId: string) {
  return {
    inboundParcelId,
    kind: "return" as ParcelRemovalKind,
    ground: "owner_agreed" as ParcelRemovalGround,
    consent: "Email of 3 June",
    reason,
    file: desk.photo,
    idempotencyKey: randomUUID(),
  };
}

type Changes = Partial<ReturnType<typeof removalInput>>;

async function ask(inboundParcelId: string, changes: Changes = {}, by: TestPerson = desk.packer) {
  const input = { ...removalInput(inboundParcelId), ...changes };
  return await by.api.parcelRemovals.requestParcelRemoval(input);
}

async function confirm(
  inboundParcelId: string,
  { id: removalId }: { readonly id: string },
  by: TestPerson = support,
) {
  const input = { inboundParcelId, removalId, idempotencyKey: randomUUID() };
  return await by.api.parcelRemovals.confirmParcelRemoval(input);
}

async function decline(
  inboundParcelId: string,
  { id: removalId }: { readonly id: string },
  by: TestPerson = support,
) {
  const input = {
    inboundParcelId,
    removalId,
    reason: "It is theirs",
    idempotencyKey: randomUUID(),
  };
  return await by.api.parcelRemovals.declineParcelRemoval(input);
}

async function stored(parcelId: string) {
  return await app.database.kysely
    .selectFrom("inboundParcels")
    .selectAll()
    .where("id", "=", parcelId)
    .executeTakeFirstOrThrow();
}

async function told({ userId }: TestPerson) {
  const { rows } = await sql<{ variant: string }>`
    select payload ->> 'variant' as variant from notifications
    where user_id = ${userId} and kind = 'parcel_removal' order by id
  `.execute(app.database.kysely);
  return rows.map(({ variant }) => variant);
}

async function walletOf({ api }: TestPerson) {
  const { balanceCents, heldCents } = await api.wallet.readWallet({});
  return { balanceCents, heldCents };
}

async function orderContentsCheck({ api }: TestPerson, inboundParcelId: string) {
  const input = { code: "contents_check", inboundParcelId, idempotencyKey: randomUUID() };
  return await api.extraServices.requestExtraService(input);
}

async function auditOf(target: string) {
  const entries = await app.database.kysely
    .selectFrom("auditLog")
    .select(["action", "actorId", "after", "reason"])
    .where("target", "=", target)
    .where("errorCode", "is", null)
    .orderBy("id")
    .execute();
  return entries.filter(({ action }) => action.startsWith("parcelRemovals."));
}

/** Runs `act` so many days later, with a member of staff who is signed in then. */
async function daysLater(days: number, act: (member: TestPerson) => Promise<void>): Promise<void> {
  const today = app.clock.now();
  app.clock.set(addDays(today, days).toISOString());
  try {
    await act(await aStaffMember(app, ["support"]));
  } finally {
    app.clock.set(today.toISOString());
  }
}

/** Lets the free days of a loose parcel have ended so many days ago. */
async function letFreeDaysEnd({ userId }: TestPerson, id: string, days: number): Promise<void> {
  const { kysely } = app.database;
  const { storageRateId } = await stored(id);
  const today = localTime("Asia/Hong_Kong", app.clock.now()).day;
  const freeUntil = addCalendarDays(today, -days);
  const storage = { storageFrom: freeUntil, freeUntil, storageRateId };
  const nobodys = { userId: null, storageFrom: null, freeUntil: null, storageRateId: null };
  // Only the days of another owner may be earlier.
  for (const set of [nobodys, { userId, ...storage }]) {
    await kysely.updateTable("inboundParcels").set(set).where("id", "=", id).execute();
  }
}

/** Lets a parcel have arrived so many days ago. */
async function letArrive(id: string, days: number): Promise<void> {
  const receivedAt = addDays(app.clock.now(), -days);
  const { kysely } = app.database;
  await kysely.updateTable("inboundParcels").set({ receivedAt }).where("id", "=", id).execute();
}

async function expectTooEarly(call: Promise<unknown>): Promise<void> {
  await expect(call).rejects.toMatchObject({
    code: "removal_not_allowed",
    message: expect.stringContaining("can be returned or disposed of from"),
  });
}

/** A parcel without a known owner. */
async function aParcelOfNobody(): Promise<string> {
  const { warehouseId } = desk;
  const { parcel } = await receiveScan(app, desk.receiver, { warehouseId, scan: freshNumber() });
  return parcel.id;
}

describe("a parcel that its owner does not want", () => {
  test("is asked for by one person and returned by another, and costs its owner nothing", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei);
    const [parcelId = "", otherId = ""] = parcelIds;
    const before = await walletOf(mei);
    await orderContentsCheck(mei, parcelId);
    expect(await walletOf(mei)).not.toEqual(before);
    const removal = await ask(parcelId);
    expect(removal).toMatchObject({ state: "asked", isAskedByReader: true, noticeUntil: null });
    expect(await stored(parcelId)).toMatchObject({ state: "received", removalAsked: "return" });
    expect(await told(mei)).toEqual([]);
    await expectApiError(confirm(parcelId, removal, desk.packer), "second_person_needed");
    await confirm(parcelId, removal);
    expect(await walletOf(mei)).toEqual(before);
    expect(await stored(parcelId)).toMatchObject({
      state: "returned",
      removalAsked: null,
      userId: mei.userId,
      packageId: null,
      storageLocationId: null,
      freeUntil: null,
    });
    const { package: pkg } = await mei.api.packages.readPackage({ packageId });
    expect([pkg.parcelsCount, pkg.parcelsHereCount]).toEqual([1, 1]);
    expect((await stored(otherId)).packageId).toBe(packageId);
    const own = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId: parcelId });
    expect(own.events.slice(-2).map(({ kind }) => kind)).toEqual(["return_asked", "returned"]);
    expect(own.removal).toMatchObject({ kind: "return", state: "confirmed", reason });
    expect(own.images.map(({ id }) => id)).toContain(own.removal?.imageId);
    expect(own.parcel.storage).toBeNull();
    expect(await told(mei)).toEqual(["returned"]);
    const [asked, confirmed] = await auditOf(parcelId);
    expect(asked).toMatchObject({
      action: "parcelRemovals.requestParcelRemoval",
      actorId: desk.packer.userId,
      reason,
    });
    expect(confirmed).toMatchObject({
      action: "parcelRemovals.confirmParcelRemoval",
      actorId: support.userId,
      after: { state: "returned", askedBy: desk.packer.userId },
    });
  });

  test("cannot be sent until somebody has declined", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei);
    const [parcelId = "", otherId = ""] = parcelIds;
    const removal = await ask(parcelId);
    await expectApiError(
      request(mei, packageId, { inboundParcelIds: [...parcelIds] }),
      "parcel_removal_open",
    );
    const { id: shipRequestId, version } = await request(mei, packageId);
    const sent = await mei.api.shipRequests.readShipRequest({ shipRequestId });
    expect(sent.parcels.filter(({ state }) => state !== "left_out")).toHaveLength(1);
    const added = { shipRequestId, inboundParcelIds: [...parcelIds], expectedVersion: version };
    await expectApiError(mei.api.shipRequests.changeParcels(added), "parcel_removal_open");
    const alone = { packageId, inboundParcelIds: [parcelId] };
    await expectApiError(mei.api.shipRequests.estimateShipping(alone), "parcel_removal_open");
    await decline(parcelId, removal);
    await mei.api.shipRequests.changeParcels(added);
    const later = await mei.api.shipRequests.readShipRequest({ shipRequestId });
    expect(later.parcels.map(({ inboundParcelId }) => inboundParcelId).toSorted()).toEqual(
      [parcelId, otherId].toSorted(),
    );
    const own = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId: parcelId });
    expect(own.removal).toBeNull();
    expect(own.events.at(-1)?.kind).toBe("removal_declined");
  });

  test("can be asked for again once it was taken back by whoever asked", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    const first = await ask(parcelId, {}, support);
    await expectApiError(ask(parcelId), "parcel_removal_open", openForStaff);
    await decline(parcelId, first, support);
    await expectApiError(decline(parcelId, first), "conflict");
    await expectApiError(confirm(parcelId, first), "conflict");
    const second = await ask(parcelId, { kind: "dispose" }, support);
    await confirm(parcelId, second, desk.packer);
    expect((await stored(parcelId)).state).toBe("disposed");
    expect(await told(mei)).toEqual(["disposed"]);
  });

  test("is disposed of where a packer asks and support confirms", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    await confirm(parcelId, await ask(parcelId, { kind: "dispose" }));
    expect(await stored(parcelId)).toMatchObject({ state: "disposed", storageLocationId: null });
    expect(await told(mei)).toEqual(["disposed"]);
  });

  test("needs to say where, has to have an owner, and is the one who was asked", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    await expectApiError(
      ask(parcelId, { consent: "" }),
      "removal_not_allowed",
      "Please state where the owner agreed.",
    );
    await expectApiError(
      ask(await aParcelOfNobody()),
      "removal_not_allowed",
      "The owner of this parcel is unknown, so nobody can have agreed.",
    );
    const removal = await ask(parcelId);
    await mei.api.inboundParcels.rejectInboundParcel({ inboundParcelId: parcelId });
    await expectApiError(confirm(parcelId, removal), "conflict");
    await decline(parcelId, removal);
  });

  test("is refused in a ship request, with its number, and in a box", async () => {
    const mei = await aShipper(desk);
    const { packageId, parcelIds } = await receivedPackage(desk, mei);
    const [parcelId = ""] = parcelIds;
    const { id } = await request(mei, packageId);
    const { number } = await app.database.kysely
      .selectFrom("shipRequests")
      .select("number")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await expectApiError(
      ask(parcelId),
      "ship_request_open",
      `This parcel goes with ship request ${shipRequestReference(number)}. Have a packer or support cancel the request first, then try again.`,
    );
    const packed = await packedRequest(desk, mei);
    await expectApiError(ask(packed.parcels[0]?.inboundParcelId ?? ""), "parcel_in_box");
  });

  test("is not put right otherwise meanwhile, and a repeat asks for nothing again", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    const input = removalInput(parcelId);
    const first = await desk.packer.api.parcelRemovals.requestParcelRemoval(input);
    expect(await desk.packer.api.parcelRemovals.requestParcelRemoval(input)).toEqual(first);
    const key = { idempotencyKey: randomUUID() };
    await expectApiError(
      support.api.receiving.undoReceiving({ inboundParcelId: parcelId, reason, ...key }),
      "parcel_removal_open",
      openForStaff,
    );
    await confirm(parcelId, first);
    const again = await desk.packer.api.parcelRemovals.requestParcelRemoval(input);
    expect(again.state).toBe("confirmed");
    await expectApiError(ask(parcelId), "inbound_parcel_not_free");
  });

  test("of two who confirm and decline at once one does", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    await orderContentsCheck(mei, parcelId);
    const removal = await ask(parcelId);
    const calls = await Promise.allSettled([
      confirm(parcelId, removal),
      confirm(parcelId, removal, desk.admin),
      decline(parcelId, removal),
    ]);
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("releases what was held once, also while the customer cancels the service and pays", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    const before = await walletOf(mei);
    const { id: extraServiceRequestId } = await orderContentsCheck(mei, parcelId);
    const removal = await ask(parcelId);
    await Promise.allSettled([
      confirm(parcelId, removal),
      confirm(parcelId, removal, desk.admin),
      mei.api.extraServices.cancelExtraService({ extraServiceRequestId }),
    ]);
    expect(await walletOf(mei)).toEqual(before);
    expect((await stored(parcelId)).state).toBe("returned");
    await requireSoundLedger(app.database.kysely);
  });
});

describe("a parcel that lies here for too long", () => {
  const long = { kind: "dispose", ground: "long_stored", consent: "" } as const;

  test("is asked for 60 days after its free days; its owner is told and can object for a week", async () => {
    const mei = await aShipper(desk);
    const parcelId = await shelvedParcel(desk, mei);
    await letFreeDaysEnd(mei, parcelId, 60);
    await expectTooEarly(ask(parcelId, long));
    await letFreeDaysEnd(mei, parcelId, 61);
    const removal = await ask(parcelId, long);
    expect(await told(mei)).toEqual(["disposal_asked"]);
    const today = localTime("Asia/Hong_Kong", app.clock.now()).day;
    expect(removal.noticeUntil).toBe(addCalendarDays(today, 7));
    const tooSoon = { code: "removal_notice_running", data: { day: removal.noticeUntil } };
    await expect(confirm(parcelId, removal)).rejects.toMatchObject(tooSoon);
    await daysLater(7, async (member) => {
      await expect(confirm(parcelId, removal, member)).rejects.toMatchObject(tooSoon);
      await sendNotifications(app.services);
    });
    await daysLater(8, async (member) => {
      await confirm(parcelId, removal, member);
    });
    await daysLater(9, async () => {
      await sendNotifications(app.services);
    });
    expect(await told(mei)).toEqual(["disposal_asked", "disposed"]);
    const emails = await app.emailsTo(mei.email);
    expect(emails.filter(({ subject }) => subject.endsWith("was disposed of"))).toHaveLength(1);
    const asked = emails.find(({ subject }) => subject.includes("will be disposed of"));
    expect(asked?.subject).toContain("You can object until ");
    expect(asked?.text).toContain(reason);
    expect(asked?.text).toContain(`/dashboard/parcels/${parcelId}?case=new`);
  });

  test("is judged by its arrival where its owner is unknown, whom nobody can tell", async () => {
    const parcelId = await aParcelOfNobody();
    await letArrive(parcelId, 60);
    await expectTooEarly(ask(parcelId, long));
    await letArrive(parcelId, 61);
    const removal = await ask(parcelId, long);
    expect(removal.noticeUntil).toBeNull();
    await confirm(parcelId, removal);
    expect((await stored(parcelId)).state).toBe("disposed");
  });
});

test("Dangerous goods go at once, where every service refuses what was recorded", async () => {
  const mei = await aShipper(desk);
  const parcelId = await shelvedParcel(desk, mei);
  const danger = { kind: "dispose", ground: "dangerous_goods", consent: "" } as const;
  await expectApiError(ask(parcelId, danger), "removal_not_allowed", takenGoods);
  const findLoose = async () => {
    await desk.receiver.api.receiving.measureAgain({
      inboundParcelId: parcelId,
      measurements: { weightGrams: 300, battery: "loose" },
      station: "Desk 1",
      recordedAt: app.clock.now().toISOString(),
      idempotencyKey: randomUUID(),
    });
  };
  await findLoose();
  const removal = await ask(parcelId, danger);
  await takeGoodsOff(desk, parcelId);
  await expectApiError(confirm(parcelId, removal), "removal_not_allowed", takenGoods);
  await findLoose();
  await confirm(parcelId, removal);
  expect((await stored(parcelId)).state).toBe("disposed");
});

test("Staff find what waits for a second person, and a stocktake expects it no longer once it is gone", async () => {
  const mei = await aShipper(desk);
  const parcelId = await shelvedParcel(desk, mei);
  const removal = await ask(parcelId);
  const open = async () => {
    const { items } = await support.api.inboundParcels.listAllInboundParcels({
      filter: "removal_asked",
    });
    return items.map(({ id }) => id);
  };
  expect(await open()).toContain(parcelId);
  const { work } = await support.api.admin.readDashboard({});
  expect(work.find(({ kind }) => kind === "parcel_removals")?.count).toBe((await open()).length);
  const staff = await support.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: parcelId,
  });
  expect(staff.removal).toMatchObject({ isAskedByReader: false, askedByEmail: desk.packer.email });
  const byPacker = await desk.packer.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: parcelId,
  });
  expect(byPacker.removal).toMatchObject({ isAskedByReader: true, askedByEmail: null });
  await confirm(parcelId, removal);
  expect(await open()).not.toContain(parcelId);
  const { warehouseId } = desk;
  const shelf = await desk.receiver.api.stocktakes.listStoredParcels({ warehouseId });
  expect(JSON.stringify(shelf)).not.toContain((await stored(parcelId)).labelCode);
});
