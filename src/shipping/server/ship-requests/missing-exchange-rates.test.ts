// Quotes keep the exchange rate that they were made with: what was accepted is sent at its price while newer rates are missing.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  acceptedRequest,
  addMoney,
  aShipper,
  packedRequest,
  packingDesk,
  recipient,
  setExchangeRates,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";
import { isLongRun } from "#test/long-run.ts";

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
// The newest rates are of the 10th, and are not quoted with from the 17th on.
beforeEach(async () => {
  app.clock.set("2026-06-15T04:00:00Z");
  // Adjusting a wallet needs a password that was typed within 15 minutes.
  desk = { ...desk, admin: await anAdmin(app) };
});

const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: "hk-post-surface",
  capCents: 9000,
} as const;
const read = ({ api }: TestPerson, shipRequestId: string) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const balanceOf = async ({ api }: TestPerson) => (await api.wallet.readWallet({})).balanceCents;

async function watchOn(day: string): Promise<void> {
  app.clock.set(`${day}T04:00:00Z`);
  await app.services.jobs.enqueue(app.database.kysely, "watch-ship-requests", {});
  await app.runJobs();
}

const label = async (shipRequestId: string) => {
  const trackingNumber = typedNumber();
  await desk.packer.api.labels.makeLabel({ shipRequestId, trackingNumber });
  return trackingNumber;
};

/** Hands over under a label, and checks that nothing but the accepted price was charged. */
async function expectHandedOver(
  customer: TestPerson,
  { id, totalCents }: { readonly id: string; readonly totalCents: number | null },
  number: string,
): Promise<void> {
  const manifest = await aClosedManifest(desk.packer, desk.warehouseId, [number]);
  await handOver(desk.packer, manifest.id);
  await app.runJobs();
  expect(await read(customer, id)).toMatchObject({ state: "handed_over", totalCents });
  expect(await balanceOf(customer)).toBe(50_000 - (totalCents ?? 0));
}

describe("while exchange rates are missing for eight days", () => {
  test("G50: an accepted request is labelled and handed over at its price", async () => {
    const customer = await aShipper(desk);
    const accepted = await acceptedRequest(desk, customer);
    for (const day of ["2026-06-18", "2026-06-21"]) {
      await watchOn(day);
      expect(await read(customer, accepted.id)).toMatchObject({ state: "accepted" });
    }
    await expectHandedOver(customer, accepted, await label(accepted.id));
  });

  test.runIf(isLongRun)("G50: a labelled request is handed over at its price", async () => {
    const customer = await aShipper(desk);
    const accepted = await acceptedRequest(desk, customer);
    const number = await label(accepted.id);
    await watchOn("2026-06-21");
    await expectHandedOver(customer, accepted, number);
  });

  test.runIf(isLongRun)(
    "G50: a request that was accepted by itself within its cap is handed over at its price",
    async () => {
      const customer = await aShipper(desk);
      const packed = await packedRequest(desk, customer, cap);
      expect(packed).toMatchObject({ state: "accepted" });
      await watchOn("2026-06-21");
      await expectHandedOver(customer, packed, await label(packed.id));
    },
  );

  test("a quote that was not accepted yet is accepted at its price", async () => {
    const customer = await aShipper(desk);
    const { id, quotes } = await packedRequest(desk, customer);
    app.clock.set("2026-06-18T04:00:00Z");
    const { services } = await read(customer, id);
    const quoted = services.filter(({ quoteId }) => quoteId !== null);
    expect(quoted.map(({ reasons }) => reasons)).toEqual([[], []]);
    const accepted = await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
    expect(accepted).toMatchObject({ state: "accepted", totalCents: quotes[0]?.totalCents });
    await expectHandedOver(customer, accepted, await label(id));
  });

  test.runIf(isLongRun)(
    "what waits for a top-up goes on at the price that its customer said yes to",
    async () => {
      const customer = await aShipper(desk, "0");
      const { id, quotes } = await packedRequest(desk, customer);
      await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
      expect(await read(customer, id)).toMatchObject({ waitingReason: "top_up" });
      app.clock.set("2026-06-18T04:00:00Z");
      await addMoney({ admin: await anAdmin(app) }, customer, "500");
      await app.runJobs();
      const accepted = await read(customer, id);
      expect(accepted).toMatchObject({ state: "accepted", totalCents: quotes[0]?.totalCents });
      await expectHandedOver(customer, accepted, await label(id));
    },
  );

  test("G50: an acceptance whose quote is over stands until the box can be quoted anew", async () => {
    const customer = await aShipper(desk);
    const accepted = await acceptedRequest(desk, customer);
    await watchOn("2026-06-25");
    expect(await read(customer, accepted.id)).toMatchObject({ state: "accepted" });
    await setExchangeRates(app);
    await watchOn("2026-06-25");
    expect(await read(customer, accepted.id)).toMatchObject({ waitingReason: "price" });
  });

  test("G50: a box whose recipient changes waits without a price, and has one once there are rates", async () => {
    // The newest rates are of the 25th by now.
    app.clock.set("2026-06-30T04:00:00Z");
    desk = { ...desk, admin: await anAdmin(app) };
    for (const { client, userId } of [desk.packer, desk.receiver])
      await signInBrowser(app, client, userId);
    const customer = await aShipper(desk);
    const accepted = await acceptedRequest(desk, customer);
    app.clock.set("2026-07-03T04:00:00Z");
    await customer.api.packages.updateRecipient({
      packageId: accepted.packageId ?? "",
      recipient: { ...recipient, address: "14 Jalan Ampang" },
    });
    const waiting = await read(customer, accepted.id);
    expect(waiting).toMatchObject({
      waitingReason: "lane_closed",
      heldCents: accepted.totalCents,
      quotes: [],
    });
    await watchOn("2026-07-04");
    expect(await read(customer, accepted.id)).toMatchObject({ waitingReason: "lane_closed" });
    app.clock.set("2026-07-05T04:00:00Z");
    await setExchangeRates(app);
    await watchOn("2026-07-05");
    const { waitingReason, quotes } = await read(customer, accepted.id);
    expect([waitingReason, quotes.map(({ ended }) => ended)]).toEqual(["price", [null, null]]);
    await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
    expect(await read(customer, accepted.id)).toMatchObject({ state: "accepted" });
  });
});
