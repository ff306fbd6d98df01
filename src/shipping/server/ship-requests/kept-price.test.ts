// What staff correct after a price was accepted costs its customer nothing: the same price is accepted again, whatever is quoted by then.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { declaredGoods } from "#test/goods-items.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  addMoney,
  aShipper,
  packedRequest,
  packingDesk,
  setExchangeRates,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";

const day = 86_400_000;
let start = Date.parse("2026-06-10T04:00:00Z");

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set(new Date(start).toISOString());
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});
// Each test has rates of its own, which are not used any more when the next begins.
beforeEach(async () => {
  start += 30 * day;
  app.clock.set(new Date(start).toISOString());
  await setExchangeRates(app);
  desk = { ...desk, admin: await anAdmin(app) };
  for (const { client, userId } of [desk.packer, desk.receiver])
    await signInBrowser(app, client, userId);
});

const passTo = (days: number) => app.clock.set(new Date(start + days * day).toISOString());

async function watch(): Promise<void> {
  await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
  await app.runJobs();
}

/** From today on every service costs twice as much. */
async function becomeDearer(): Promise<void> {
  await setExchangeRates(app);
  await app.database.kysely
    .updateTable("exchangeRates")
    .set({ rate: "0.75" })
    .where("currency", "=", "SGD")
    .where("day", "=", app.clock.now().toISOString().slice(0, 10))
    .execute();
}

/** Closes a service of Hong Kong Post to Malaysia; returns how it opens again. */
async function close(service: "air" | "surface"): Promise<() => Promise<unknown>> {
  const { suspendLane, reopenLane } = desk.admin.api.lanes;
  const { id: laneId } = await suspendLane({
    carrierId: "hk-post",
    service,
    destinationCode: "MY",
    reason: "Storm",
    source: "",
    suspendedOn: "2026-01-01",
    confidence: "reported",
    translatedReasons: {},
  });
  return async () => await reopenLane({ laneId });
}

const surface = "hk-post-surface";
/** 800 g by surface, before it becomes dearer. */
const surfaceCents = 3667;
const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: surface,
  capCents: 4000,
} as const;

type Input = NonNullable<Parameters<typeof packedRequest>[2]>;

const acceptances: readonly (readonly [how: string, input: Input])[] = [
  ["was accepted by its customer", {}],
  ["was accepted up to a cap", cap],
];

const read = ({ api }: TestPerson, { id: shipRequestId }: Pick<ShipRequest, "id">) =>
  api.shipRequests.readShipRequest({ shipRequestId });

async function accept(customer: TestPerson, shipRequest: ShipRequest): Promise<ShipRequest> {
  const { quotes } = await read(customer, shipRequest);
  const quote = quotes.find(({ service }) => service.code === surface);
  return await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
}

/** A box whose price by surface was accepted, by its customer or by itself. */
async function acceptedBox(input: Input = {}) {
  const mei = await aShipper(desk);
  const packed = await packedRequest(desk, mei, input);
  const accepted = packed.state === "accepted" ? packed : await accept(mei, packed);
  expect(accepted).toMatchObject({ state: "accepted", totalCents: surfaceCents });
  return { mei, accepted };
}

/** Staff correct the description of goods in a parcel of a request. */
async function correct({ parcels }: ShipRequest, description = "Clay teapots", place = 0) {
  const { originCode, hsCode, netGrams } = declaredGoods;
  await desk.packer.api.goods.correctItems({
    inboundParcelId: parcels[place]?.inboundParcelId ?? "",
    corrections: [{ index: 0, description, originCode, hsCode, netGrams }],
    reason: "It is of clay",
  });
}

async function confirm({ api }: TestPerson, { id: shipRequestId }: Pick<ShipRequest, "id">) {
  const { declaredHash } = await api.shipRequests.readDeclaration({ shipRequestId });
  return await api.shipRequests.confirmDeclaration({ shipRequestId, declaredHash });
}

/** The open prices of a box, by service. */
async function pricesOf(customer: TestPerson, shipRequest: Pick<ShipRequest, "id">) {
  const { quotes } = await read(customer, shipRequest);
  return Object.fromEntries(
    quotes
      .filter(({ ended }) => ended === null)
      .map(({ service, totalCents }) => [service.code, totalCents]),
  );
}

/** What a wallet has, and every cent that is held in it. */
async function moneyOf({ api, userId }: TestPerson) {
  const { balanceCents, heldCents } = await api.wallet.readWallet({});
  const holds = await app.database.kysely
    .selectFrom("holds")
    .select(["type", "amountCents"])
    .where("userId", "=", userId)
    .where("state", "=", "held")
    .orderBy("type")
    .execute();
  return { balanceCents, heldCents, holds };
}

const again = { state: "accepted", totalCents: surfaceCents, heldCents: surfaceCents } as const;
const waiting = {
  state: "waiting_for_customer",
  waitingReason: "declaration",
  heldCents: surfaceCents,
} as const;

