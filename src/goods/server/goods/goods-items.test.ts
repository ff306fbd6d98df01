import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { noGoods } from "#goods/rules/goods-item.ts";
import type { GoodsItemInput } from "#goods/contract/goods-item-fields.ts";
import { expectApiError } from "#test/api-errors.ts";
import { asOwner } from "#test/database.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
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

const save = async ({ api }: TestPerson, inboundParcelId: string, ...items: readonly Input[]) =>
  await api.goods.saveItems({ inboundParcelId, items: [...items] });

const itemsOf = async ({ api }: TestPerson, inboundParcelId: string) =>
  (await api.inboundParcels.readInboundParcel({ inboundParcelId })).goodsItems;

const parcelOf = async ({ api }: TestPerson, inboundParcelId: string) =>
  (await api.inboundParcels.readInboundParcel({ inboundParcelId })).parcel;

const teapots = {
  description: "Blue clay teapots",
  quantity: 2,
  unitValueMinor: 12_900,
  currency: "CNY",
} as const;

describe("What is in a parcel", () => {
  test("is stated, read by its customer and staff, and written into its history", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    expect(await itemsOf(mei, id)).toEqual([]);
    const { items, warnings } = await save(mei, id, teapots, { description: "Cotton socks" });
    expect(items).toEqual([
      { ...noGoods, ...teapots },
      { ...noGoods, description: "Cotton socks", hsCode: "611595", hsCodeSource: "suggested" },
    ]);
    expect(warnings).toEqual([]);
    expect(await itemsOf(mei, id)).toEqual(items);
    const staff = await admin.api.inboundParcels.readAnyInboundParcel({ inboundParcelId: id });
    expect(staff.goodsItems).toEqual(items);
    const { events } = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId: id });
    expect(events.map(({ kind }) => kind)).toEqual(["declared", "declaration_changed"]);
  });

  test("replaces what was stated before; the same again changes nothing", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    await save(mei, id, teapots, { description: "Cotton socks" });
    const { items } = await save(mei, id, { description: "Cotton socks", quantity: 3 });
    expect(await itemsOf(mei, id)).toEqual(items);
    await save(mei, id, { description: "Cotton socks", quantity: 3 });
    const { events } = await mei.api.inboundParcels.readInboundParcel({ inboundParcelId: id });
    expect(events).toHaveLength(3);
  });

  test("of another customer answers as not there", async () => {
    const { id } = await declareParcel(await aCustomer(app));
    const tom = await aCustomer(app);
    await expectApiError(save(tom, id, teapots), "not_found");
    await expectApiError(save(tom, randomUUID(), teapots), "not_found");
  });

  test("of another state than shown is refused with what it is", async () => {
    const mei = await aCustomer(app);
    const { id: inboundParcelId } = await declareParcel(mei);
    const { items: expectedVersion } = await save(mei, inboundParcelId, teapots);
    const change = (description: string) =>
      mei.api.goods.saveItems({
        inboundParcelId,
        items: [{ ...teapots, description }],
        expectedVersion,
      });
    const { items: current } = await change("Clay tea cups");
    const refused = await change("Clay tea bowls").catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "conflict", data: { current } });
    await change("Clay tea cups");
    expect(await itemsOf(mei, inboundParcelId)).toEqual(current);
  });

  test("is changed while it is packed, and no longer once it has left", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    const { kysely } = app.database;
    const set = async (state: "packed" | "departed") =>
      await kysely.updateTable("inboundParcels").set({ state }).where("id", "=", id).execute();
    await set("packed");
    await save(mei, id, teapots);
    await set("departed");
    await expectApiError(save(mei, id, { description: "Tin cups" }), "inbound_parcel_not_free");
    expect((await save(mei, id, teapots)).items).toEqual(await itemsOf(mei, id));
  });

  test("has bounds", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    const wrong: readonly object[] = [
      { quantity: 0 },
      { quantity: 1_000_000_000 },
      { unitValueMinor: 0, currency: "CNY" },
      { unitValueMinor: 1 },
      { currency: "CNY" },
      { unitValueMinor: 1, currency: "TWD" },
      { netGrams: 0 },
      { hsCode: "61091" },
      { hsCode: "61091000123" },
      { hsCode: "980000" },
      { hsCode: "990000" },
      { hsCode: "770000" },
      { originCode: "XX" },
      { description: "x".repeat(101) },
      { merchantProductId: "1".repeat(129) },
      { standardProductId: "1".repeat(65) },
    ];
    for (const item of wrong) await expectApiError(save(mei, id, item), "invalid_input");
    await expectApiError(save(mei, id), "invalid_input");
    const many = (count: number) => Array.from({ length: count }, () => teapots);
    await expectApiError(save(mei, id, ...many(41)), "invalid_input");
    expect((await save(mei, id, ...many(40))).items).toHaveLength(40);
  });
});

