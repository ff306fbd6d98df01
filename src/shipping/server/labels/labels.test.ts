import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { recogniseTrackingNumber } from "#catalogue/rules/tracking-number.ts";
import { formatMemberCode } from "#people/rules/member-code.ts";
import { stateGoods } from "#test/goods-items.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { insertAcceptedRequests, type AcceptedRequest } from "#test/accepted-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { barcodeTextsOf, pdfPages, textsOf } from "#test/labels.ts";
import { typedNumber } from "#test/manifests.ts";
import { postalRange } from "#test/number-ranges.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { eraseLabels } from "./labels.ts";

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

type Changes = {
  readonly recipient?: Readonly<Record<string, string>>;
  readonly serviceCode?: string;
};

async function accepted(count = 1, changes: Changes = {}): Promise<AcceptedRequest[]> {
  const userIds = [customer.userId];
  return await insertAcceptedRequests(app.database.kysely, {
    userIds,
    warehouseId,
    packagesPerCustomer: count,
    ...changes,
  });
}

async function anAccepted(changes: Changes = {}): Promise<AcceptedRequest> {
  const [request] = await accepted(1, changes);
  if (request === undefined) throw new Error("No request was inserted.");
  return request;
}

let serialCount = 10_000_000;
/** A range of serial numbers that no other test has. */
async function aRange(count: number, serviceCode = "hk-post-air") {
  const firstSerial = serialCount;
  serialCount += count;
  return await manager.api.numberRanges.createNumberRange({
    ...postalRange,
    serviceCode,
    firstSerial,
    lastSerial: firstSerial + count - 1,
  });
}

async function stop(range: { readonly id: string }) {
  await manager.api.numberRanges.changeNumberRange({ numberRangeId: range.id, isActive: false });
}

const makeLabel = async (request: AcceptedRequest, trackingNumber: string | null = null) =>
  await packer.api.labels.makeLabel({ shipRequestId: request.id, trackingNumber });

async function printed(labelId: string) {
  const file = await packer.api.labels.printShippingLabel({ labelId });
  return { file, bytes: Buffer.from(await file.arrayBuffer()) };
}

