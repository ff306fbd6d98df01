import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { faultsOfScene } from "#test/ship-request-scenes.ts";
import {
  acceptedRequest,
  aShipper,
  close,
  packingDesk,
  pack,
  photograph,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

const read = async (customer: TestPerson, shipRequestId: string) =>
  await customer.api.shipRequests.readShipRequest({ shipRequestId });

const balanceOf = async (customer: TestPerson) =>
  (await customer.api.wallet.readWallet({})).balanceCents;

async function open(shipRequestId: string, reason = "The scale was not at zero") {
  app.clock.advance(1000);
  const opened = await desk.packer.api.packing.openBox({ shipRequestId, reason });
  app.clock.advance(1000);
  return opened;
}

async function packAgain(shipRequestId: string, weightGrams: number, boxId: string | null = null) {
  await photograph(desk, shipRequestId);
  return await close(desk, shipRequestId, { weightGrams, isWeightConfirmed: true, boxId });
}

async function label(shipRequestId: string) {
  const trackingNumber = typedNumber();
  const made = await desk.packer.api.labels.makeLabel({ shipRequestId, trackingNumber });
  return { trackingNumber, labelId: made.label?.id ?? "" };
}

describe("a paid box that is opened again", () => {
  test("keeps what is held, and at a lower price is accepted by itself; the rest is free again", async () => {
    const customer = await aShipper(desk);
    const { id, totalCents } = await acceptedRequest(desk, customer);
    const balanceCents = await balanceOf(customer);
    const opened = await open(id);
    // The photos show a box that is no more.
    expect(opened).toMatchObject({ state: "packing", packed: null, images: [] });
    expect(await read(customer, id)).toMatchObject({ state: "packing", heldCents: totalCents });
    expect(await balanceOf(customer)).toBe(balanceCents);
    await expect(close(desk, id)).rejects.toMatchObject({ code: "photo_needed" });
    expect((await packAgain(id, 300)).state).toBe("accepted");
    const accepted = await read(customer, id);
    expect(accepted.totalCents).toBeLessThan(totalCents ?? 0);
    expect(accepted.heldCents).toBe(accepted.totalCents);
    expect(accepted.images).toHaveLength(2);
    const freeCents = (totalCents ?? 0) - (accepted.totalCents ?? 0);
    expect(await balanceOf(customer)).toBe(balanceCents + freeCents);
    expect(accepted.events.map(({ kind }) => kind).slice(-3)).toEqual([
      "box_opened",
      "box_closed",
      "accepted",
    ]);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("is accepted at the same price, also the second time", async () => {
    const customer = await aShipper(desk);
    const { id, totalCents } = await acceptedRequest(desk, customer);
    for (const weightGrams of [800, 800]) {
      await open(id);
      expect((await packAgain(id, weightGrams)).state).toBe("accepted");
    }
    expect(await read(customer, id)).toMatchObject({ totalCents, heldCents: totalCents });
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("keeps the box that was chosen, also none of ours, and so its price", async () => {
    const customer = await aShipper(desk);
    const { id, totalCents } = await acceptedRequest(desk, customer);
    const { suggestedBoxId, boxes } = await open(id);
    expect(boxes.length).toBeGreaterThan(1);
    expect(suggestedBoxId).toBeNull();
    expect((await packAgain(id, 800, suggestedBoxId)).state).toBe("accepted");
    expect(await read(customer, id)).toMatchObject({ totalCents, heldCents: totalCents });

    const largest = boxes.at(-1)?.id ?? "";
    await open(id);
    expect((await packAgain(id, 800, largest)).state).toBe("waiting_for_customer");
    const [quote] = (await read(customer, id)).quotes;
    await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    const reopened = await open(id);
    expect(reopened.suggestedBoxId).toBe(largest);
    expect((await packAgain(id, 800, reopened.suggestedBoxId)).state).toBe("accepted");
    expect((await read(customer, id)).totalCents).toBe(quote?.totalCents);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("at a higher price waits for its customer with what is held, until a price is right again", async () => {
    const customer = await aShipper(desk);
    const { id, totalCents } = await acceptedRequest(desk, customer);
    await open(id);
    expect(await packAgain(id, 1900)).toMatchObject({
      state: "waiting_for_customer",
      waitingReason: "price",
    });
    const waiting = await read(customer, id);
    expect(waiting.heldCents).toBe(totalCents);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
    // It was the second weight that was wrong.
    await open(id);
    expect((await packAgain(id, 800)).state).toBe("accepted");
    await open(id);
    await packAgain(id, 1900);
    const [quote] = (await read(customer, id)).quotes;
    const dearer = await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
    expect(dearer).toMatchObject({ state: "accepted", heldCents: dearer.totalCents });
    expect(dearer.totalCents).toBeGreaterThan(totalCents ?? 0);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("that is paid by itself waits above its cap, and goes on within it", async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer);
    const cap = { serviceCode: "hk-post-surface", capCents: 4_000 } as const;
    const { id } = await request(customer, packageId, {
      paymentMode: "automatic_up_to_cap",
      ...cap,
    });
    expect((await pack(desk, id, numbers)).state).toBe("accepted");
    await open(id);
    expect(await packAgain(id, 1990)).toMatchObject({ waitingReason: "over_cap" });
    await open(id);
    expect((await packAgain(id, 300)).state).toBe("accepted");
    const { totalCents, heldCents } = await read(customer, id);
    expect(heldCents).toBe(totalCents);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("releases everything where its customer cancels instead", async () => {
    const customer = await aShipper(desk);
    const before = await balanceOf(customer);
    const { id } = await acceptedRequest(desk, customer);
    await open(id);
    await customer.api.shipRequests.cancelShipRequest({ shipRequestId: id });
    expect(await balanceOf(customer)).toBe(before);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("is quoted for its customer where they corrected the address meanwhile", async () => {
    const customer = await aShipper(desk);
    const { id, packageId, recipient } = await acceptedRequest(desk, customer);
    await open(id);
    await customer.api.packages.updateRecipient({
      packageId: packageId ?? "",
      recipient: { ...recipient, address: "14 Jalan Ampang" },
    });
    expect(await packAgain(id, 800)).toMatchObject({ waitingReason: "price" });
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });
});

describe("a labelled box", () => {
  test("is opened off its manifest; its label becomes void, and the reason stands in the audit log", async () => {
    const customer = await aShipper(desk);
    const { id } = await acceptedRequest(desk, customer);
    const { trackingNumber, labelId } = await label(id);
    const { manifests, packing, labels } = desk.packer.api;
    const { id: manifestId } = await manifests.openManifest({
      warehouseId: desk.warehouseId,
      carrierCode: "hk-post",
    });
    const scan = { manifestId, scan: trackingNumber, idempotencyKey: randomUUID() };
    const { item } = await manifests.addScan(scan);
    const input = { shipRequestId: id, reason: "Wrong weight" };
    await expectApiError(packing.openBox(input), "label_on_manifest");
    await manifests.removePackage({ manifestPackageId: item.id });
    await open(id, "Wrong weight");
    await expectApiError(labels.printShippingLabel({ labelId }), "not_found");
    await expectApiError(
      manifests.addScan({ ...scan, idempotencyKey: randomUUID() }),
      "not_labelled",
    );
    const { rows } = await app.database.pool.query(
      "select reason, target from audit_log where action = 'packing.openBox' and error_code is null order by id desc limit 1",
    );
    expect(rows).toMatchObject([{ reason: "Wrong weight", target: id }]);
    expect((await packAgain(id, 800)).state).toBe("accepted");
    await label(id);
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("stays closed once it is handed over", async () => {
    const customer = await aShipper(desk);
    const { id } = await acceptedRequest(desk, customer);
    const { trackingNumber } = await label(id);
    const { id: manifestId } = await aClosedManifest(desk.packer, desk.warehouseId, [
      trackingNumber,
    ]);
    await expectApiError(
      desk.packer.api.packing.openBox({ shipRequestId: id, reason: "Late" }),
      "label_on_manifest",
    );
    await handOver(desk.packer, manifestId);
    await app.runJobs();
    await expectApiError(
      desk.packer.api.packing.openBox({ shipRequestId: id, reason: "Late" }),
      "conflict",
    );
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });

  test("is either opened or scanned into a manifest, at the same moment", async () => {
    const customer = await aShipper(desk);
    const { packing, manifests } = desk.packer.api;
    const { id: manifestId } = await manifests.openManifest({
      warehouseId: desk.warehouseId,
      carrierCode: "hk-post",
    });
    for (let round = 0; round < 4; round += 1) {
      const { id } = await acceptedRequest(desk, customer);
      const { trackingNumber: scan } = await label(id);
      const outcomes = await Promise.allSettled([
        packing.openBox({ shipRequestId: id, reason: "Torn" }),
        manifests.addScan({ manifestId, scan, idempotencyKey: randomUUID() }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
    expect(await faultsOfScene(desk, customer)).toEqual([]);
  });
});
