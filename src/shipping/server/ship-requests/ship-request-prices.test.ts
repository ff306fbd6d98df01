// To the cent: what is accepted without a new yes of the customer, and what is not.
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  addFuelSurcharge,
  addMoney,
  aShipper,
  pack,
  packedRequest,
  packingDesk,
  receivedPackage,
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
  app.clock.set(begin);
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});
beforeEach(async () => {
  app.clock.set(begin);
  await setExchangeRates(app);
});

const begin = "2026-06-10T04:00:00Z";
const surface = "hk-post-surface";
/** 800 g by surface are 50.00 SGD, at 1.1 / 1.5. */
const surfaceCents = 3667;
const upToCap = { paymentMode: "automatic_up_to_cap", serviceCode: surface } as const;

const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const pass = async (days: number) => {
  app.clock.advance(days * 86_400_000);
  await setExchangeRates(app);
};

/** What a customer was notified of about ship requests. */
async function notifiedOf({ userId }: TestPerson): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select(["kind", "payload"])
    .where("userId", "=", userId)
    .orderBy("id")
    .execute();
  return rows
    .filter(({ kind }) => kind.startsWith("ship_request"))
    .map(({ kind, payload: { variant } }) => `${kind} ${variant ?? ""}`);
}

/** How the first quotes of a request ended. */
async function endsOf(shipRequestId: string): Promise<(string | null)[]> {
  const rows = await app.database.kysely
    .selectFrom("quotes")
    .select("ended")
    .where("shipRequestId", "=", shipRequestId)
    .orderBy("number")
    .execute();
  return rows.map(({ ended }) => ended);
}

/** Takes so many cents out of a wallet, as a lost dispute does. */
async function dispute({ userId }: TestPerson, amountCents: number): Promise<void> {
  await recordTransaction(app.database.kysely, {
    idempotencyKey: `dispute:${randomUUID()}`,
    userId,
    type: "dispute",
    amountCents,
    at: app.clock.now(),
  });
}

/** A box whose customer accepted the price by surface with a cent too little. */
async function aCentShort() {
  const customer = await aShipper(desk, ((surfaceCents - 1) / 100).toFixed(2));
  const { id, quotes } = await packedRequest(desk, customer);
  const quote = quotes.find(({ service }) => service.code === surface);
  const accepted = await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
  return { customer, id, accepted };
}

