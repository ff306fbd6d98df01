// What a ship request pays for storage: one cap for a parcel, nothing for our delay, and less with a larger plan.
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockWallet } from "#money/server/wallet/request-holds.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declareGoods } from "#test/goods-items.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { receiveScan } from "#test/receiving.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  addFuelSurcharge,
  addMoney,
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  setExchangeRates,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { signInBrowser, type TestPerson } from "#test/users.ts";

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

const surface = "hk-post-surface";
const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });

/** Noon in Hong Kong; sessions made on an earlier day still count. */
async function goTo(day: string, customer?: TestPerson): Promise<void> {
  app.clock.set(`${day}T04:00:00Z`);
  await setExchangeRates(app);
  const people = [desk.admin, desk.packer, desk.receiver, ...(customer ? [customer] : [])];
  for (const { client, userId } of people) await signInBrowser(app, client, userId);
}

async function watch(): Promise<void> {
  await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
  await app.runJobs();
}

/** A customer with Super, for whom parcels of 400 and 300 g were received on 10 June: they are free until 9 August. */
async function storing(weights?: readonly number[], amount = "500") {
  await goTo("2026-06-10");
  const customer = await aShipper(desk, amount);
  return { customer, ...(await receivedPackage(desk, customer, weights)) };
}

const givePlan = ({ userId }: TestPerson, plan: "Premium") =>
  desk.admin.api.plans.giveComplimentaryPlan({ userId, plan, reason: "A larger one" });

/** The open quote by surface. */
async function openQuote(customer: TestPerson, id: string) {
  const { quotes } = await read(customer, id);
  return quotes.find((quote) => quote.service.code === surface && quote.ended === null);
}

async function storageOf({ api }: TestPerson, inboundParcelId = "") {
  return (await api.inboundParcels.readInboundParcel({ inboundParcelId })).parcel.storage;
}

async function remindersOf({ userId }: TestPerson): Promise<number> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select("id")
    .where("userId", "=", userId)
    .where("kind", "=", "storage_reminder")
    .execute();
  return rows.length;
}

/** Another piece of a parcel that was received. */
async function receivePiece(numbers: readonly string[]) {
  const { parcel } = await receiveScan(app, desk.receiver, {
    warehouseId: desk.warehouseId,
    scan: numbers[0] ?? "",
    measurements: { weightGrams: 300, sidesMm: [150, 100, 60] },
    isAnotherPiece: true,
  });
  await declareGoods(app, [parcel.id]);
  return parcel;
}

/** Puts the second parcel of a package into one of its own, and packs both; returns their requests. */
async function packApart(
  customer: TestPerson,
  packageId: string,
  [staying, leaving]: readonly [string, string],
): Promise<[string, string]> {
  const { package: second } = await customer.api.packages.splitPackage({
    packageId,
    inboundParcelIds: [leaving],
    idempotencyKey: crypto.randomUUID(),
  });
  const packAlone = async (id: string, parcelId: string) => {
    const sent = await request(customer, id);
    const { parcels } = await desk.packer.api.packing.readShipRequest({ shipRequestId: sent.id });
    const found = parcels.find(({ inboundParcelId }) => inboundParcelId === parcelId);
    await pack(desk, sent.id, [found?.labelCode ?? ""], { isWeightConfirmed: true });
    return sent.id;
  };
  return [await packAlone(packageId, staying), await packAlone(second.id, leaving)];
}