describe("a label", () => {
  test("has the next number of the service's range, and is the same each time it is printed", async () => {
    const range = await aRange(2);
    const request = await anAccepted();
    const { memberCode } = await customer.api.inboundParcels.readAddress({});
    const { items } = await packer.api.labels.listPackagesToLabel({ pageSize: 100 });
    expect(items.find(({ shipRequestId }) => shipRequestId === request.id)).toMatchObject({
      label: null,
      carrierCode: "hk-post",
      parcelsCount: 4,
      weightGrams: 2350,
      unprintableFields: [],
    });
    const [first, again] = await Promise.all([makeLabel(request), makeLabel(request)]);
    expect(again).toEqual(first);
    expect(first.label).toMatchObject({ trackingNumber: range.firstNumber, numberSource: "range" });
    expect(recogniseTrackingNumber(range.firstNumber)[0]).toMatchObject({
      carrierCode: "hk-post",
      reason: "postal_check_digit",
    });
    const labelId = first.label?.id ?? "";
    const { file, bytes } = await printed(labelId);
    expect([file.name, file.type]).toEqual([`label-${range.firstNumber}.pdf`, "application/pdf"]);
    app.clock.advance(3_600_000);
    expect((await printed(labelId)).bytes).toEqual(bytes);
    const [page = "", ...more] = pdfPages(bytes);
    expect(more).toEqual([]);
    expect(await barcodeTextsOf(page)).toEqual([range.firstNumber]);
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString("latin1")) ?? [];
    const sides = box.slice(1).map((points) => Math.round((Number(points) / 72) * 25.4));
    expect(sides).toEqual([100, 150]);
    expect(textsOf(page)).toEqual([
      "Hong Kong Post",
      "Hong Kong Post air",
      "From",
      "Kwun Tong",
      "12/F, 100 How Ming Street",
      "Kwun Tong, Kowloon 999077",
      "HONG KONG",
      "+852 2345 6789",
      "To",
      "Chan Wai",
      "Flat 12B, 48 Long Acre",
      "London, WC2E 9LP",
      "UNITED KINGDOM",
      "+44 20 7946 0018",
      "Weight",
      "2.35 kg",
      "Date",
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      "Reference",
      first.reference,
      "Package",
      `P-${first.packageNumber}`,
      "Member",
      formatMemberCode(memberCode),
      range.firstNumber,
    ]);
    await stop(range);
  });

  test("is refused when the numbers run out, and made with a typed number then", async () => {
    const range = await aRange(1);
    const [one, two] = await accepted(2);
    if (one === undefined || two === undefined) throw new Error("Two requests are needed.");
    await makeLabel(one);
    await expectApiError(makeLabel(two), "no_numbers_left");
    await expectApiError(makeLabel(two, "12"), "invalid_tracking_number");
    await expectApiError(makeLabel(two, range.firstNumber), "number_used");
    const typed = await makeLabel(two, " sf 7777 1111 2222 3 ");
    expect(typed.label).toMatchObject({ trackingNumber: "SF7777111122223", numberSource: "typed" });
    await expectApiError(makeLabel(two, "SF7777111122224"), "label_exists");
    const { stocks } = await manager.api.numberRanges.listNumberRanges({});
    expect(stocks.find(({ serviceCode }) => serviceCode === "hk-post-air")).toMatchObject({
      left: 0,
      days: 0,
      isLow: true,
    });
  });

  test("passes over numbers that were typed before their turn", async () => {
    const range = await aRange(3);
    const [one, two] = await accepted(2);
    if (one === undefined || two === undefined) throw new Error("Two requests are needed.");
    await makeLabel(one, range.firstNumber);
    expect((await makeLabel(two)).label?.trackingNumber).not.toBe(range.firstNumber);
    const { items } = await manager.api.numberRanges.listNumberRanges({});
    expect(items.find(({ id }) => id === range.id)).toMatchObject({ left: 1 });
    await stop(range);
  });

  test("G47: of 20 packages at once have 20 numbers", async () => {
    const range = await aRange(20);
    const requests = await accepted(20);
    const made = await Promise.all(requests.map((request) => makeLabel(request)));
    expect(new Set(made.map(({ label }) => label?.trackingNumber)).size).toBe(20);
    await stop(range);
  });

  test("is refused for an address in Chinese, and for a package that is not accepted", async () => {
    const range = await aRange(5);
    const recipient = {
      name: "陳偉",
      latinName: "",
      phone: "1",
      address: "深水埗大南街 5 號",
      addressLine2: "",
      city: "London",
      state: "",
      postalCode: "1",
      importerReference: "",
    };
    const chinese = await anAccepted({ recipient });
    await expectApiError(makeLabel(chinese), "address_not_printable");
    const { items } = await packer.api.labels.listPackagesToLabel({ pageSize: 100 });
    expect(items.find(({ shipRequestId }) => shipRequestId === chinese.id)).toMatchObject({
      unprintableFields: ["latinName", "address"],
    });
    const request = await anAccepted();
    const { kysely } = app.database;
    await kysely
      .updateTable("shipRequests")
      .set({ state: "packed" })
      .where("id", "=", request.id)
      .execute();
    await expectApiError(makeLabel(request), "label_not_due");
    await expectApiError(makeLabel({ ...request, id: randomUUID() }), "not_found");
    // Nothing of what was refused took a number.
    const { items: ranges } = await manager.api.numberRanges.listNumberRanges({});
    expect(ranges.find(({ id }) => id === range.id)).toMatchObject({ left: 5 });
    await stop(range);
  });

  test("that is void is not printed, and its number is not used again", async () => {
    const range = await aRange(2);
    const request = await anAccepted();
    const { label } = await makeLabel(request);
    const labelId = label?.id ?? "";
    const { voidLabel } = packer.api.labels;
    await expectApiError(voidLabel({ labelId, reason: " " }), "invalid_input");
    const voided = await voidLabel({ labelId, reason: "Printed twice" });
    expect(voided).toMatchObject({ label: null });
    expect(await voidLabel({ labelId, reason: "Printed twice" })).toEqual(voided);
    await expectApiError(packer.api.labels.printShippingLabel({ labelId }), "not_found");
    await expectApiError(makeLabel(request, range.firstNumber), "number_used");
    expect((await makeLabel(request)).label?.trackingNumber).toBe(range.lastNumber);
    await stop(range);
  });
});

