import { beforeAll, describe, expect, test } from "vitest";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { insertAcceptedRequests, type AcceptedRequest } from "#test/accepted-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { stateGoods } from "#test/goods-items.ts";
import { barcodeTextsOf, pdfPages, textsOf } from "#test/labels.ts";
import { postalRange } from "#test/number-ranges.ts";
import {
  aShipper,
  close,
  pack,
  packingDesk,
  receivedPackage,
  request,
  setExchangeRates,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { eraseLabels } from "#shipping/server/labels/labels.ts";
import { drawPaper } from "./customs-papers.ts";

let app: TestApp;
let packer: TestPerson;
let customer: TestPerson;
let warehouseId: string;

beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-11-25T04:00:00Z");
  const manager = await aStaffMember(app, ["manager"]);
  packer = await aStaffMember(app, ["packer"]);
  customer = await aCustomer(app, { plan: "Premium" });
  warehouseId = await addWarehouse(manager.api, { code: "HK9", smsPhone: "+852 6123 4567" });
  await manager.api.numberRanges.createNumberRange({ ...postalRange, prefix: "LB" });
  await setExchangeRates(app);
  return () => app.close();
});

const shirts = {
  description: "Cotton T-shirts",
  quantity: 2,
  unitValueMinor: 1099,
  currency: "USD",
  netGrams: 300,
  hsCode: "610910",
} as const;

/** An accepted package of one parcel with these goods. */
async function accepted(
  items: readonly Partial<GoodsItem>[],
  countryCode = "GB",
): Promise<AcceptedRequest> {
  const [sent] = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
    packagesPerCustomer: 1,
    parcelsPerPackage: 1,
  });
  if (sent === undefined) throw new Error("No request was inserted.");
  await stateGoods(app, sent.id, items);
  await app.database.kysely
    .updateTable("shipRequests")
    .set({ countryCode: countryCode as "GB", packedGrams: 900 })
    .where("id", "=", sent.id)
    .execute();
  return sent;
}

const make = async ({ id }: AcceptedRequest, trackingNumber: string | null = null) =>
  await packer.api.labels.makeLabel({ shipRequestId: id, trackingNumber });

async function labelOf(sent: AcceptedRequest, trackingNumber: string | null = null) {
  const { label } = await make(sent, trackingNumber);
  if (label === null) throw new Error("It got no label.");
  return label;
}

async function pagesOf(labelId: string): Promise<string[]> {
  const file = await packer.api.labels.printCustomsPapers({ labelId });
  return pdfPages(Buffer.from(await file.arrayBuffer()));
}

const itemCode = async ({ id }: AcceptedRequest, hsCode: string) => {
  await app.database.kysely
    .updateTable("goodsItems")
    .set({ hsCode, hsCodeSource: "staff" })
    .where("inboundParcelId", "in", (query) =>
      query
        .selectFrom("shipRequestParcels")
        .select("inboundParcelId")
        .where("shipRequestId", "=", id),
    )
    .execute();
};

describe("The customs paper of a label", () => {
  test("is a CN22 with merged lines and sums, the same each time", async () => {
    const sent = await accepted([shirts, { ...shirts, quantity: 1, netGrams: null }]);
    const label = await labelOf(sent);
    expect(label.customsForm).toBe("cn22");
    const [page = "", ...more] = await pagesOf(label.id);
    expect(more).toEqual([]);
    const texts = textsOf(page);
    for (const text of [
      "CN 22",
      label.trackingNumber,
      "3 x Cotton T-shirts",
      "HS 610910   Origin CN",
      "0.900",
      "USD 32.97",
    ]) {
      expect(texts).toContain(text);
    }
    expect(await pagesOf(label.id)).toEqual([page]);
  });

  test("is a CN23 with the number as barcode and continuation sheets, and converts what is in several currencies", async () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      ...shirts,
      description: `Cotton T-shirts no. ${at}`,
      netGrams: null,
    }));
    const sent = await accepted([...many, { ...shirts, currency: "CNY", unitValueMinor: 4000 }]);
    const label = await labelOf(sent, "CP123456785HK");
    expect(label.customsForm).toBe("cn23");
    const pages = await pagesOf(label.id);
    expect(pages).toHaveLength(2);
    expect(await barcodeTextsOf(pages[0] ?? "")).toEqual(["CP123456785HK"]);
    const texts = textsOf(pages.join("\n"));
    // 80.00 CNY are 11.00 US dollars at 8 and 1.1 for a euro.
    expect(texts).toContain("USD 11.00");
    expect(texts).toContain(`USD ${(9 * 21.98 + 11).toFixed(2)}`);
    expect(texts).toContain("Sheet 2 of 2");
  });

  test("is an invoice with as many copies as its service wants", async () => {
    const label = await labelOf(await accepted([shirts]));
    const { content } = await app.database.kysely
      .selectFrom("customsPapers")
      .select("content")
      .where("labelId", "=", label.id)
      .executeTakeFirstOrThrow();
    if (content === null) throw new Error("The paper is empty.");
    const pdf = Buffer.from(await drawPaper("invoice", { ...content, copies: 2 }, false));
    const pages = pdfPages(pdf);
    expect(pages).toHaveLength(2);
    expect(textsOf(pages[0] ?? "")).toEqual(
      expect.arrayContaining(["COMMERCIAL INVOICE", "Cotton T-shirts", "610910", "USD 21.98"]),
    );
  });

  test("is marked once its label is void, and new with a new label", async () => {
    const sent = await accepted([shirts]);
    const label = await labelOf(sent);
    await packer.api.labels.voidLabel({ labelId: label.id, reason: "Wrong box" });
    expect(textsOf((await pagesOf(label.id))[0] ?? "")).toContain("VOID");
    const next = await labelOf(sent);
    expect(textsOf((await pagesOf(next.id))[0] ?? "")).not.toContain("VOID");
  });

  test("is emptied with its customer's account", async () => {
    const other = await aCustomer(app, { plan: "Premium" });
    const [sent] = await insertAcceptedRequests(app.database.kysely, {
      userIds: [other.userId],
      warehouseId,
      packagesPerCustomer: 1,
    });
    if (sent === undefined) throw new Error("No request was inserted.");
    const label = await labelOf(sent);
    await eraseLabels(app.database.kysely, other.userId);
    await expectApiError(packer.api.labels.printCustomsPapers({ labelId: label.id }), "not_found");
  });
});

