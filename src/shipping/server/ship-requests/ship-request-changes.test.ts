// What changes between the quote of a packed box and its acceptance: cap, balance, rates, lane and plan.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  addFuelSurcharge,
  addMoney,
  aShipper,
  pack,
  packedRequest,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

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
/** 800 g by surface are 50.00 SGD, at 1.1 / 1.5. */
const surfaceCents = 3667;
const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const accept = ({ api }: TestPerson, quoteId: string | undefined) =>
  api.shipRequests.acceptQuote({ quoteId: quoteId ?? "" });

async function givePlan({ userId }: TestPerson, plan: PlanName | null): Promise<void> {
  await desk.admin.api.plans.giveComplimentaryPlan({ userId, plan, reason: "As agreed" });
}

/** As a renewal of a plan that was reduced does. */
async function renewAsBasic({ userId }: TestPerson): Promise<void> {
  await sql`
    update profiles set subscription = 'Basic', max_weight_grams = 2000 where id = ${userId}
  `.execute(app.database.kysely);
}

async function deduct({ userId }: TestPerson, amount: string): Promise<void> {
  const fee = { userId, kind: "deduction", amount, reason: "Freight" } as const;
  await desk.admin.api.wallet.adjustWallet({ ...fee, idempotencyKey: randomUUID() });
}

/** A packed box of that weight, of a customer with Super, which carries 4 kg. */
async function packedBox(weightGrams: number) {
  const customer = await aShipper(desk, "900");
  const { packageId, numbers } = await receivedPackage(desk, customer, [weightGrams]);
  const { id } = await request(customer, packageId);
  await pack(desk, id, numbers, { weightGrams });
  return { customer, ...(await read(customer, id)) };
}

/** A function that sets a cap, as a page that shows this version does. */
function capChange({ api }: TestPerson, shown: { readonly id: string; readonly version: number }) {
  return (capCents: number) =>
    api.shipRequests.changePaymentMode({
      shipRequestId: shown.id,
      expectedVersion: shown.version,
      paymentMode: "automatic_up_to_cap",
      serviceCode: surface,
      capCents,
    });
}

describe("a cap", () => {
  test("that is set once the price is known accepts it exactly, and one below it changes nothing", async () => {
    const customer = await aShipper(desk);
    const { id: shipRequestId, version } = await packedRequest(desk, customer);
    const change = capChange(customer, { id: shipRequestId, version });
    await expectApiError(change(surfaceCents - 1), "cap_too_low");
    expect(await read(customer, shipRequestId)).toMatchObject({ version, heldCents: 0 });
    expect(await change(surfaceCents)).toMatchObject({
      state: "accepted",
      heldCents: surfaceCents,
      totalCents: surfaceCents,
    });
  });

  test("that another page of the customer changed meanwhile is not changed on top of that", async () => {
    const customer = await aShipper(desk);
    const { packageId } = await receivedPackage(desk, customer);
    const { id: shipRequestId, version } = await request(customer, packageId);
    const change = capChange(customer, { id: shipRequestId, version });
    await change(5000);
    await expectApiError(change(6000), "conflict");
    expect(await read(customer, shipRequestId)).toMatchObject({ capCents: 5000, heldCents: 5000 });
  });
});

describe("a recipient", () => {
  test("that changes takes the acceptance back, whose quote is not accepted again", async () => {
    const customer = await aShipper(desk);
    const { id, packageId, quotes } = await packedRequest(desk, customer);
    await accept(customer, quotes[0]?.id);
    await customer.api.packages.updateRecipient({
      packageId: packageId ?? "",
      recipient: { ...recipient, address: "14 Jalan Ampang" },
    });
    await expectApiError(accept(customer, quotes[0]?.id), "quote_expired");
    const again = await read(customer, id);
    expect(again).toMatchObject({ waitingReason: "price" });
    const newer = again.quotes.find(({ ended }) => ended === null);
    expect(newer?.id).not.toBe(quotes[0]?.id);
    expect(await accept(customer, newer?.id)).toMatchObject({ state: "accepted" });
  });
});

