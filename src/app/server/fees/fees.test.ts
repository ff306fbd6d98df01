import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { languagePrefixes, type Language } from "#platform/rules/language.ts";
import { asOwner } from "#test/database.ts";
import { acceptSuggestionsAs } from "#test/enter-warehouse-as.ts";
import { goodsRule } from "#test/goods-rule.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let app: TestApp;
let admin: TestPerson;

beforeEach(async () => {
  const clientFolder = mkdtempSync(join(tmpdir(), "sampan-fees-"));
  for (const prefix of Object.values(languagePrefixes)) {
    for (const page of ["pricing", "help"]) {
      const file = join(clientFolder, prefix, page, "index.html");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "<html><head></head><body>%ARTICLE%</body></html>");
    }
  }
  app = await testApp({ clientFolder });
  admin = await anAdmin(app);
  return async () => {
    await app.close();
    rmSync(clientFolder, { recursive: true });
  };
});

async function read(page: "/pricing" | "/help", language: Language = "en", query = "") {
  const headers = { "accept-language": language };
  const address = `${languagePrefixes[language]}${page}${query}`;
  const response = await app.client().fetch(address, { headers });
  const text = await response.text();
  return { text, etag: response.headers.get("etag") };
}

async function enter(isActive = true): Promise<string> {
  const { id } = await admin.api.warehouses.createWarehouse(warehouseFields({ isActive }));
  return id;
}

const none = {
  en: "Besides plan and freight nothing has a price here; what staff charge by hand stands in your history with its reason.",
  "zh-Hant-HK": "除計劃及運費外，本站沒有其他收費；職員手動收取的費用，連同原因列於你的交易記錄。",
  "zh-Hans": "除套餐和运费外，本站没有其他收费；员工手动收取的费用连同原因列在您的交易记录中。",
} as const;

const listed = {
  en: [
    "Without a plan: 14 days free, then $0.20 a day, at most $20.00 for a parcel",
    "Premium: 90 days free",
    "Detail photo: $0.25 for each photo",
    "Bubble wrap: $1.10 for each package",
    "Remove the seller’s packaging: $0.50 for each parcel",
    "Small, 20 × 15 × 10 cm inside: $0.30",
    "Extra large, 60 × 40 × 40 cm inside: $2.50",
    "$3.00 for each started 0.5 kg above what your plan carries",
    "What staff charge by hand stands in your history with its reason.",
  ],
  "zh-Hant-HK": [
    "沒有計劃：免費 14 日",
    "細節相片：每張相片 US$0.25",
    "小號，內部 20 × 15 × 10 厘米：US$0.30",
    "每 0.5 kg 收費 US$3.00",
    "職員手動收取的費用",
  ],
  "zh-Hans": [
    "没有套餐：免费 14 天",
    "细节照片：每张照片 US$0.25",
    "小号，内部 20 × 15 × 10 厘米：US$0.30",
    "每 0.5 kg 收费 US$3.00",
    "员工手动收取的费用",
  ],
} as const;

describe.each(["/pricing", "/help"] as const)("the fees on %s", (page) => {
  test("are each read from the rows in force, and it is said where there is none", async () => {
    const before = await read(page);
    expect(before.text).toContain(none.en);
    await enter();
    const entered = await read(page);
    expect(entered.text).toContain(none.en);
    await acceptSuggestionsAs(admin.api);
    await admin.api.boxes.setOverWeightFee({ feeCents: 300, expectedVersion: null });
    const after = await read(page);
    expect(after.text).not.toContain(none.en);
    expect(after.etag).not.toBe(entered.etag);
    for (const language of ["en", "zh-Hant-HK", "zh-Hans"] as const) {
      const { text } = await read(page, language);
      expect(listed[language].filter((fee) => !text.includes(fee))).toEqual([]);
      expect(text).not.toMatch(/%[A-Z_]+%|fees\.|answer-times\./);
    }
    // What is no longer offered has no price.
    const { items } = await admin.api.extraServices.listExtraServicePrices({});
    const wrap = items.find(({ code }) => code === "bubble_wrap");
    if (wrap === undefined) throw new Error("There is no bubble wrap.");
    const { version: expectedVersion, ...service } = wrap;
    await admin.api.extraServices.updateExtraService({
      ...service,
      isActive: false,
      expectedVersion,
    });
    expect((await read(page)).text).not.toContain("Bubble wrap");
  });

  test.each(["zh-Hant-HK", "zh-Hans"] as const)("are none in %s as well", async (language) => {
    expect((await read(page, language)).text).toContain(none[language]);
  });

  test("are none before a warehouse was open, whatever is accepted", async () => {
    await enter(false);
    await acceptSuggestionsAs(admin.api);
    expect((await read(page)).text).toContain(none.en);
  });
});

