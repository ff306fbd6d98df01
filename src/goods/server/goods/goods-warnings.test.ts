// What customs may ask about goods is said whenever they are read, and what was said of their price stays with it.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { GoodsItemInput } from "#goods/contract/goods-item-fields.ts";
import { asOwner } from "#test/database.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-12-10T04:00:00Z");
  admin = await anAdmin(app);
  warehouseId = await aWarehouse(admin);
  return () => app.close();
});

type Input = Partial<GoodsItemInput>;

const read = async ({ api }: TestPerson, inboundParcelId: string) =>
  await api.inboundParcels.readInboundParcel({ inboundParcelId });

const save = async (
  { api }: TestPerson,
  inboundParcelId: string,
  item: Input,
  isValueConfirmed?: boolean,
) =>
  await api.goods.saveItems({
    inboundParcelId,
    items: [item],
    ...(isValueConfirmed !== undefined && { isValueConfirmed }),
  });

const clips = { description: "Hair clips of steel", unitValueMinor: 40, currency: "USD" } as const;
const lowValue = { index: 0, kind: "low_value", stopWords: [] };

const codeOf = async ({ api }: TestPerson) => (await api.inboundParcels.readAddress({})).memberCode;

test("What customs may ask is read as it was answered when it was saved", async () => {
  const mei = await aCustomer(app);
  const { id } = await declareParcel(mei);
  const items = [{ description: "Painted caps" }, { description: "Teapot" }, clips];
  const { warnings } = await mei.api.goods.saveItems({ inboundParcelId: id, items });
  expect(warnings).toEqual([
    { index: 0, kind: "stop_words", stopWords: ["Caps"] },
    { index: 1, kind: "single_word", stopWords: [] },
    { ...lowValue, index: 2 },
  ]);
  expect(await read(mei, id)).toMatchObject({ warnings, isValueConfirmed: false });
  const { parcels } = await mei.api.shipRequests.readParcelsDeclaration({ inboundParcelIds: [id] });
  expect(parcels).toMatchObject([{ warnings, isValueLow: true }]);
});

test("A description that was taken before its words were on a list is asked about", async () => {
  const mei = await aCustomer(app);
  const { id } = await declareParcel(mei);
  await save(mei, id, { description: "Doohickeys" });
  await asOwner(app.database, (db) =>
    db
      .insertInto("stopWords")
      .values({
        list: "operator",
        term: "Doohickeys",
        source: "A test",
        sourceDay: "2026-12-01",
        confidence: "single",
        validFrom: "2026-12-01",
      })
      .execute(),
  );
  expect((await read(mei, id)).warnings).toEqual([
    { index: 0, kind: "stop_words", stopWords: ["Doohickeys"] },
  ]);
});

describe("That a low price was paid", () => {
  test("stays when something else is saved, and is asked again of another price", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    await save(mei, id, clips, true);
    await save(mei, id, { ...clips, description: "Hair clips of iron", netGrams: 40 });
    expect(await read(mei, id)).toMatchObject({ warnings: [lowValue], isValueConfirmed: true });
    await save(mei, id, { ...clips, unitValueMinor: 30 });
    expect(await read(mei, id)).toMatchObject({ warnings: [lowValue], isValueConfirmed: false });
  });

  test("is taken back by its customer, and never said of a usual price", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    await save(mei, id, clips, true);
    await save(mei, id, clips, false);
    expect(await read(mei, id)).toMatchObject({ isValueConfirmed: false });
    await save(mei, id, { ...clips, unitValueMinor: 4_000 }, true);
    expect(await read(mei, id)).toMatchObject({ warnings: [], isValueConfirmed: false });
  });

  test("is said with the declaration, also of far less than the order says", async () => {
    const mei = await aCustomer(app);
    const isValueConfirmed = true;
    const ordered = { declaredValueMinor: 25_800, declaredCurrency: "CNY" } as const;
    const cheap = { ...clips, unitValueMinor: 2_000, currency: "CNY" } as const;
    const { items } = await mei.api.inboundParcels.declareInboundParcels({
      items: [
        { trackingNumber: freshNumber(), goodsItems: [clips], isValueConfirmed },
        { trackingNumber: freshNumber(), goodsItems: [cheap], ...ordered, isValueConfirmed },
        { trackingNumber: freshNumber(), goodsItems: [cheap], isValueConfirmed },
      ],
      idempotencyKey: randomUUID(),
    });
    const declared = await Promise.all(items.map(async ({ id }) => await read(mei, id)));
    const said = declared.map(({ warnings, isValueConfirmed: is }) => [warnings[0]?.kind, is]);
    expect(said).toEqual([
      ["low_value", true],
      ["low_total", true],
      [undefined, false],
    ]);
  });

  test("goes over to the parcel that came with what was declared, and to nobody else", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const tom = await aCustomer(app, { plan: "Basic" });
    const declareLow = async (person: TestPerson) => {
      const { id } = await declareParcel(person);
      await save(person, id, clips, true);
      return id;
    };
    const scan = freshNumber();
    const { parcel } = await receiveScan(app, admin, { warehouseId, scan });
    const { id: inboundParcelId } = parcel;
    await admin.api.parcelClaims.matchInboundParcel({
      inboundParcelId,
      memberCode: await codeOf(mei),
      declaredParcelId: await declareLow(mei),
      reason: "Her order shows the number",
    });
    expect(await read(mei, inboundParcelId)).toMatchObject({ isValueConfirmed: true });
    await mei.api.inboundParcels.rejectInboundParcel({ inboundParcelId });
    await admin.api.parcelClaims.matchInboundParcel({
      inboundParcelId,
      memberCode: await codeOf(tom),
      declaredParcelId: null,
      reason: "His order shows the number",
    });
    expect(await read(tom, inboundParcelId)).toMatchObject({ isValueConfirmed: false });
  });
});

describe("Where a code is from", () => {
  const sourceOf = async (person: TestPerson, id: string) =>
    (await read(person, id)).goodsItems.map(({ hsCode, hsCodeSource }) => [hsCode, hsCodeSource]);
  const shirts = { description: "Cotton T-shirts, blue", hsCode: "610910" } as const;

  test("is the suggestion still where more was typed beside it, and no longer of other goods", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    await save(mei, id, shirts);
    expect(await sourceOf(mei, id)).toEqual([["610910", "suggested"]]);
    await save(mei, id, { ...shirts, description: "Ceramic vase" });
    expect(await sourceOf(mei, id)).toEqual([["610910", "typed"]]);
  });

  test("is staff, until its customer describes other goods", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const { id, trackingNumber } = await declareParcel(mei);
    await save(mei, id, shirts);
    await receiveScan(app, admin, { warehouseId, scan: trackingNumber });
    const correct = async (fields: { description: string; hsCode: string }) =>
      await admin.api.goods.correctItems({
        inboundParcelId: id,
        corrections: [{ index: 0, originCode: "CN", netGrams: null, ...fields }],
        reason: "As it lies here",
      });
    await correct({ ...shirts, description: "Cotton tunic" });
    expect(await sourceOf(mei, id)).toEqual([["610910", "staff"]]);
    const tunic = { description: "Cotton tunic", hsCode: "6109100012" } as const;
    await correct(tunic);
    await save(mei, id, { ...tunic, netGrams: 200 });
    expect(await sourceOf(mei, id)).toEqual([["6109100012", "staff"]]);
    await save(mei, id, { ...tunic, description: "Ceramic vase" });
    expect(await sourceOf(mei, id)).toEqual([["6109100012", "typed"]]);
  });
});