describe("A description", () => {
  const savedAs = async (item: Input) => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    const { items, warnings } = await save(mei, id, item);
    return { item: items[0], warnings };
  };

  test("in Chinese that is known is translated, with its code", async () => {
    expect((await savedAs({ description: "宜興紫砂壺" })).item).toMatchObject({
      description: "Stoneware teapots",
      descriptionOriginal: "宜興紫砂壺",
      hsCode: "691200",
      hsCodeSource: "suggested",
    });
  });

  test("in Chinese that is not known is refused in the reader's language", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    const refused = await save(mei, id, teapots, { description: "某物" }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      code: "description_refused",
      message: "Customs reads Latin letters only. Please write “某物” in English.",
      data: { index: 1, reason: "not_latin", better: [] },
    });
    const { item } = await savedAs({ descriptionOriginal: "某物" });
    expect(item).toMatchObject({ description: "", descriptionOriginal: "某物", hsCode: null });
  });

  test("keeps the code that was typed, and says so", async () => {
    const typed = await savedAs({ description: "Cotton socks", hsCode: "6115.95.00" });
    expect(typed.item).toMatchObject({ hsCode: "61159500", hsCodeSource: "typed" });
    const own = await savedAs({ description: "Lacquered wooden abacus", hsCode: "442199" });
    expect(own.item).toMatchObject({ hsCode: "442199", hsCodeSource: "typed" });
    expect((await savedAs({ description: "Lacquered wooden abacus" })).item?.hsCode).toBeNull();
  });

  test("loses pictures and signs that nobody sees", async () => {
    const { item } = await savedAs({ description: "Blue \u202Etea pot 🫖" });
    expect(item?.description).toBe("Blue tea pot");
  });

  test("of one word that is on no list is taken with a warning", async () => {
    expect((await savedAs({ description: "Teapot" })).warnings).toEqual([
      { index: 0, kind: "single_word", stopWords: [] },
    ]);
  });
});

describe("Stop words", () => {
  const listOf = async (list: "ics2" | "carrier") => {
    const rows = app.database.kysely.selectFrom("stopWords").select("term").distinct();
    return (await rows.where("list", "=", list).execute()).map(({ term }) => term);
  };
  const outcomeOf = async (person: TestPerson, id: string, description: string) =>
    await save(person, id, { description }).then(
      ({ warnings }) => warnings.map(({ kind }) => kind).join(),
      (error: { code: string; data: { reason: string } }) => `${error.code} ${error.data.reason}`,
    );

  test.each([
    ["ics2", 33],
    ["carrier", 7],
  ] as const)(
    "of the list %s are all refused alone, and in a phrase taken with a warning",
    async (list, count) => {
      const mei = await aCustomer(app);
      const { id } = await declareParcel(mei);
      const terms = await listOf(list);
      expect(terms).toHaveLength(count);
      for (const term of terms) {
        expect([term, await outcomeOf(mei, id, term.toUpperCase())]).toEqual([
          term,
          "description_refused stop_words",
        ]);
        expect([term, await outcomeOf(mei, id, `2 ${term} 100`)]).toEqual([
          term,
          "description_refused stop_words",
        ]);
        expect([term, await outcomeOf(mei, id, `Painted ${term} of bamboo`)]).toEqual([
          term,
          "stop_words",
        ]);
      }
    },
  );

  test("are refused with better descriptions", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    const refused = await save(mei, id, { description: "caps" }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "description_refused",
      message: expect.stringMatching(
        /^Customs does not accept “caps” alone\. Say what it is, for example: Cotton baseball caps; /,
      ),
      data: { index: 0, reason: "stop_words", better: { 0: "Cotton baseball caps", length: 3 } },
    });
  });

  test("that are not valid yet, or no longer, refuse nothing", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    await asOwner(app.database, (db) =>
      sql`
        insert into stop_words (list, term, source, source_day, confidence, valid_from, valid_until)
        select 'operator', term, 'A test', '2026-12-01', 'single', valid_from::date, valid_until::date
        from (values
          ('Doodads', '2026-12-01', '2026-12-09'), ('Gizmos', '2026-12-11', null),
          ('Widgets', '2026-12-10', '2026-12-10')
        ) as terms (term, valid_from, valid_until)
      `.execute(db),
    );
    expect(await outcomeOf(mei, id, "Doodads")).toBe("single_word");
    expect(await outcomeOf(mei, id, "Gizmos")).toBe("single_word");
    expect(await outcomeOf(mei, id, "Widgets")).toBe("description_refused stop_words");
  });
});

