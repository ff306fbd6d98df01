import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Language } from "#platform/rules/language.ts";
import { languages } from "#platform/rules/language.ts";
import { staffRoles } from "#platform/rules/staff-role.ts";
import { acceptedServices, seededServices } from "#test/seeded-services.ts";
import { readServices } from "#catalogue/server/shipping-services/read-services.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { specifiedRates } from "#test/specified-rates.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let app: TestApp;
let admin: TestPerson;

async function open() {
  app = await testApp();
  app.clock.set("2026-12-05T02:00:00Z");
  admin = await anAdmin(app);
  return () => app.close();
}

const suspensions = ["suspension-hk-post-us-air", "suspension-hk-post-us-surface"];

async function list(person = admin) {
  return (await person.api.suggestions.listSuggestions({})).items;
}

async function enterAlone() {
  await admin.api.warehouses.createWarehouse(warehouseFields());
}

/** How many rows there are in the tables that suggestions fill. */
async function countRows() {
  const { rows } = await app.database.pool.query<Record<string, number>>(`
    select (select count(*)::int from suspended_lanes) as lanes,
      (select count(*)::int from storage_rates) as storage,
      (select count(*)::int from boxes) as boxes,
      (select count(*)::int from extra_services) as extras,
      (select count(*)::int from duty_rules) as duty,
      (select count(*)::int from shipping_services) as versions,
      (select count(*)::int from goods_rules) as rules,
      (select count(*)::int from audit_log where action = 'suggestions.acceptSuggestions' and error_code is null) as audited
  `);
  return rows[0];
}

const nothing = {
  lanes: 0,
  storage: 0,
  boxes: 0,
  extras: 0,
  duty: 0,
  versions: 4,
  rules: 0,
  audited: 0,
};
const everything = {
  lanes: 2,
  storage: 4,
  boxes: 4,
  extras: 9,
  duty: 1,
  versions: 9,
  rules: 63,
  audited: 24,
};