describe("cancelling a labelled request", () => {
  test("makes its label void and takes it off an open manifest, as long as it has not left", async () => {
    const request = await anAccepted();
    const trackingNumber = typedNumber();
    const { label } = await makeLabel(request, trackingNumber);
    const labelId = label?.id ?? "";
    const { manifests, packing } = packer.api;
    const inWarehouse = { warehouseId, carrierCode: "hk-post" };
    const { id: manifestId } = await manifests.openManifest(inWarehouse);
    await manifests.addScan({ manifestId, scan: trackingNumber, idempotencyKey: randomUUID() });
    const reason = "Wrong address";
    await packing.cancelShipRequest({ shipRequestId: request.id, reason });
    const stored = await app.database.kysely
      .selectFrom("labels")
      .select(["state", "voidReason", "voidedBy"])
      .where("id", "=", labelId)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ state: "void", voidReason: reason, voidedBy: packer.userId });
    expect(await manifests.readManifest({ manifestId })).toMatchObject({ items: [] });
    await expectApiError(packer.api.labels.printShippingLabel({ labelId }), "not_found");
  });
});

describe("a list of numbers", () => {
  test("is imported whole or not at all, and used in its order", async () => {
    const { importNumbers } = manager.api.numberRanges;
    const input = { serviceCode: "hk-post-surface", source: "The carrier's file" };
    const wrong = await importNumbers({ ...input, numbers: "LISTED0001\n12\nLISTED0001" });
    expect(wrong.range).toBeNull();
    expect(wrong.errors.map(({ line, kind }) => [line, kind])).toEqual([
      [2, "invalid_number"],
      [3, "repeated_number"],
    ]);
    const { range } = await importNumbers({ ...input, numbers: "LISTED0002\r\nLISTED0001\r\n" });
    expect(range).toMatchObject({ total: 2, left: 2, nextNumber: "LISTED0002" });
    const again = await importNumbers({ ...input, numbers: "LISTED0003\nLISTED0001" });
    expect(again.errors).toEqual([{ line: 2, kind: "number_used", value: "LISTED0001" }]);
    await expectApiError(
      importNumbers({ ...input, serviceCode: "nowhere", numbers: "LISTED0009" }),
      "service_not_found",
    );
    const requests = await accepted(2, { serviceCode: "hk-post-surface" });
    const made = [];
    for (const request of requests) made.push((await makeLabel(request)).label?.trackingNumber);
    expect(made).toEqual(["LISTED0002", "LISTED0001"]);
  });

  test("of postal numbers does not overlap with another, and has a prefix that posts use", async () => {
    const range = await aRange(10);
    const { createNumberRange } = manager.api.numberRanges;
    const input = {
      serviceCode: "hk-post-air",
      prefix: "RA",
      countryCode: "HK",
      source: "A letter",
    } as const;
    const serials = { firstSerial: serialCount - 5, lastSerial: serialCount + 5 };
    await expectApiError(createNumberRange({ ...input, ...serials }), "number_range_overlaps");
    await expectApiError(
      createNumberRange({ ...input, ...serials, prefix: "JA" }),
      "invalid_input",
    );
    await expectApiError(
      createNumberRange({ ...input, firstSerial: 2, lastSerial: 1 }),
      "invalid_input",
    );
    await stop(range);
  });
});