describe("A parcel as a whole", () => {
  test("that was described before has that as its only goods", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei, {
      description: "Tea set,\nblue",
      declaredValueMinor: 12_900,
      declaredCurrency: "CNY",
    });
    const inboundParcelId = id;
    const first = {
      ...noGoods,
      description: "Tea set, blue",
      unitValueMinor: 12_900,
      currency: "CNY",
    } as const;
    expect(await itemsOf(mei, id)).toEqual([first]);
    const { hsCodeSource: _source, ...input } = first;
    await mei.api.goods.saveItems({
      inboundParcelId,
      items: [{ ...input, quantity: 2 }],
      expectedVersion: [first],
    });
    expect(await itemsOf(mei, id)).toEqual([{ ...first, quantity: 2 }]);
  });

  test("with which a package was registered has the description of the package", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const pkg = await aPackage(mei, {
      trackingNumber: freshNumber(),
      description: "Ceramic bowls, 6 pieces",
    });
    app.clock.advance(1000);
    await declareParcel(mei, { packageId: pkg.id });
    const { items } = await mei.api.inboundParcels.listInboundParcels({ packageId: pkg.id });
    const goods = await Promise.all(items.map(async ({ id }) => await itemsOf(mei, id)));
    expect(goods).toEqual([[], [{ ...noGoods, description: "Ceramic bowls, 6 pieces" }]]);
  });

  test("is listed, found and valued by its goods, unless its customer said something else", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    await save(mei, id, teapots, { ...teapots, description: "紫砂壺", quantity: 1 });
    expect(await parcelOf(mei, id)).toMatchObject({
      description: "Blue clay teapots, 紫砂壺",
      declaredValueMinor: 38_700,
      declaredCurrency: "CNY",
    });
    const found = await mei.api.inboundParcels.listInboundParcels({ search: "紫砂" });
    expect(found.items.map((one) => one.id)).toEqual([id]);
    await save(mei, id, { ...teapots, description: "Clay tea cups" });
    expect(await parcelOf(mei, id)).toMatchObject({
      description: "Clay tea cups",
      declaredValueMinor: 38_700,
    });
    const own = {
      description: "For Mei",
      declaredValueMinor: 9_900,
      declaredCurrency: "CNY",
    } as const;
    const { items } = await mei.api.inboundParcels.declareInboundParcels({
      items: [{ trackingNumber: freshNumber(), ...own, goodsItems: [teapots] }],
      idempotencyKey: randomUUID(),
    });
    const [{ id: ownId } = { id: "" }] = items;
    expect(await parcelOf(mei, ownId)).toMatchObject(own);
    await save(mei, ownId, { ...teapots, description: "Clay tea cups" });
    expect(await parcelOf(mei, ownId)).toMatchObject(own);
  });

  test("that costs far less than was said first, or goods of cents, are warned of", async () => {
    const mei = await aCustomer(app);
    const { id } = await declareParcel(mei);
    await save(mei, id, teapots);
    const { warnings } = await save(mei, id, { ...teapots, unitValueMinor: 3_800 });
    expect(warnings).toEqual([{ index: null, kind: "low_total", stopWords: [] }]);
    const dollars = {
      description: "Hair clips of steel",
      unitValueMinor: 40,
      currency: "USD",
    } as const;
    expect((await save(mei, id, teapots, dollars)).warnings).toEqual([
      { index: 1, kind: "low_value", stopWords: [] },
    ]);
  });
});

describe("Goods are declared with their parcel", () => {
  const declare = ({ api }: TestPerson, trackingNumber: string, goodsItems: Input[]) =>
    api.inboundParcels.declareInboundParcels({
      items: [{ trackingNumber: freshNumber() }, { trackingNumber, goodsItems }],
      idempotencyKey: randomUUID(),
    });

  test("and are in it at once", async () => {
    const mei = await aCustomer(app);
    const { items } = await declare(mei, freshNumber(), [teapots]);
    const [bare, full] = items.map(({ id }) => id);
    expect(await itemsOf(mei, bare ?? "")).toEqual([]);
    expect(await itemsOf(mei, full ?? "")).toEqual([{ ...noGoods, ...teapots }]);
    expect(items[1]).toMatchObject({
      description: "Blue clay teapots",
      declaredValueMinor: 25_800,
      declaredCurrency: "CNY",
    });
  });

  test("or refused with it, by the places of both", async () => {
    const mei = await aCustomer(app);
    const refused = await declare(mei, freshNumber(), [teapots, { description: "Bags" }]).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      code: "description_refused",
      data: { numberIndex: 1, index: 1, reason: "stop_words" },
    });
    expect((await mei.api.inboundParcels.listInboundParcels({})).total).toBe(0);
  });

  test("and stay as they are where the number was declared before", async () => {
    const mei = await aCustomer(app);
    const { id, trackingNumber } = await declareParcel(mei);
    await save(mei, id, teapots);
    await declare(mei, trackingNumber ?? "", [{ description: "Cotton socks" }]);
    expect(await itemsOf(mei, id)).toEqual([{ ...noGoods, ...teapots }]);
  });
});

