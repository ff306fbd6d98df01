import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { insertAcceptedRequests, type AcceptedRequest } from "#test/accepted-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { barcodeTextsOf, pdfPages, qrTextOf, textsOf } from "#test/labels.ts";
import { typedNumber } from "#test/manifests.ts";
import { postalRange } from "#test/number-ranges.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let manager: TestPerson;
let packer: TestPerson;
let customer: TestPerson;
let warehouseId: string;

beforeAll(async () => {
  app = await testApp();
  manager = await aStaffMember(app, ["manager"]);
  packer = await aStaffMember(app, ["packer"]);
  customer = await aCustomer(app, { plan: "Premium" });
  warehouseId = await addWarehouse(manager.api, { code: "HK1" });
  return () => app.close();
});

async function accepted(
  count: number,
  changes: Partial<Parameters<typeof insertAcceptedRequests>[1]> = {},
): Promise<AcceptedRequest[]> {
  return await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
    packagesPerCustomer: count,
    ...changes,
  });
}

const makeLabels = async (input: { readonly carrierCode?: string } = {}) =>
  await packer.api.labels.makeLabels({ idempotencyKey: randomUUID(), ...input });

const printed = async (labelIds: string[]) => {
  const file = await packer.api.labels.printShippingLabels({ labelIds });
  return { file, pages: pdfPages(Buffer.from(await file.arrayBuffer())) };
};

let firstSerial = 20_000_000;
async function aRange(count: number) {
  const lastSerial = firstSerial + count - 1;
  const range = { ...postalRange, serviceCode: "hk-post-air", firstSerial, lastSerial };
  firstSerial += count;
  return await manager.api.numberRanges.createNumberRange(range);
}

/** Nothing waits for a label any more. */
async function labelTheRest() {
  await aRange(100);
  await makeLabels();
}

describe("labels that are made together", () => {
  test("are those of 30 boxes in one request, and print as one file in the order of their references", async () => {
    await aRange(40);
    const requests = await accepted(30);
    const key = randomUUID();
    const made = await packer.api.labels.makeLabels({ idempotencyKey: key });
    expect(made.labelIds).toHaveLength(30);
    expect([made.leftCount, made.left]).toEqual([0, []]);
    expect(await packer.api.labels.makeLabels({ idempotencyKey: key })).toEqual(made);
    const { file, pages } = await printed(made.labelIds);
    expect([file.name, file.type, pages.length]).toEqual(["labels-30.pdf", "application/pdf", 30]);
    const references = pages.map((page) => textsOf(page).find((text) => text.startsWith("SR")));
    expect(references).toEqual(
      requests.map(({ number }) => `SR${String(number).padStart(6, "0")}`),
    );
    const codes = await Promise.all(pages.slice(0, 2).map((page) => barcodeTextsOf(page)));
    expect(new Set(codes.flat()).size).toBe(2);
    const [entry] = await app.database.kysely
      .selectFrom("auditLog")
      .select("after")
      .where("action", "=", "labels.makeLabels")
      .execute();
    expect(entry?.after).toHaveProperty("labels.length", 30);
  });

  test("leave out an address in Chinese, one's own, and what has no numbers, which stays in the list", async () => {
    await labelTheRest();
    const chinese = { name: "陳偉", latinName: "", phone: "1", address: "大南街 5 號" };
    const town = {
      addressLine2: "",
      city: "London",
      state: "",
      postalCode: "1",
      importerReference: "",
    };
    const [foreign] = await accepted(1, { recipient: { ...chinese, ...town } });
    const [own] = await accepted(1, { userIds: [packer.userId] });
    const [one] = await accepted(1);
    const [unnumbered] = await accepted(1, { serviceCode: "hk-post-surface" });
    const made = await makeLabels();
    expect([made.labelIds.length, made.leftCount]).toEqual([1, 3]);
    const obstacles = [
      [foreign, "address"],
      [own, "own"],
      [unnumbered, "no_numbers"],
    ] as const;
    expect(made.left).toEqual(
      obstacles.map(([request, obstacle]) => ({
        reference: `SR${String(request?.number).padStart(6, "0")}`,
        obstacle,
      })),
    );
    const { items } = await packer.api.labels.listPackagesToLabel({
      state: "labelled",
      pageSize: 100,
    });
    expect(items.some(({ shipRequestId }) => shipRequestId === one?.id)).toBe(true);
    const { items: left } = await packer.api.labels.listPackagesToLabel({ pageSize: 100 });
    for (const [request, obstacle] of obstacles)
      expect(left.find(({ shipRequestId }) => shipRequestId === request?.id)?.obstacle).toBe(
        obstacle,
      );
    const none = { labelIds: [], leftCount: 0, left: [] };
    expect(await makeLabels({ carrierCode: "dhl" })).toEqual(none);
  });

  test("never give two packages one number, whoever presses at the same moment", async () => {
    await labelTheRest();
    const { leftCount: before } = await makeLabels();
    await accepted(12);
    const answers = await Promise.all([makeLabels(), makeLabels(), makeLabels()]);
    const ids = answers.flatMap(({ labelIds }) => labelIds);
    expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
    expect((await makeLabels()).leftCount).toBe(before);
  });

  test("are at most 100 in a file, and none of a void or unknown label", async () => {
    await expectApiError(printed([randomUUID()]), "not_found");
    await expectApiError(printed(Array.from({ length: 101 }, () => randomUUID())), "invalid_input");
  });
});

describe("a scan", () => {
  test("of a slip, a label, or a parcel in the box finds the package, which can be labelled", async () => {
    const [request] = await accepted(1);
    const parcel = await app.database.kysely
      .selectFrom("shipRequestParcels as chosen")
      .innerJoin("inboundParcels as p", "p.id", "chosen.inboundParcelId")
      .select(["p.labelCode", "p.trackingNumber"])
      .where("chosen.shipRequestId", "=", request?.id ?? "")
      .executeTakeFirstOrThrow();
    const slip = await packer.api.packing.printBoxSlip({ shipRequestId: request?.id ?? "" });
    const [page = ""] = pdfPages(Buffer.from(await slip.arrayBuffer()));
    const reference = `SR${String(request?.number).padStart(6, "0")}`;
    expect(qrTextOf(page)).toBe(reference);
    expect(textsOf(page)).toEqual(expect.arrayContaining([reference, "Member", "2.35 kg", "GB"]));
    const find = async (scan: string) =>
      (await packer.api.labels.findPackageToLabel({ scan })).shipRequestId;
    const scans = [reference, parcel.labelCode, parcel.trackingNumber ?? ""];
    for (const scan of scans) expect(await find(scan)).toBe(request?.id);
    const trackingNumber = typedNumber();
    await packer.api.labels.makeLabel({ shipRequestId: request?.id ?? "", trackingNumber });
    expect(await find(trackingNumber)).toBe(request?.id);
    await expectApiError(find("https://example.com/"), "not_a_waybill");
    await expectApiError(find("SF9999999999999"), "not_found");
    await app.database.kysely
      .updateTable("shipRequests")
      .set({ state: "packed" })
      .where("id", "=", request?.id ?? "")
      .execute();
    await expectApiError(find(reference), "label_not_due");
  });
});