test.each([
  ["en", "Premium: within 4 opening hours", "Basic and without a plan: within 24 opening hours"],
  ["zh-Hant-HK", "Premium：4 個辦公小時內", "Basic 及沒有計劃：24 個辦公小時內"],
  ["zh-Hans", "Super：8 个工作小时内", "Basic 及没有套餐：24 个工作小时内"],
] as const)(
  "Help in %s says how soon staff answer, and names the opening hours of the warehouse",
  async (language, ...times) => {
    const hours = {
      en: "Opening hours: Monday",
      "zh-Hant-HK": "辦公時間：星期一",
      "zh-Hans": "工作时间：周一|工作时间：星期一",
    };
    const before = (await read("/help", language)).text;
    expect(times.filter((time) => !before.includes(time))).toEqual([]);
    expect(before).not.toMatch(hours[language]);
    await enter();
    expect((await read("/help", language)).text).toMatch(new RegExp(hours[language]));
  },
);

test("Help says of duty what stands beside the prices, in the countries in which it is prepaid", async () => {
  const prepaid = {
    en: "duty is prepaid: United States. We tell you the amount before it leaves.",
    "zh-Hant-HK": "關稅須預先繳付：美國，寄出前我們會告訴你金額",
    "zh-Hans": "关税需预先缴付：美国，寄出前我们会告知您金额",
  };
  for (const language of ["en", "zh-Hant-HK", "zh-Hans"] as const)
    expect((await read("/help", language)).text).toContain(prepaid[language]);
  await enter();
  const parcel = { weightGrams: 500, originCode: "HK", countryCode: "US" } as const;
  const compared = await app.client().api.quotes.compareServices(parcel);
  expect(compared.isDutyPrepaid).toBe(true);
  await asOwner(app.database, async (owner) => {
    await owner.deleteFrom("dutyRules").execute();
    await sql`delete from suggestions where kind = 'duty_rule'`.execute(owner);
  });
  expect((await app.client().api.quotes.compareServices(parcel)).isDutyPrepaid).toBe(false);
  const { text } = await read("/help");
  expect(text).not.toContain("prepaid");
  expect(text).toContain("Customs or the carrier asks you for them, usually before delivery.");
});

test("Help says which goods services do not take, with the words of their rules and where those are from", async () => {
  await enter();
  await acceptSuggestionsAs(admin.api);
  const { today: validFrom } = await admin.api.goodsRules.listGoodsRules({});
  const texts = { ...goodsRule.texts, en: "Never by mail." };
  await admin.api.goodsRules.addGoodsRule({ ...goodsRule, texts, validFrom });
  const { text } = await read("/help");
  for (const words of [
    /<li>No service takes: [^.]*Lighter, [^.]*\.<\/li>/,
    // The words of a rule follow its own goods alone.
    /<li>No service takes: Tobacco\. Never by mail\.<\/li>/,
    /<li>Only with a proof of what it is \(Hong Kong Post air, [^:]* and [^:]*\): Liquid, [^<]*Blade\.<\/li>/,
    /To .*Austria.* there is a rule of its own about: Branded goods\. Customs there may ask/,
    /Source: A notice, as of June 1, 2026\./,
    /Source: a rule of this warehouse, as of November 1, 2026\./,
  ])
    expect(text).toMatch(words);
});