describe("code_missing", () => {
  test("names the goods without the digits that the destination asks, until they have them", async () => {
    const sent = await accepted([shirts], "US");
    await expectApiError(
      make(sent),
      "code_missing",
      "These goods lack the customs code that the destination asks for: Cotton T-shirts. Enter it, then make the label.",
    );
    const { left } = await packer.api.labels.makeLabels({
      idempotencyKey: "6f9619ff-8b86-4d11-b42d-00c04fc964ff",
    });
    expect(left).toContainEqual({ reference: expect.any(String), obstacle: "code" });
    // The packer knows it before the box is closed.
    const packed = await packer.api.packing.readShipRequest({ shipRequestId: sent.id });
    expect(packed).toMatchObject({ countryCode: "US", hsDigits: 10 });
    await itemCode(sent, "6109100012");
    const label = await labelOf(sent);
    expect(textsOf((await pagesOf(label.id))[0] ?? "")).toContain("HS 6109100012   Origin CN");
  });
});

test("Identifiers that customs of the destination ask of sales to consumers are warned of, and stop nothing", async () => {
  const identified = { merchantProductId: "6543210", standardProductId: "4006381333931" };
  const sent = await accepted([shirts, { ...shirts, ...identified, netGrams: null }], "DE");
  const { shipRequests } = customer.api;
  const declared = await shipRequests.readDeclaration({ shipRequestId: sent.id });
  // As on its paper: what was not typed has the rest of the box.
  expect(declared.parcels.map(({ netGrams }) => netGrams)).toEqual([[300, 600]]);
  const [inboundParcelId = ""] = declared.parcels.map((parcel) => parcel.inboundParcelId);
  const asked = [{ inboundParcelId, index: 0 }];
  expect(declared.withoutIdentifiers).toEqual(asked);
  const read = async (where: object) => {
    const input = { inboundParcelIds: [inboundParcelId], ...where };
    return (await shipRequests.readParcelsDeclaration(input)).withoutIdentifiers;
  };
  expect(await read({ countryCode: "FR" })).toEqual(asked);
  for (const where of [
    {},
    { countryCode: "GB" },
    { countryCode: "FR", category: "gift" },
    { countryCode: "FR", commerceType: "c2c" },
  ])
    expect(await read(where)).toEqual([]);
  expect((await labelOf(sent)).customsForm).toBe("cn22");
});

describe("exportAdvanceData", () => {
  test("has a row for each line of labels that are not void, and begins no formula", async () => {
    const sent = await accepted([
      { ...shirts, description: "=1+1", merchantProductId: "A1" },
      { ...shirts, description: "=1+1", merchantProductId: "B2" },
    ]);
    const { trackingNumber } = await labelOf(sent);
    const day = app.clock.now().toISOString().slice(0, 10);
    const path = `/api/admin/carriers/hk-post/advance-data?from=${day}&to=${day}`;
    const csv = await (await packer.client.fetch(path)).text();
    const rows = csv.split("\r\n").filter((row) => row.includes(trackingNumber));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain("'=1+1");
    expect(rows[0]).toContain("00852 6123 4567");
    const json = (await (await packer.client.fetch(`${path}&format=json`)).json()) as {
      items: { item_id: string; lines: { merchant_product_id: string }[] }[];
    };
    const item = json.items.find(({ item_id: id }) => id === trackingNumber);
    expect(item?.lines.map((line) => line.merchant_product_id)).toEqual(["A1", "B2"]);
  });
});

test("A typed net weight above the packed weight is named when the box is closed, and divided by us", async () => {
  const desk = await packingDesk(app);
  const shipper = await aShipper(desk);
  const { packageId, numbers } = await receivedPackage(desk, shipper, [400]);
  const { id } = await request(shipper, packageId);
  await stateGoods(app, id, [
    { ...shirts, netGrams: 900 },
    { ...shirts, netGrams: null },
  ]);
  await expectApiError(
    pack(desk, id, numbers, { weightGrams: 500 }),
    "net_weight_too_high",
    "The net weight of “Cotton T-shirts”, 900 g, cannot be in a box of this weight. Weigh the box again, or divide the weight by us.",
  );
  await close(desk, id, { weightGrams: 500, dividesNetWeights: true });
  const { netGrams } = await app.database.kysely
    .selectFrom("goodsItems")
    .innerJoin(
      "shipRequestParcels as chosen",
      "chosen.inboundParcelId",
      "goodsItems.inboundParcelId",
    )
    .select("netGrams")
    .where("chosen.shipRequestId", "=", id)
    .where("position", "=", 1)
    .executeTakeFirstOrThrow();
  expect(netGrams).toBeNull();
});