describe("before a warehouse is entered", () => {
  beforeAll(open);

  test.each(specifiedRates)(
    "%s %s prices %j as specified, though nothing else is in force",
    async (...row) => {
      const [carrierId, service, destinations, bands, stepCents] = row;
      const { quotes } = app.client().api;
      for (const destinationId of destinations) {
        for (const [index, cents] of [...bands, bands[3] + stepCents].entries()) {
          const answer = await quotes.estimateFreight({
            weightGrams: 500 * (index + 1),
            originCode: "HK",
            to: { destinationId: destinationId as "usa" },
            destinationId: destinationId as "usa",
          });
          const priced = answer.services.find(
            (one) => one.carrierId === carrierId && one.service === service,
          );
          expect(priced?.amountCents).toBe(cents);
          expect(answer.suspensions).toEqual([]);
          expect(answer.dutyPrepaidIn).toBe(destinationId === "usa" ? "US" : null);
        }
      }
    },
  );

  test("the services have the rates of the specification alone", async () => {
    const { services } = await readServices(app.services);
    expect(services.map(({ id: _id, ...service }) => service)).toEqual(
      seededServices.map(({ id: _id, ...service }) => service),
    );
  });

  test("nothing that is suggested is in force, and only suspensions are listed and accepted", async () => {
    expect(await countRows()).toEqual(nothing);
    expect((await list()).map(({ code }) => code)).toEqual(suspensions);
    await expectApiError(
      admin.api.suggestions.acceptSuggestions({ codes: [...suspensions, "storage-prices"] }),
      "no_warehouse",
    );
    expect(await countRows()).toEqual(nothing);
    const { items } = await admin.api.suggestions.acceptSuggestions({ codes: suspensions });
    expect(items.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    expect(await countRows()).toEqual({ ...nothing, lanes: 2, audited: 2 });
  });
});

describe("accepting", () => {
  beforeEach(open);

  test("all of them puts each in force from today, once, also when two do it at once", async () => {
    await enterAlone();
    const open = await list();
    const codes = open.map(({ code }) => code);
    expect(open.every(({ isOpen, acceptedAt }) => isOpen && acceptedAt === null)).toBe(true);
    const other = await aStaffMember(app, ["manager"]);
    await Promise.all(
      [admin, other].map(({ api }) => api.suggestions.acceptSuggestions({ codes })),
    );
    expect(await countRows()).toEqual(everything);
    await admin.api.suggestions.acceptSuggestions({ codes });
    expect(await countRows()).toEqual(everything);
    expect((await list()).every(({ isOpen }) => !isOpen)).toBe(true);
    const { services } = await readServices(app.services);
    expect(services.map(({ id: _id, validFrom: _from, ...service }) => service)).toEqual(
      acceptedServices.map(({ id: _id, validFrom: _from, ...service }) => service),
    );
    expect(services.map(({ validFrom }) => validFrom)).toEqual(services.map(() => "2026-12-05"));
  });

  test("is written to the audit log with what is added", async () => {
    await enterAlone();
    await admin.api.suggestions.acceptSuggestions({ codes: ["box-small"] });
    const { items } = await admin.api.audit.listEntries({ page: 1, pageSize: 10 });
    expect(items.find(({ action }) => action === "suggestions.acceptSuggestions")).toMatchObject({
      target: "box-small",
      actorEmail: admin.email,
      after: { kind: "box", isAdded: true, priceCents: 30, source: "Proposed with the product" },
    });
    expect((await admin.api.boxes.listBoxes({})).items).toMatchObject([
      { names: { en: "Small" }, priceCents: 30, validFrom: "2026-12-05" },
    ]);
  });

  test("an unknown one accepts none of the others", async () => {
    await enterAlone();
    const codes = ["box-small", "box-huge"];
    await expectApiError(admin.api.suggestions.acceptSuggestions({ codes }), "not_found");
    expect(await countRows()).toEqual(nothing);
  });

  test("leaves what staff entered in its place as it is", async () => {
    await enterAlone();
    const rates = [null, "Basic", "Super", "Premium"].map((plan) => ({
      plan: plan as null,
      freeDays: 5,
      dayCents: 7,
      capCents: 70,
    }));
    const entered = { validFrom: "2026-12-05", stepGrams: 1000, volumeDivisor: 5000, rates };
    await admin.api.storageRates.addStorageRates({ ...entered, source: "Our own" });
    expect((await list()).find(({ code }) => code === "storage-prices")?.isOpen).toBe(false);
    await admin.api.suggestions.acceptSuggestions({ codes: ["storage-prices"] });
    const { items } = await admin.api.storageRates.listStorageRates({ page: 1, pageSize: 10 });
    expect(items.map(({ prices }) => prices.source)).toEqual(["Our own"]);
  });

  test("opens a service with the rates that staff gave it meanwhile", async () => {
    await enterAlone();
    const [first] = seededServices;
    if (first === undefined) throw new Error("Nothing is seeded.");
    const { id: _id, code, version, ...details } = first;
    const rates = details.rates.map((table) => ({
      ...table,
      bands: table.bands.map((band) => ({ ...band, priceCents: band.priceCents + 1 })),
    }));
    const changed = { ...details, rates, validFrom: "2026-12-05", source: "New price list" };
    const input = { code, expectedVersion: version, details: changed };
    await admin.api.shippingServices.addServiceVersion(input);
    await admin.api.suggestions.acceptSuggestions({ codes: [`ship-requests-${code}`] });
    const { services } = await readServices(app.services);
    const open = services.find((service) => service.code === code);
    expect(open).toMatchObject({ version: 3, rates, takesShipRequests: true });
    const { items: rules } = await admin.api.goodsRules.listGoodsRules({});
    expect(rules).toHaveLength(13);
    expect(new Set(rules.map(({ carrierCode }) => carrierCode))).toEqual(new Set(["hk-post"]));
  });

  test("rules about batteries are for modes, and suggested until there is one for each of these", async () => {
    await enterAlone();
    const { acceptSuggestions } = admin.api.suggestions;
    const code = "goods-batteries";
    const isOpen = async () => (await list()).find((one) => one.code === code)?.isOpen;
    // What a carrier refuses, or staff say of one mode, says nothing of all others.
    await acceptSuggestions({ codes: ["ship-requests-hk-post-air"] });
    const own = {
      flag: "battery_installed",
      serviceCode: null,
      carrierCode: null,
      mode: "line",
      countryCode: null,
      answer: "limited",
      needsProof: false,
      texts: { en: "Two at most.", "zh-Hant-HK": "", "zh-Hans": "" },
      source: "A contract",
      sourceDay: "2026-12-01",
      confidence: "primary",
      validFrom: "2026-12-05",
    } as const;
    await admin.api.goodsRules.addGoodsRule(own);
    expect(await isOpen()).toBe(true);
    await acceptSuggestions({ codes: [code] });
    expect(await isOpen()).toBe(false);
    const { items } = await admin.api.goodsRules.listGoodsRules({});
    const ofModes = items.filter(
      ({ flag, carrierCode }) => flag.startsWith("battery") && carrierCode === null,
    );
    const said = ofModes.map(({ flag, mode, answer }) => [flag, mode, answer].join(" "));
    expect(said.toSorted()).toEqual([
      "battery_installed air refused",
      "battery_installed express limited",
      "battery_installed line limited",
      "battery_installed surface refused",
      "battery_loose  refused",
      "battery_packed air refused",
      "battery_packed express limited",
      "battery_packed line refused",
      "battery_packed surface refused",
    ]);
    const limits = ofModes.filter(({ mode }) => mode === "express");
    for (const { texts, needsProof } of limits) {
      expect(needsProof).toBe(false);
      for (const text of Object.values(texts)) expect(text).toMatch(/20 Wh.*100 Wh.*4.*2.*5 /);
    }
  });
});

describe("to its readers", () => {
  beforeAll(open);

  test("are accepted by a manager and an admin, whose the pages of set-up are, and by no other role", async () => {
    for (const role of staffRoles.filter((one) => one !== "manager")) {
      const person = await aStaffMember(app, [role]);
      const { acceptSuggestions, listSuggestions } = person.api.suggestions;
      await expectApiError(acceptSuggestions({ codes: suspensions }), "forbidden");
      await expectApiError(listSuggestions({}), "forbidden");
    }
    const manager = await aStaffMember(app, ["manager"]);
    const { items } = await manager.api.suggestions.acceptSuggestions({ codes: suspensions });
    expect(items).toHaveLength(suspensions.length);
  });

  test.each<[Language, string, RegExp]>([
    ["en", "Hong Kong Post to United States, air", /duty-free entry/],
    ["zh-Hant-HK", "香港郵政寄往美國，空郵", /免稅入境/],
    ["zh-Hans", "香港邮政寄往美国，航空", /免税入境/],
  ])("a suspension is described in %s with its day and source", async (language, title, reason) => {
    admin.client.cookies.set("language", language);
    const [air] = await list();
    expect(air?.title).toBe(title);
    expect(air?.lines.join(" ")).toMatch(reason);
    expect(air?.sourceDay).toBe("2025-04-16");
  });

  test.each<[Language, string[]]>([
    [
      "en",
      [
        "Rule about goods: Loose battery, Battery in a device, Battery packed with a device",
        "Not taken (All services): Loose battery",
        "Power banks are loose batteries.",
        "Not taken (Air, Surface, Special line): Battery in a device, Battery packed with a device",
        "Taken with a condition (Express): Battery in a device, Battery packed with a device",
      ],
    ],
    [
      "zh-Hant-HK",
      [
        "所有服務不收寄：獨立電池",
        "尿袋屬獨立電池。",
        "空郵、平郵及專線不收寄：裝置內置電池及與裝置同裝的電池",
        "速遞有條件收寄：裝置內置電池及與裝置同裝的電池",
      ],
    ],
    [
      "zh-Hans",
      [
        "所有服务不收寄：单独电池",
        "充电宝属于单独电池。",
        "航空、水陆路、专线不收寄：设备内置电池、与设备同装的电池",
        "快递有条件收寄：设备内置电池、与设备同装的电池",
      ],
    ],
  ])("rules about batteries say for which services they are in %s", async (language, said) => {
    await enterWarehouse(app, { by: admin });
    admin.client.cookies.set("language", language);
    const batteries = (await list()).find(({ code }) => code === "goods-batteries");
    expect([batteries?.title, ...(batteries?.lines ?? [])]).toEqual(expect.arrayContaining(said));
    const branded = (await list()).find(({ code }) => code === "goods-branded");
    expect(branded?.lines).toHaveLength(3);
  });

  test("every suggestion is described in each language, without a sentence that is missing", async () => {
    await enterWarehouse(app, { by: admin });
    for (const language of languages) {
      admin.client.cookies.set("language", language);
      for (const { title, lines, source } of await list()) {
        expect(lines.length).toBeGreaterThan(0);
        expect([title, source, ...lines].join(" ")).not.toMatch(/suggested\.|fees\.|undefined|\{/);
      }
    }
  });
});