describe("The price that was accepted", () => {
  test("holds eight days later while all became dearer, and from the yes on as long as any", async () => {
    const { mei, accepted } = await acceptedBox();
    const money = await moneyOf(mei);
    passTo(5);
    await correct(accepted);
    passTo(8);
    await becomeDearer();
    await watch();
    expect(await read(mei, accepted)).toMatchObject(waiting);
    expect((await pricesOf(mei, accepted))[surface]).toBe(surfaceCents);
    expect(await confirm(mei, accepted)).toMatchObject(again);
    expect(await moneyOf(mei)).toEqual(money);
    passTo(14);
    await watch();
    expect(await read(mei, accepted)).toMatchObject(again);
    passTo(16);
    await becomeDearer();
    await watch();
    expect(await read(mei, accepted)).toMatchObject({
      waitingReason: "price",
      heldCents: surfaceCents,
    });
  });

  test.each(acceptances)(
    "%s, and holds while another service closes and opens",
    async (_how, input) => {
      const { mei, accepted } = await acceptedBox(input);
      const money = await moneyOf(mei);
      await correct(accepted);
      passTo(1);
      await becomeDearer();
      const open = await close("air");
      await watch();
      expect(await read(mei, accepted)).toMatchObject(waiting);
      expect(await pricesOf(mei, accepted)).toEqual({ [surface]: surfaceCents });
      await open();
      await watch();
      const prices = await pricesOf(mei, accepted);
      expect(Object.keys(prices).toSorted()).toEqual(["hk-post-air", surface]);
      expect(prices[surface]).toBe(surfaceCents);
      // No job has come to the box before the yes.
      const reopen = await close("air");
      expect(await confirm(mei, accepted)).toMatchObject(again);
      await reopen();
      expect(await moneyOf(mei)).toEqual(money);
    },
  );

  test("holds however often staff correct, and is accepted once whoever says yes twice and at once", async () => {
    const { mei, accepted } = await acceptedBox();
    const money = await moneyOf(mei);
    passTo(5);
    await correct(accepted);
    passTo(8);
    await becomeDearer();
    await correct(accepted, "Red clay teapots", 1);
    passTo(9);
    const { api } = mei;
    const shipRequestId = accepted.id;
    const { declaredHash } = await api.shipRequests.readDeclaration({ shipRequestId });
    const yes = () => api.shipRequests.confirmDeclaration({ shipRequestId, declaredHash });
    const answers = await Promise.all([yes(), yes(), yes()]);
    expect(answers).toMatchObject([again, again, again]);
    expect((await yes()).version).toBe(answers[0]?.version);
    const { events } = await read(mei, accepted);
    expect(events.filter(({ kind }) => kind === "accepted")).toHaveLength(2);
    expect(await moneyOf(mei)).toEqual(money);

    await correct(accepted, "Brown clay teapots");
    expect(await read(mei, accepted)).toMatchObject(waiting);
    expect(await confirm(mei, accepted)).toMatchObject(again);
    expect(await moneyOf(mei)).toEqual(money);
  });

  test("holds while exchange rates are missing, with which nothing else is quoted", async () => {
    const { mei, accepted } = await acceptedBox();
    // The newest rates are too old by now.
    passTo(8);
    await watch();
    await correct(accepted);
    expect(await read(mei, accepted)).toMatchObject(waiting);
    expect(await pricesOf(mei, accepted)).toEqual({ [surface]: surfaceCents });
    expect(await confirm(mei, accepted)).toMatchObject(again);
  });

  test("is what a deposit is waited for, and lets the box go on with exactly that", async () => {
    const mei = await aShipper(desk, "36.66");
    const packed = await packedRequest(desk, mei);
    expect(await accept(mei, packed)).toMatchObject({ waitingReason: "top_up", missingCents: 1 });
    await correct(packed);
    expect(await read(mei, packed)).toMatchObject({ waitingReason: "declaration", heldCents: 0 });
    passTo(1);
    await becomeDearer();
    const open = await close("air");
    await watch();
    expect(await confirm(mei, packed)).toMatchObject({ waitingReason: "top_up", missingCents: 1 });
    await open();
    await addMoney({ admin: await anAdmin(app) }, mei, "0.01");
    await app.runJobs();
    expect(await read(mei, packed)).toMatchObject(again);
    expect((await mei.api.wallet.readWallet({})).balanceCents).toBe(0);
  });

  test("ends where its customer chooses another service, for which money is missing", async () => {
    const mei = await aShipper(desk, "36.66");
    const packed = await packedRequest(desk, mei);
    await accept(mei, packed);
    await correct(packed);
    expect(await confirm(mei, packed)).toMatchObject({ waitingReason: "top_up" });
    const { quotes } = await read(mei, packed);
    const air = quotes.find(({ service }) => service.code === "hk-post-air");
    const chosen = await mei.api.shipRequests.acceptQuote({ quoteId: air?.id ?? "" });
    expect(chosen).toMatchObject({ waitingReason: "top_up", heldCents: 0 });
    const open = await close("air");
    await watch();
    await addMoney({ admin: await anAdmin(app) }, mei, "100");
    await app.runJobs();
    await watch();
    // What is left is not taken by itself.
    expect(await read(mei, packed)).toMatchObject({ state: "waiting_for_customer", heldCents: 0 });
    await open();
  });

  test("ends where its own service closes: what is held stays, and another one is chosen", async () => {
    const { mei, accepted } = await acceptedBox();
    await correct(accepted);
    const open = await close("surface");
    await watch();
    expect(await read(mei, accepted)).toMatchObject(waiting);
    expect(Object.keys(await pricesOf(mei, accepted))).toEqual(["hk-post-air"]);
    expect(await confirm(mei, accepted)).toMatchObject({
      waitingReason: "price",
      heldCents: surfaceCents,
    });
    await open();
  });
});