describe("a balance", () => {
  test("that is spent meanwhile lets it wait for what is missing to the cent, and a deposit of that lets it go on", async () => {
    const customer = await aShipper(desk, "40");
    const { id, quotes } = await packedRequest(desk, customer);
    await deduct(customer, "20");
    // What was chosen last is what it waits for.
    expect(await accept(customer, quotes[1]?.id)).toMatchObject({ serviceCode: "hk-post-air" });
    const waiting = await accept(customer, quotes[0]?.id);
    expect(waiting).toMatchObject({
      waitingReason: "top_up",
      serviceCode: surface,
      missingCents: surfaceCents - 2000,
      heldCents: 0,
    });
    const amount = ((surfaceCents - 2000) / 100).toFixed(2);
    const deposit = { amount, idempotencyKey: randomUUID() };
    const { url } = await customer.api.wallet.startDeposit(deposit);
    await payCheckout(app, url);
    await customer.api.wallet.verifyDeposit({ sessionId: sessionIdOf(url) });
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({
      state: "accepted",
      heldCents: surfaceCents,
      totalCents: surfaceCents,
    });
    expect(await customer.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
  });

  test("of which the cap is held cannot be spent meanwhile", async () => {
    const customer = await aShipper(desk, "50");
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const cap = { paymentMode: "automatic_up_to_cap", serviceCode: surface } as const;
    const { id } = await request(customer, packageId, { ...cap, capCents: 4000 });
    await expectApiError(deduct(customer, "10.01"), "insufficient_balance");
    await deduct(customer, "10");
    await pack(desk, id, numbers);
    expect(await read(customer, id)).toMatchObject({ state: "accepted", heldCents: surfaceCents });
  });
});

describe("a lane", () => {
  test("that closes meanwhile refuses its quote with the reason, and the others can be accepted", async () => {
    const customer = await aShipper(desk);
    const { id, quotes } = await packedRequest(desk, customer);
    const [bySurface, byAir] = quotes;
    const lane = await desk.admin.api.lanes.suspendLane({
      carrierId: "hk-post",
      service: "surface",
      destinationCode: "MY",
      reason: "Storm",
      source: "",
      suspendedOn: "2026-01-01",
      confidence: "reported",
      translatedReasons: {},
    });
    const refused = await accept(customer, bySurface?.id).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "service_closed",
      data: { reasons: [{ kind: "lane_suspended", reason: "Storm" }] },
    });
    expect(await read(customer, id)).toMatchObject({ waitingReason: "price", heldCents: 0 });
    expect(await accept(customer, byAir?.id)).toMatchObject({
      state: "accepted",
      heldCents: byAir?.totalCents,
    });
    await desk.admin.api.lanes.reopenLane({ laneId: lane.id });
  });

  test("that opens again lets its request go on, also where a quote was asked for before the job came", async () => {
    const customer = await aShipper(desk);
    const { id, quotes } = await packedRequest(desk, customer);
    await accept(customer, quotes[0]?.id);
    const { suspendLane, reopenLane } = desk.admin.api.lanes;
    const lane = await suspendLane({
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
    expect(await read(customer, id)).toMatchObject({ waitingReason: "lane_closed" });
    await reopenLane({ laneId: lane.id });
    await expectApiError(accept(customer, quotes[0]?.id), "quote_expired");
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ waitingReason: "price" });
  });
});

describe("a plan", () => {
  test("that ends meanwhile changes nothing: what was packed under it ships", async () => {
    const { customer, quotes } = await packedBox(3900);
    await givePlan(customer, null);
    await app.runJobs();
    expect(await accept(customer, quotes[0]?.id)).toMatchObject({
      state: "accepted",
      totalCents: quotes[0]?.totalCents,
    });
  });

  test("that carries less now lets it wait, with nothing held, until a larger one or less in the box", async () => {
    const { customer, id, quotes } = await packedBox(3900);
    await renewAsBasic(customer);
    await app.runJobs();
    const waiting = await accept(customer, quotes[0]?.id);
    expect(waiting).toMatchObject({
      state: "waiting_for_customer",
      waitingReason: "over_plan",
      maximumGrams: 2000,
      heldCents: 0,
    });
    await expectApiError(accept(customer, quotes[0]?.id), "conflict");
    await givePlan(customer, "Premium");
    await app.runJobs();
    const again = await read(customer, id);
    expect(again).toMatchObject({ waitingReason: "price" });
    const [quote] = again.quotes;
    expect(await accept(customer, quote?.id)).toMatchObject({ state: "accepted" });
  });

  test("that carries less once money arrives lets it wait for the plan instead of charging it", async () => {
    const { customer, id, quotes } = await packedBox(3900);
    const { balanceCents } = await customer.api.wallet.readWallet({});
    await deduct(customer, (balanceCents / 100).toFixed(2));
    expect(await accept(customer, quotes[0]?.id)).toMatchObject({ waitingReason: "top_up" });
    await renewAsBasic(customer);
    await addMoney(desk, customer, "900");
    await app.runJobs();
    expect(await read(customer, id)).toMatchObject({ waitingReason: "over_plan", heldCents: 0 });
  });
});

// The last, since their rates stay.
describe("a rate", () => {
  test("of exchange or of freight that changes meanwhile leaves the quote as it was, and the next one has it", async () => {
    const customer = await aShipper(desk);
    const { id, quotes } = await packedRequest(desk, customer);
    const [quote] = quotes;
    expect(quote).toMatchObject({ totalCents: surfaceCents });
    const { kysely } = app.database;
    await sql`update exchange_rates set rate = 1.2 where currency = 'SGD'`.execute(kysely);
    await addFuelSurcharge(desk, "2026-06-10");
    expect((await read(customer, id)).quotes[0]).toEqual(quote);
    expect(await accept(customer, quote?.id)).toMatchObject({
      state: "accepted",
      totalCents: surfaceCents,
      heldCents: surfaceCents,
    });
    const other = await packedRequest(desk, customer);
    const bySurface = other.quotes.find(({ service }) => service.code === surface);
    // 50.00 SGD and half of it for fuel, each at 1.1 / 1.2 and rounded up.
    expect(bySurface?.totalCents).toBe(4584 + 2292);
  });
});