test("Help says what cannot be sent to a destination: what no service takes once, then what single services say", async () => {
  await enter();
  await acceptSuggestionsAs(admin.api);
  const { today: validFrom } = await admin.api.goodsRules.listGoodsRules({});
  const rule = { ...goodsRule, countryCode: "MY", validFrom } as const;
  await admin.api.goodsRules.addGoodsRule(rule);
  const ofAir = { flag: "food", serviceCode: "hk-post-air" } as const;
  await admin.api.goodsRules.addGoodsRule({ ...rule, ...ofAir });
  const lists = await app.client().api.goodsRules.listForDestination({ countryCode: "MY" });
  const { text } = await read("/help", "en", "?destination=MY");
  const [, said = ""] = text.split("</form>");
  for (const { name } of lists.services) expect(said).toContain(name);
  expect(said).toContain("Services to Malaysia: ");
  expect(said).toMatch(/<li>No service to Malaysia takes: [^<]*Tobacco/);
  expect(said.split("Tobacco").length).toBe(2);
  expect(said).toMatch(
    /<li>Only with a proof of what it is \(Hong Kong Post air and Hong Kong Post surface\): /,
  );
  expect(said).toContain("<li>Not taken (Hong Kong Post air): Food.</li>");
  expect(said).not.toContain("there is a rule of its own");
  expect(text).toContain('<option value="MY" selected>Malaysia</option>');
  // What is suspended to there is not among them.
  const toUs = await read("/help", "en", "?destination=us");
  expect(toUs.text).toMatch(/Closed to United States at present: [^<]*Hong Kong Post air/);
  expect(toUs.text).toMatch(/Services to United States: By way of Singapore, air\./);
  // Elsewhere the rule does not count, and where nothing goes nothing is said of goods.
  expect((await read("/help", "en", "?destination=JP")).text).not.toContain("Tobacco");
  const home = await read("/help", "en", "?destination=hk");
  expect(home.text).toContain("No service goes to Hong Kong at present.");
  expect(home.text).not.toContain("Lighter");
  const chinese = await read("/help", "zh-Hant-HK", "?destination=MY");
  expect(chinese.text).toContain("寄往馬來西亞的服務均不收寄：");
});

test.each(["", "?destination=", "?destination=XX", "?destination=%3Cscript%3E&destination=MY"])(
  "Help asks for the destination and says what is not taken wherever it goes with the query '%s'",
  async (query) => {
    await enter();
    await acceptSuggestionsAs(admin.api);
    const { text } = await read("/help", "en", query);
    expect(text).toContain('<form action="#what-can-i-send"><label for="destination">');
    expect(text).toContain("<li>No service takes: ");
    expect(text).not.toContain(" selected>");
    expect(text).not.toContain("<script>");
  },
);

test("Help cites no source of a rule that a more specific one has replaced for every service", async () => {
  await enter();
  await acceptSuggestionsAs(admin.api);
  const { goodsRules, shippingServices } = admin.api;
  const { today: validFrom, items } = await shippingServices.listShippingServices({});
  await goodsRules.addGoodsRule({ ...goodsRule, source: "A rule for all", validFrom });
  for (const { code: serviceCode } of items) {
    const source = "A rule of the service";
    await goodsRules.addGoodsRule({ ...goodsRule, serviceCode, source, validFrom });
  }
  const { text } = await read("/help");
  expect(text).toContain("Source: A rule of the service, as of June 1, 2026.");
  expect(text).not.toContain("A rule for all");
});

test("Help lists the storage prices once", async () => {
  await enter();
  await acceptSuggestionsAs(admin.api);
  const { text } = await read("/help");
  expect(text.split("Without a plan: 14 days free").length).toBe(2);
});

test("what arrives while nothing is in force stays free of storage, also with a plan and once there are prices", async () => {
  const warehouseId = await enter();
  const customer = await aCustomer(app, { plan: "Basic" });
  const { id: inboundParcelId, trackingNumber } = await declareParcel(customer);
  await receiveScan(app, admin, { warehouseId, scan: trackingNumber ?? "" });
  const storage = async () =>
    (await customer.api.inboundParcels.readInboundParcel({ inboundParcelId })).parcel.storage;
  expect(await storage()).toBeNull();
  await acceptSuggestionsAs(admin.api);
  await admin.api.plans.giveComplimentaryPlan({
    userId: customer.userId,
    plan: "Premium",
    reason: "Thank you",
  });
  expect(await storage()).toBeNull();
});

test("what arrives then without a known owner stays free of storage too, also when its owner is found later", async () => {
  const warehouseId = await enter();
  const customer = await aCustomer(app, { plan: "Basic" });
  const { memberCode } = await customer.api.inboundParcels.readAddress({});
  const storageOf = async (inboundParcelId: string) =>
    (await customer.api.inboundParcels.readInboundParcel({ inboundParcelId })).parcel.storage;
  const match = async () => {
    const { parcel } = await receiveScan(app, admin, { warehouseId, scan: freshNumber() });
    return async () => {
      const { id: inboundParcelId } = parcel;
      await admin.api.parcelClaims.matchInboundParcel({
        inboundParcelId,
        memberCode,
        declaredParcelId: null,
        reason: "The invoice inside names it",
      });
      return await storageOf(inboundParcelId);
    };
  };
  const matchEarlier = await match();
  app.clock.advance(1000);
  await acceptSuggestionsAs(admin.api);
  expect(await matchEarlier()).toBeNull();
  app.clock.advance(1000);
  const matchLater = await match();
  expect(await matchLater()).toMatchObject({ accruedCents: 0 });
});
