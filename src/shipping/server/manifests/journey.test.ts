import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { recogniseTrackingNumber } from "#catalogue/rules/tracking-number.ts";
import { barcodeTextsOf, pdfPages } from "#test/labels.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aClosedManifest, handOver } from "#test/manifests.ts";
import { postalRange } from "#test/number-ranges.ts";
import {
  aShipper,
  pack,
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
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

/** Lets parcels lie here for three days longer than costs nothing with Super; nobody stays signed in that long. */
async function storeForLong(people: readonly TestPerson[]) {
  app.clock.advance(63 * 86_400_000);
  await setExchangeRates(app);
  for (const { client, userId } of people) await signInBrowser(app, client, userId);
}

describe("design 03, shown by 1", () => {
  test("four parcels are packed, accepted, labelled, handed over, and settled to the cent", async () => {
    const { admin, packer, warehouseId } = desk;
    await admin.api.numberRanges.createNumberRange(postalRange);
    const customer = await aShipper(desk, "200");
    const received = await receivedPackage(desk, customer, [300, 250, 200, 150]);
    const { packageId, numbers } = received;
    await storeForLong([admin, customer, packer]);
    const { id: shipRequestId } = await request(customer, packageId, {
      extraServices: [{ code: "priority_packing" }],
    });
    await pack(desk, shipRequestId, numbers, { weightGrams: 1001 });
    const packed = await customer.api.shipRequests.readShipRequest({ shipRequestId });
    const air = packed.quotes.find(({ service }) => service.code === "hk-post-air");
    const { freightCents = 0, storageCents = 0, extraServiceCents = 0, totalCents = 0 } = air ?? {};
    expect([freightCents, extraServiceCents, storageCents]).toEqual([9167, 140, 240]);
    await customer.api.shipRequests.acceptQuote({ quoteId: air?.id ?? "" });
    const held = await customer.api.wallet.readWallet({});
    expect(held).toMatchObject({ balanceCents: 20_000 - totalCents, heldCents: totalCents });

    const { label } = await packer.api.labels.makeLabel({ shipRequestId, trackingNumber: null });
    expect(label?.trackingNumber).toBe("RA000000014HK");
    expect(recogniseTrackingNumber("RA000000014HK")[0]?.reason).toBe("postal_check_digit");
    const file = await packer.api.labels.printShippingLabel({ labelId: label?.id ?? "" });
    const [page = ""] = pdfPages(Buffer.from(await file.arrayBuffer()));
    expect(await barcodeTextsOf(page)).toEqual(["RA000000014HK"]);

    const manifest = await aClosedManifest(packer, warehouseId, ["RA000000014HK"]);
    await handOver(packer, manifest.id, randomUUID());
    await app.runJobs();
    expect(await customer.api.wallet.readWallet({})).toMatchObject({
      balanceCents: 20_000 - totalCents,
      heldCents: 0,
    });
    const { items } = await customer.api.wallet.listTransactions({});
    const history = items
      .filter(({ type }) => type !== "admin_credit")
      .map(({ type, amountCents, status }) => `${type} ${amountCents} ${status}`);
    expect(history.toSorted()).toEqual([
      `service_fee ${extraServiceCents} completed`,
      `shipping_fee ${freightCents} completed`,
      `storage_fee ${storageCents} completed`,
    ]);
    const { package: pkg } = await customer.api.packages.readPackage({ packageId });
    expect(pkg).toMatchObject({ status: "in_transit", stage: "handed_over" });
    expect(pkg.legs).toMatchObject([{ status: "in_transit", trackingNumber: "RA000000014HK" }]);
    const { events, state } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
    expect(state).toBe("handed_over");
    expect(events.map(({ kind }) => kind).slice(-3)).toEqual([
      "accepted",
      "labelled",
      "handed_over",
    ]);
    // A job moved it, for the packer who handed it over.
    const shown = await admin.api.packages.readShipment({ packageId });
    const actors = shown.events.map(({ kind, byCarrier, actorEmail }) =>
      [kind, byCarrier ? "carrier" : actorEmail].join(" "),
    );
    expect(actors.slice(-3)).toEqual([
      `leg_changed ${packer.email}`,
      `leg_status_changed ${packer.email}`,
      `package_status_changed ${packer.email}`,
    ]);
  });
});