describe("Goods travel with their parcel", () => {
  async function unmatched(): Promise<string> {
    const scan = `QQ${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}`;
    return (await receiveScan(app, admin, { warehouseId, scan })).parcel.id;
  }
  const codeOf = async ({ api }: TestPerson) =>
    (await api.inboundParcels.readAddress({})).memberCode;
  const storedCount = async (parcelId: string) =>
    (
      await app.database.kysely
        .selectFrom("goodsItems")
        .select("position")
        .where("inboundParcelId", "=", parcelId)
        .execute()
    ).length;

  test("to the one that it turned out to be", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const { id: declaredParcelId } = await declareParcel(mei);
    await save(mei, declaredParcelId, teapots);
    const inboundParcelId = await unmatched();
    await admin.api.parcelClaims.matchInboundParcel({
      inboundParcelId,
      memberCode: await codeOf(mei),
      declaredParcelId,
      reason: "Her order shows the number",
    });
    expect(await itemsOf(mei, inboundParcelId)).toEqual([{ ...noGoods, ...teapots }]);
    expect(await storedCount(declaredParcelId)).toBe(0);
  });

  test("and to nobody else when it is rejected or was somebody else's", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const received = async () => {
      const { id, trackingNumber } = await declareParcel(mei);
      await save(mei, id, teapots);
      await receiveScan(app, admin, { warehouseId, scan: trackingNumber });
      return id;
    };
    const rejected = await received();
    await mei.api.inboundParcels.rejectInboundParcel({ inboundParcelId: rejected });
    expect(await storedCount(rejected)).toBe(0);
    const tom = await aCustomer(app, { plan: "Basic" });
    const corrected = await received();
    await admin.api.receiving.correctParcelOwner({
      inboundParcelId: corrected,
      fromUserId: mei.userId,
      memberCode: await codeOf(tom),
      reason: "The label bears another code",
      idempotencyKey: randomUUID(),
    });
    expect(await itemsOf(tom, corrected)).toEqual([]);
  });

  test("and back to the number that its customer declared, where another one came", async () => {
    const mei = await aCustomer(app, { plan: "Basic" });
    const { id } = await declareParcel(mei);
    await save(mei, id, teapots);
    const labelled = freshNumber();
    await receiveScan(app, admin, { warehouseId, scan: labelled, inboundParcelId: id });
    await admin.api.receiving.correctParcelOwner({
      inboundParcelId: id,
      fromUserId: mei.userId,
      memberCode: null,
      reason: "The label bears another code",
      idempotencyKey: randomUUID(),
    });
    const { items } = await mei.api.inboundParcels.listInboundParcels({ group: "awaited" });
    expect(items).toHaveLength(1);
    expect(await itemsOf(mei, items[0]?.id ?? "")).toEqual([{ ...noGoods, ...teapots }]);
    expect(await storedCount(id)).toBe(0);
  });
});

describe("Recent goods", () => {
  test("are the last five different ones of own parcels", async () => {
    const mei = await aCustomer(app);
    const { api } = await aCustomer(app);
    const names = ["Clay pots", "Tin cups", "Oak bowls", "Silk fans", "Jade rings", "Wool rugs"];
    for (const description of names) {
      app.clock.advance(1000);
      const { id } = await declareParcel(mei);
      await save(mei, id, { description }, { description: "Clay pots", quantity: 9 }, {});
    }
    const { items } = await mei.api.goods.listRecentItems({});
    expect(items.map(({ description }) => description)).toEqual([
      "Wool rugs",
      "Clay pots",
      "Jade rings",
      "Silk fans",
      "Oak bowls",
    ]);
    expect((await api.goods.listRecentItems({})).items).toEqual([]);
  });
});

test("Closing the account deletes what was in its parcels, which the export has before", async () => {
  const mei = await aCustomer(app);
  const { id } = await declareParcel(mei);
  const { items } = await save(mei, id, { ...teapots, descriptionOriginal: "紫砂壺" });
  const everything = { part: "everything", timeZone: "UTC", locale: "en" } as const;
  const { content } = await mei.api.users.exportAccount(everything);
  const { inboundParcels } = JSON.parse(content) as { inboundParcels: { goodsItems: unknown }[] };
  expect(inboundParcels.map(({ goodsItems }) => goodsItems)).toEqual([items]);
  await mei.api.users.closeAccount({ password: mei.password });
  const left = app.database.kysely.selectFrom("goodsItems").selectAll();
  expect(await left.where("inboundParcelId", "=", id).execute()).toEqual([]);
});