describe("a price that was accepted with too little money", () => {
  test("is waited for when a cent is missing, and accepted with exactly that cent", async () => {
    const { customer, id, accepted } = await aCentShort();
    expect(accepted).toMatchObject({ waitingReason: "top_up", missingCents: 1, heldCents: 0 });
    await addMoney(desk, customer, "0.01");
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({
      state: "accepted",
      totalCents: surfaceCents,
      heldCents: surfaceCents,
    });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
    expect((await notifiedOf(customer)).at(-1)).toBe("ship_request_packed accepted");
  });

  test("is not told as accepted while a cent is missing still", async () => {
    const customer = await aShipper(desk, ((surfaceCents - 2) / 100).toFixed(2));
    const { id, quotes } = await packedRequest(desk, customer);
    await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
    await addMoney(desk, customer, "0.01");
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ waitingReason: "top_up", missingCents: 1 });
    expect((await notifiedOf(customer)).at(-1)).toBe("ship_request_waiting top_up");
  });

  test("waits for its lane where that closed meanwhile, with enough money", async () => {
    const { customer, id } = await aCentShort();
    const { suspendLane, reopenLane } = desk.admin.api.lanes;
    const { id: laneId } = await suspendLane({
      carrierId: "hk-post",
      service: "surface",
      destinationCode: "MY",
      reason: "Storm",
      source: "",
      suspendedOn: "2026-01-01",
      confidence: "reported",
      translatedReasons: {},
    });
    await addMoney(desk, customer, "400");
    await app.runJobs();
    const { waitingReason, heldCents, quotes } = await read(customer, id);
    await reopenLane({ laneId });
    // A further run asks for the choice among the services that are left.
    expect(["lane_closed", "price"]).toContain(waitingReason);
    expect(heldCents).toBe(0);
    const open = quotes.filter(({ ended }) => ended === null);
    expect(waitingReason === "price" ? open.map(({ service }) => service.code) : []).toEqual(
      waitingReason === "price" ? ["hk-post-air"] : [],
    );
  });

  test("is replaced by a lower one", async () => {
    const { customer, id } = await aCentShort();
    await pass(7);
    const setDollar = (rate: string) =>
      app.database.kysely
        .updateTable("exchangeRates")
        .set({ rate })
        .where("currency", "=", "SGD")
        .execute();
    await setDollar("1.6");
    await signInBrowser(app, desk.admin.client, desk.admin.userId);
    await addMoney(desk, customer, "400");
    await app.runJobs();
    // 50.00 SGD, of which a euro has 1.6 now.
    expect(await read(customer, id)).toMatchObject({
      state: "accepted",
      totalCents: 3438,
      heldCents: 3438,
    });
    await setDollar("1.5");
  });

  test("G41: is never replaced by a higher one without a new yes", async () => {
    const { customer, id } = await aCentShort();
    await addFuelSurcharge(desk, "2026-06-12");
    // The last moment of the quote has passed.
    await pass(7);
    await signInBrowser(app, desk.admin.client, desk.admin.userId);
    await addMoney(desk, customer, "400");
    await app.runJobs();
    const anew = await read(customer, id);
    expect(anew).toMatchObject({
      state: "waiting_for_customer",
      waitingReason: "price",
      heldCents: 0,
    });
    const dearer = anew.quotes.find(({ service }) => service.code === surface);
    expect(dearer?.totalCents).toBe(surfaceCents + 1834);
    expect(await endsOf(id)).toEqual(["expired", "expired", null, null]);
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: surfaceCents - 1 + 40_000,
      heldCents: 0,
    });
  });
});

describe("a cap", () => {
  test("that is the price itself lets it be accepted when the box is closed", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const { id } = await request(customer, packageId, { ...upToCap, capCents: surfaceCents });
    await pack(desk, id, numbers);
    expect(await read(customer, id)).toMatchObject({ state: "accepted", heldCents: surfaceCents });
  });

  test("may be the whole balance, and no cent more", async () => {
    const customer = await aShipper(desk, "40");
    const { packageId } = await receivedPackage(desk, customer);
    const { id } = await request(customer, packageId, { ...upToCap, capCents: 4000 });
    expect(await read(customer, id)).toMatchObject({ heldCents: 4000 });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
  });

  test("that is the price itself waits for what a dispute took, to the cent", async () => {
    const customer = await aShipper(desk, "100");
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const { id } = await request(customer, packageId, { ...upToCap, capCents: surfaceCents });
    await dispute(customer, 10_000 - surfaceCents + 1);
    await pack(desk, id, numbers);
    expect(await read(customer, id)).toMatchObject({
      waitingReason: "top_up",
      missingCents: 1,
      heldCents: surfaceCents,
    });
    expect(await notifiedOf(customer)).toEqual(["ship_request_waiting top_up"]);
  });
});

describe("the storage of a shelved box", () => {
  test("is that of its parcels until it was packed, and of one piece from then on", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer);
    // Free for 60 days with Super, then 20 cents a day for each of two parcels.
    await pass(63);
    // Nobody was signed in that long.
    for (const { client, userId } of [customer, desk.packer]) {
      await signInBrowser(app, client, userId);
    }
    const { id } = await request(customer, packageId);
    await pack(desk, id, numbers);
    const first = await read(customer, id);
    expect(first.quotes.map(({ storageCents }) => storageCents)).toEqual([120, 120]);
    await pass(7);
    await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ state: "shelved", heldCents: 0 });
    const again = await request(customer, packageId);
    const open = again.quotes.filter(({ ended }) => ended === null);
    expect(open.map(({ storageCents }) => storageCents)).toEqual([120 + 140, 120 + 140]);
    const [quote] = open;
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    expect(await read(customer, again.id)).toMatchObject({ heldCents: quote?.totalCents });
  });
});
