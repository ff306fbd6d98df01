import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { stateGoods } from "#test/goods-items.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { expectApiError } from "#test/api-errors.ts";
import { barcodeTextsOf, pdfPages, textsOf } from "#test/labels.ts";
import { follow } from "#test/follow.ts";
import { aClosedManifest, handOver, labelAll, typedNumber } from "#test/manifests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let packer: TestPerson;
let customer: TestPerson;
let warehouseId: string;
let otherWarehouseId: string;

beforeAll(async () => {
  app = await testApp();
  const manager = await aStaffMember(app, ["manager"]);
  packer = await aStaffMember(app, ["packer"]);
  customer = await aCustomer(app, { plan: "Premium" });
  warehouseId = await addWarehouse(manager.api, { code: "HK1" });
  otherWarehouseId = await addWarehouse(manager.api, { code: "HK2" });
  return () => app.close();
});

async function labelled(count: number, at = warehouseId) {
  const requests = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId: at,
    packagesPerCustomer: count,
  });
  return { requests, numbers: await labelAll(packer, requests) };
}

async function scanInto(manifestId: string, scan: string, idempotencyKey = randomUUID()) {
  return await packer.api.manifests.addScan({ manifestId, scan, idempotencyKey });
}

describe("an open manifest", () => {
  test("takes the labels of its carrier and warehouse, each once, and refuses the others with the reason", async () => {
    const { openManifest, removePackage, closeManifest } = packer.api.manifests;
    const opened = await openManifest({ warehouseId, carrierCode: "hk-post" });
    expect((await openManifest({ warehouseId, carrierCode: "hk-post" })).id).toBe(opened.id);
    const manifestId = opened.id;
    await expectApiError(closeManifest({ manifestId }), "manifest_empty");
    const { requests, numbers } = await labelled(3);
    const [first = "", second = "", third = ""] = numbers;
    const key = randomUUID();
    const added = await scanInto(manifestId, first.toLowerCase(), key);
    expect(added).toMatchObject({ isNew: true, packagesCount: 1, item: { trackingNumber: first } });
    expect(await scanInto(manifestId, first.toLowerCase(), key)).toEqual(added);
    for (const scan of [first, `*${first}*`, `]C0${first}\r`, `\uFEFF${first}\u200B`])
      expect(await scanInto(manifestId, scan)).toMatchObject({ isNew: false, packagesCount: 1 });
    // Its reference counts too.
    const reference = `SR${requests[1]?.number}`;
    expect(await scanInto(manifestId, reference)).toMatchObject({
      isNew: true,
      item: { trackingNumber: second },
    });
    await expectApiError(scanInto(manifestId, "RB123456785GB"), "not_found");
    await expectApiError(scanInto(manifestId, "https://example.com/"), "not_a_waybill");
    const unlabelled = await insertAcceptedRequests(app.database.kysely, {
      userIds: [customer.userId],
      warehouseId,
    });
    await expectApiError(scanInto(manifestId, `SR${unlabelled[0]?.number}`), "not_labelled");
    const elsewhere = await labelled(1, otherWarehouseId);
    await expectApiError(scanInto(manifestId, elsewhere.numbers[0] ?? ""), "wrong_warehouse");
    const post = await openManifest({ warehouseId, carrierCode: "sg-post" });
    await expectApiError(scanInto(post.id, third), "wrong_carrier");
    const listed = await scanInto(manifestId, third);
    const removed = await removePackage({ manifestPackageId: listed.item.id });
    expect(removed.items.map(({ trackingNumber }) => trackingNumber)).toEqual([second, first]);
    await expectApiError(removePackage({ manifestPackageId: listed.item.id }), "not_found");
    const { label } = await packer.api.labels.makeLabel({
      shipRequestId: requests[0]?.id ?? "",
      trackingNumber: null,
    });
    await expectApiError(
      packer.api.labels.voidLabel({ labelId: label?.id ?? "", reason: "Wrong" }),
      "label_on_manifest",
    );
    const closed = await closeManifest({ manifestId });
    expect(closed).toMatchObject({ state: "closed", packagesCount: 2, totalGrams: 4700 });
    await expectApiError(scanInto(manifestId, third), "manifest_closed");
    const next = await openManifest({ warehouseId, carrierCode: "hk-post" });
    expect(next.id).not.toBe(manifestId);
    await expectApiError(scanInto(next.id, first), "on_another_manifest");
    await expectApiError(packer.api.manifests.reopenManifest({ manifestId }), "conflict");
    await scanInto(next.id, third);
    await closeManifest({ manifestId: next.id });
    expect(await packer.api.manifests.reopenManifest({ manifestId })).toMatchObject({
      state: "open",
      closedAt: null,
    });
    await closeManifest({ manifestId });
  });

  test("gets the same package once when it is scanned ten times at the same moment", async () => {
    const { numbers } = await labelled(1);
    const { id } = await packer.api.manifests.openManifest({ warehouseId, carrierCode: "hk-post" });
    await Promise.all(Array.from({ length: 10 }, () => scanInto(id, numbers[0] ?? "")));
    const read = await packer.api.manifests.readManifest({ manifestId: id });
    expect(read.packagesCount).toBe(1);
    await packer.api.manifests.closeManifest({ manifestId: id });
  });
});