/** How many transactions wait for the lock of another. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows.length;
}

describe("one cap for a parcel", () => {
  test("G48: a parcel that was shelved in a box after its cap costs nothing more", async () => {
    const { customer, packageId, numbers } = await storing([700]);
    await goTo("2027-01-10", customer);
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers);
    expect(await openQuote(customer, id)).toMatchObject({ storageCents: 2_000 });
    await goTo("2027-01-17", customer);
    await watch();
    expect(await read(customer, id)).toMatchObject({ state: "shelved" });
    await goTo("2027-12-01", customer);
    const again = await request(customer, packageId);
    expect(await openQuote(customer, again.id)).toMatchObject({ storageCents: 2_000 });
  });

  test("G48: two pieces under one number have one, also when they are sent one after the other", async () => {
    const { customer, packageId, numbers, parcelIds } = await storing([700]);
    const parcel = await receivePiece(numbers);
    await goTo("2027-01-10", customer);
    const both = await request(customer, packageId);
    const labels = await desk.packer.api.packing.readShipRequest({ shipRequestId: both.id });
    await pack(
      desk,
      both.id,
      labels.parcels.map(({ labelCode }) => labelCode),
      { weightGrams: 1_000 },
    );
    expect(await openQuote(customer, both.id)).toMatchObject({ storageCents: 2_000 });
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId: both.id });

    const [one, other] = await packApart(customer, packageId, [parcelIds[0] ?? "", parcel.id]);
    const { packageId: second } = await read(customer, other);
    const quote = await openQuote(customer, one);
    expect(quote).toMatchObject({ storageCents: 2_000 });
    const before = await openQuote(customer, other);
    expect(before).toMatchObject({ storageCents: 2_000 });
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    await expectApiError(
      customer.api.shipRequests.acceptQuote({ quoteId: before?.id ?? "" }),
      "quote_expired",
    );
    expect(await openQuote(customer, other)).toMatchObject({ storageCents: 0 });

    const trackingNumber = typedNumber();
    await desk.packer.api.labels.makeLabel({ shipRequestId: one, trackingNumber });
    const manifest = await aClosedManifest(desk.packer, desk.warehouseId, [trackingNumber]);
    await handOver(desk.packer, manifest.id);
    await app.runJobs();
    expect(await read(customer, one)).toMatchObject({ state: "handed_over" });
    const elsewhere = { ...recipient, address: "14 Jalan Ampang" };
    await customer.api.packages.updateRecipient({ packageId: second ?? "", recipient: elsewhere });
    expect(await openQuote(customer, other)).toMatchObject({ storageCents: 0 });
  });

  test("G48: two pieces that are sent apart have one also when both are accepted at once", async () => {
    const { customer, packageId, numbers, parcelIds } = await storing([700]);
    const parcel = await receivePiece(numbers);
    await goTo("2027-01-10", customer);
    const requestIds = await packApart(customer, packageId, [parcelIds[0] ?? "", parcel.id]);
    const { kysely } = app.database;
    const quoteIds = await Promise.all(
      requestIds.map(async (id) => (await openQuote(customer, id))?.id ?? ""),
    );
    const accept = async (quoteId: string) =>
      await customer.api.shipRequests.acceptQuote({ quoteId });
    let accepting: readonly Promise<unknown>[] = [];
    await atomically(kysely, async (db) => {
      await lockWallet(db, customer.userId);
      accepting = quoteIds.map(accept);
      await expect.poll(() => countWaiting(kysely)).toBe(2);
    });
    const outcomes = await Promise.allSettled(accepting);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const { holds = [] } = await customer.api.wallet.readWallet({});
    const storage = holds.filter(({ type }) => type === "storage_fee");
    expect(storage.map(({ amountCents }) => amountCents)).toEqual([2_000]);
  });
});

describe("pieces that arrived one after the other", () => {
  test.each([
    { arrived: "2026-12-07", first: "later", whole: 2_000 },
    { arrived: "2026-12-07", first: "earlier", whole: 2_000 },
    { arrived: "2026-12-08", first: "later", whole: 4_000 },
    { arrived: "2026-12-08", first: "earlier", whole: 4_000 },
  ])(
    "G48: have one cap within 180 days, whichever goes first: $arrived, the $first, $whole",
    async ({ arrived, first, whole }) => {
      const { customer, packageId, numbers, parcelIds } = await storing([700]);
      await goTo(arrived, customer);
      const parcel = await receivePiece(numbers);
      await goTo("2027-08-10", customer);
      const requestIds = await packApart(customer, packageId, [parcelIds[0] ?? "", parcel.id]);
      const accept = async (id: string) => {
        const quote = await openQuote(customer, id);
        return await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
      };
      const inOrder = first === "earlier" ? requestIds : requestIds.toReversed();
      for (const id of inOrder) {
        // What the other one made cheaper is shown first.
        const accepted = await accept(id).catch(() => accept(id));
        expect(accepted).toMatchObject({ state: "accepted" });
      }
      const { holds = [] } = await customer.api.wallet.readWallet({});
      const storage = holds.filter(({ type }) => type === "storage_fee");
      expect(storage.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(whole);
    },
  );
});

describe("a larger plan", () => {
  test("G49: or a fee that ends makes no price without a fee of what is above the plan", async () => {
    const { setOverWeightFee } = desk.admin.api.boxes;
    const { customer, packageId, numbers } = await storing([4_100]);
    await setOverWeightFee({ feeCents: 150, expectedVersion: null });
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers, { weightGrams: 4_501 });
    const quote = await openQuote(customer, id);
    expect(quote).toMatchObject({ serviceCents: 300 });
    await setOverWeightFee({ feeCents: null, expectedVersion: 150 });
    const waiting = await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    expect(waiting).toMatchObject({ waitingReason: "over_plan", heldCents: 0 });
    expect(await openQuote(customer, id)).toEqual(quote);
  });

  test("G49: makes open quotes anew with its free days, and nothing of them dearer", async () => {
    const { customer, packageId, numbers } = await storing();
    await goTo("2026-08-11", customer);
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers);
    const before = await openQuote(customer, id);
    expect(before).toMatchObject({ storageCents: 80 });
    await addFuelSurcharge(desk, "2026-08-12");
    await goTo("2026-08-13", customer);
    await givePlan(customer, "Premium");
    await app.runJobs();
    const after = await openQuote(customer, id);
    expect(after).toMatchObject({
      storageCents: 0,
      freightCents: before?.freightCents,
      totalCents: (before?.totalCents ?? 0) - 80,
      validUntil: before?.validUntil,
    });
    const { events, waitingReason } = await read(customer, id);
    expect([waitingReason, events.at(-1)?.kind]).toEqual(["price", "quoted_anew"]);
    await expectApiError(
      customer.api.shipRequests.acceptQuote({ quoteId: before?.id ?? "" }),
      "quote_expired",
    );
    const accepted = await customer.api.shipRequests.acceptQuote({ quoteId: after?.id ?? "" });
    expect(accepted).toMatchObject({ state: "accepted", totalCents: after?.totalCents });
  });

  test("G49: lets go on what waited for money or above its cap, and what was not looked at yet", async () => {
    const waiting = await storing(undefined, "0");
    const capped = await storing();
    const quick = await storing();
    await goTo("2026-08-20", waiting.customer);
    for (const { customer } of [capped, quick]) {
      await signInBrowser(app, customer.client, customer.userId);
    }
    const packed = async ({ customer, packageId, numbers }: typeof waiting, cap?: number) => {
      const { id } = await request(customer, packageId, {
        ...(cap !== undefined && {
          paymentMode: "automatic_up_to_cap",
          serviceCode: surface,
          capCents: cap,
        }),
      });
      await pack(desk, id, numbers);
      return { id, quote: await openQuote(customer, id) };
    };
    const one = await packed(waiting);
    expect(one.quote).toMatchObject({ storageCents: 440 });
    await waiting.customer.api.shipRequests.acceptQuote({ quoteId: one.quote?.id ?? "" });
    await addMoney(desk, waiting.customer, String((one.quote?.totalCents ?? 0) / 100 - 1));
    const freightCents = one.quote?.freightCents ?? 0;
    const two = await packed(capped, freightCents + 100);
    const three = await packed(quick);
    await app.runJobs();
    expect(await read(waiting.customer, one.id)).toMatchObject({ waitingReason: "top_up" });
    expect(await read(capped.customer, two.id)).toMatchObject({ waitingReason: "over_cap" });
    for (const { customer } of [waiting, capped, quick]) await givePlan(customer, "Premium");
    await expectApiError(
      quick.customer.api.shipRequests.acceptQuote({ quoteId: three.quote?.id ?? "" }),
      "quote_expired",
    );
    await app.runJobs();
    for (const [{ customer }, { id }] of [
      [waiting, one],
      [capped, two],
    ] as const) {
      const accepted = await read(customer, id);
      expect(accepted).toMatchObject({ state: "accepted", totalCents: freightCents });
    }
    expect(await openQuote(quick.customer, three.id)).toMatchObject({ storageCents: 0 });
  });
});

describe("the clock of a requested parcel", () => {
  test("G48: stops when it was promised to be packed, so a late packing costs nothing more", async () => {
    const { customer, packageId, numbers, parcelIds } = await storing();
    await goTo("2026-08-11", customer);
    const { id } = await request(customer, packageId);
    const seen: unknown[] = [];
    for (const day of ["2026-08-13", "2026-08-14", "2026-08-16", "2026-08-19"]) {
      await goTo(day, customer);
      await watch();
      await watch();
      await app.services.jobs.enqueue(app.database.kysely, "remind-of-storage", {});
      await app.runJobs();
      const { accruedCents = 0, freeUntil } = (await storageOf(customer, parcelIds[0])) ?? {};
      seen.push([day, accruedCents, freeUntil]);
    }
    expect(seen).toEqual([
      ["2026-08-13", 80, "2026-08-09"],
      ["2026-08-14", 80, "2026-08-10"],
      ["2026-08-16", 80, "2026-08-12"],
      ["2026-08-19", 80, "2026-08-15"],
    ]);
    // One for each parcel on the 13th, before the promised hour had passed.
    expect(await remindersOf(customer)).toBe(2);
    await goTo("2026-08-20", customer);
    await pack(desk, id, numbers);
    expect(await openQuote(customer, id)).toMatchObject({ storageCents: 160 });
    // Counted from the day on which it was received, with the days of the delay.
    await givePlan(customer, "Premium");
    expect(await storageOf(customer, parcelIds[0])).toMatchObject({ freeUntil: "2026-09-15" });
  });

  test("G48: goes on where it is canceled, with the days of the delay free", async () => {
    const { customer, packageId, parcelIds } = await storing();
    await goTo("2026-08-11", customer);
    const { id } = await request(customer, packageId);
    await goTo("2026-08-18", customer);
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId: id });
    const free = { freeUntil: "2026-08-14" };
    expect(await storageOf(customer, parcelIds[0])).toMatchObject({ ...free, accruedCents: 80 });
    await goTo("2026-08-20", customer);
    await watch();
    expect(await storageOf(customer, parcelIds[0])).toMatchObject({ ...free, accruedCents: 120 });
  });

  test("G48: stays where it stopped while a packed box is quoted anew", async () => {
    const { customer, packageId, numbers } = await storing();
    await goTo("2026-08-11", customer);
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers);
    const quote = await openQuote(customer, id);
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    await goTo("2026-08-19", customer);
    await watch();
    expect(await read(customer, id)).toMatchObject({ waitingReason: "price" });
    // Promised for the 13th.
    expect(await openQuote(customer, id)).toMatchObject({ storageCents: 160 });
  });
});