describe("files for a carrier's upload page", () => {
  async function exported() {
    const response = await packer.client.fetch("/api/admin/carriers/hk-post/label-file.csv");
    return await response.text();
  }

  test("have the columns that staff chose, lines of at most 35 characters, and no formula", async () => {
    const columns = [
      { heading: "Order", field: "reference" },
      { heading: "To", field: "name" },
      { heading: "Line 1", field: "address_1" },
      { heading: "Line 2", field: "address_2" },
      { heading: "Grams", field: "weight_grams" },
      { heading: "Phone", field: "phone" },
      { heading: "Worth", field: "value" },
    ] as const;
    await manager.api.labels.changeLabelFileSettings({
      carrierCode: "hk-post",
      columns: [...columns],
    });
    const request = await anAccepted({
      recipient: {
        name: "=1+1",
        latinName: "",
        phone: "+44 20 7946 0018",
        address: "Building 7, Block C, Riverside Gardens, Kent",
        addressLine2: "",
        city: "London",
        state: "",
        postalCode: "WC2E 9LP",
        importerReference: "",
      },
    });
    const lines = (await exported()).replace("\uFEFF", "").split("\r\n");
    expect(lines[0]).toBe("Order,To,Line 1,Line 2,Grams,Phone,Worth");
    const reference = `SR${String(request.number).padStart(6, "0")}`;
    expect(lines.find((line) => line.startsWith(reference))).toBe(
      `${reference},'=1+1,"Building 7, Block C, Riverside","Gardens, Kent",2350,0044 20 7946 0018,516.00`,
    );
    expect(lines.every((line) => !line.includes("深水埗"))).toBe(true);
    await expectApiError(
      packer.api.labels.exportLabelFile({ carrierCode: "nobody" }),
      "carrier_not_found",
    );
  });

  test("say what is in the parcels and what it cost, item by item where that is stated", async () => {
    const columns = [
      { heading: "Order", field: "reference" },
      { heading: "Contents", field: "contents" },
      { heading: "Worth", field: "value" },
    ] as const;
    await manager.api.labels.changeLabelFileSettings({
      carrierCode: "hk-post",
      columns: [...columns],
    });
    const { id, number } = await anAccepted();
    const currency = "CNY";
    await stateGoods(app, id, [
      { description: "Clay teapots", quantity: 2, unitValueMinor: 10_000, currency },
      { description: "Cotton socks", unitValueMinor: 1_500, currency },
    ]);
    const lineOf = async () => {
      const reference = `SR${String(number).padStart(6, "0")}`;
      return (await exported()).split("\r\n").find((line) => line.startsWith(reference));
    };
    const line = await lineOf();
    expect(line).toContain("Clay teapots, Cotton socks");
    expect(line?.match(/Tea cups/g)).toHaveLength(3);
    // Three other parcels of CNY 129.
    expect(line).toMatch(/,602\.00$/);
    await stateGoods(app, id, [{ description: "Cotton socks" }]);
    // One without a price: what the rest cost is not what all cost.
    expect(await lineOf()).toMatch(/,$/);
  });

  test("come back with numbers, of which all or none become labels", async () => {
    const [one, two] = await accepted(2);
    if (one === undefined || two === undefined) throw new Error("Two requests are needed.");
    const { importLabelNumbers } = packer.api.labels;
    const head = "reference,tracking_number\n";
    const wrong = await importLabelNumbers({
      csv: `${head}SR${one.number},PORTAL0001\nSR999999,PORTAL0002\nSR${two.number},SF7777111122223`,
    });
    expect(wrong).toEqual({
      labelsCount: 0,
      errors: [
        { line: 3, kind: "unknown_reference", value: "SR999999" },
        { line: 4, kind: "number_used", value: "SF7777111122223" },
      ],
    });
    const { items } = await packer.api.labels.listPackagesToLabel({ pageSize: 100 });
    expect(items.filter(({ shipRequestId }) => shipRequestId === one.id)).toHaveLength(1);
    const right = `${head}SR${one.number},PORTAL0001\nsr00${two.number},PORTAL0002`;
    expect(await importLabelNumbers({ csv: right })).toEqual({ labelsCount: 2, errors: [] });
    const action = "labels.importLabelNumbers";
    const admin = await anAdmin(app);
    const { items: entries } = await admin.api.audit.listEntries({ actor: packer.email, action });
    expect(entries).toMatchObject([
      {
        target: packer.userId,
        errorCode: null,
        after: { labels: [{ trackingNumber: "PORTAL0001" }, { trackingNumber: "PORTAL0002" }] },
      },
    ]);
    const repeated = await importLabelNumbers({ csv: right });
    expect(repeated.errors.map(({ kind }) => kind)).toEqual(["not_accepted", "not_accepted"]);
    const labelled = await packer.api.labels.listPackagesToLabel({
      state: "labelled",
      pageSize: 100,
    });
    expect(
      labelled.items.find(({ shipRequestId }) => shipRequestId === two.id)?.label,
    ).toMatchObject({ trackingNumber: "PORTAL0002", numberSource: "typed" });
  });
});

test("The labels of an account that is closed keep their number and lose name and address", async () => {
  const range = await aRange(1);
  const { label } = await makeLabel(await anAccepted());
  if (label === null) throw new Error("It has no label.");
  const { id: labelId, trackingNumber } = label;
  await stop(range);
  const { kysely } = app.database;
  const stored = async () =>
    await kysely
      .selectFrom("labels")
      .select(["content", "trackingNumber"])
      .where("id", "=", labelId)
      .executeTakeFirstOrThrow();
  expect((await stored()).content).not.toBeNull();
  await eraseLabels(kysely, customer.userId);
  expect(await stored()).toEqual({ content: null, trackingNumber });
});