describe("the list of a manifest", () => {
  test("as PDF has a barcode for each package and totals, on as many pages as it takes", async () => {
    const { numbers } = await labelled(18);
    const { id: manifestId, number } = await aClosedManifest(packer, warehouseId, numbers);
    const file = await packer.api.manifests.printManifest({ manifestId });
    expect([file.name, file.type]).toEqual([`manifest-${number}.pdf`, "application/pdf"]);
    const pages = pdfPages(Buffer.from(await file.arrayBuffer()));
    expect(pages).toHaveLength(2);
    const [first = "", second = ""] = pages;
    expect([...(await barcodeTextsOf(first)), ...(await barcodeTextsOf(second))]).toEqual(numbers);
    expect(textsOf(second)).toEqual(
      expect.arrayContaining(["Total: 18 packages, 42.3 kg, CNY 9288.00", "CNY 516.00", "GB"]),
    );
    await expectApiError(
      packer.api.manifests.printManifest({ manifestId: randomUUID() }),
      "not_found",
    );
  });

  test("as CSV has totals and no formula", async () => {
    await customer.api.inboundParcels.readAddress({});
    const { requests } = await labelled(1);
    const number = `-${typedNumber()}`;
    await app.database.kysely
      .updateTable("labels")
      .set({ state: "void", voidedBy: packer.userId, voidedAt: app.clock.now() })
      .where("shipRequestId", "=", requests[0]?.id ?? "")
      .execute();
    await app.database.kysely
      .updateTable("shipRequests")
      .set({ state: "accepted" })
      .where("id", "=", requests[0]?.id ?? "")
      .execute();
    await packer.api.labels.makeLabel({
      shipRequestId: requests[0]?.id ?? "",
      trackingNumber: number,
    });
    const { id: manifestId } = await aClosedManifest(packer, warehouseId, [number]);
    const response = await packer.client.fetch(`/api/admin/manifests/${manifestId}/manifest.csv`);
    const { items } = await packer.api.manifests.readManifest({ manifestId });
    const [{ packageNumber, memberCode } = { packageNumber: 0, memberCode: "" }] = items;
    expect(memberCode).toMatch(/^[2-9A-Z]{7}$/);
    const named = `SR${String(requests[0]?.number).padStart(6, "0")}`;
    const owner = [`P-${packageNumber}`, formatMemberCode(memberCode ?? "")];
    const pdf = await packer.api.manifests.printManifest({ manifestId, timeZone: "UTC" });
    const texts = pdfPages(Buffer.from(await pdf.arrayBuffer())).flatMap(textsOf);
    expect(texts).toEqual(expect.arrayContaining([named, ...owner]));
    const lines = (await response.text()).replace("\uFEFF", "").split("\r\n");
    expect(lines).toEqual([
      "Position,Number,Reference,Package,Member code,Country,Weight (kg),Value,State",
      `1,'${number},${[named, ...owner].join(",")},GB,2.35,CNY 516.00,Listed`,
      "Total,1,,,,,2.35,CNY 516.00,",
      "",
    ]);
  });

  test("adds up what goods cost, item by item where that is stated", async () => {
    const { requests, numbers } = await labelled(1);
    const teapots = { quantity: 2, unitValueMinor: 10_000, currency: "CNY" } as const;
    const socks = { unitValueMinor: null, currency: null };
    await stateGoods(app, requests[0]?.id ?? "", [teapots, socks]);
    const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
    const response = await packer.client.fetch(`/api/admin/manifests/${manifestId}/manifest.csv`);
    expect(await response.text()).toContain("Total,1,,,,,2.35,CNY 587.00,");
  });

  test("is signed once it is handed over; the signature is for staff who read manifests", async () => {
    const { numbers } = await labelled(1);
    const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
    await handOver(packer, manifestId);
    await app.runJobs();
    const read = await packer.api.manifests.readManifest({ manifestId });
    expect(read).toMatchObject({ state: "handed_over", receiverName: "Driver Lam" });
    const address = read.signatureUrl ?? "";
    expect((await packer.client.fetch(address)).headers.get("content-type")).toBe("image/png");
    expect((await customer.client.fetch(address)).status).toBe(404);
    const file = await packer.api.manifests.printManifest({ manifestId });
    // The signature is a stream of its own.
    const texts = pdfPages(Buffer.from(await file.arrayBuffer())).flatMap(textsOf);
    expect(texts).toContain("Received by: Driver Lam");
    await expectApiError(packer.api.manifests.reopenManifest({ manifestId }), "conflict");
  });
});

describe("the desks of others", () => {
  test("follow every scan and state of a manifest, which concerns no other staff", async () => {
    const [other, support] = await Promise.all([
      aStaffMember(app, ["packer"]),
      aStaffMember(app, ["support"]),
    ]);
    const { numbers } = await labelled(2);
    const [desk, elsewhere] = await Promise.all(
      [other, support].map((person) => follow(person.api.changeStream.subscribeToChanges({}))),
    );
    const { openManifest, removePackage, closeManifest } = packer.api.manifests;
    const { id: manifestId } = await openManifest({ warehouseId, carrierCode: "hk-post" });
    const follows = async (act: () => Promise<unknown>) => {
      await act();
      expect(await desk?.receives("manifest", manifestId)).toBe(true);
      desk?.changes.splice(0);
    };
    const scanned: string[] = [];
    for (const scan of numbers) {
      await follows(async () => scanned.push((await scanInto(manifestId, scan)).item.id));
    }
    await follows(() => removePackage({ manifestPackageId: scanned[0] ?? "" }));
    await follows(() => closeManifest({ manifestId }));
    await follows(() => handOver(packer, manifestId));
    await follows(() => app.runJobs());
    expect(elsewhere?.changes.filter(({ topic }) => topic === "manifest")).toEqual([]);
    await Promise.all([desk?.close(), elsewhere?.close()]);
  });
});
