import { beforeAll, describe, expect, test } from "vitest";
import { maxCarriers } from "#catalogue/rules/carrier.ts";
import { recogniseTrackingNumber } from "#catalogue/rules/tracking-number.ts";
import { expectApiError } from "#test/api-errors.ts";
import { seededCarriers } from "#test/carriers.ts";
import { asOwner } from "#test/database.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp();
  [admin, customer] = [await anAdmin(app), await aCustomer(app, { plan: "Premium" })];
  return () => app.close();
});

type Fields = Parameters<TestPerson["api"]["carriers"]["createCarrier"]>[0]["fields"];

const best: Fields = {
  name: "Best Express",
  nameZhHant: "百世快遞",
  nameZhHans: "百世快递",
  trackingPage: "https://www.800best.com/track?code={n}",
  isNumberFilledIn: true,
  isActive: true,
  source: "www.800best.com",
  checkedOn: "2026-11-22",
};

function create(changes: Partial<Fields> = {}, carrierCode = "best-express", person = admin) {
  const fields = { ...best, ...changes };
  return person.api.carriers.createCarrier({ carrierCode, fields });
}

async function listed(code: string) {
  const { items } = await customer.api.carriers.listCarriers({});
  return items.find((carrier) => carrier.code === code);
}

async function auditOf(target: string) {
  return await app.database.kysely
    .selectFrom("auditLog")
    .select(["actorId", "action", "before", "after", "errorCode"])
    .where("target", "=", target)
    .orderBy("id")
    .execute();
}

describe("the list", () => {
  test("has the carriers of before in their order, then the couriers of Chinese shops", async () => {
    const { items } = await customer.api.carriers.listCarriers({});
    expect(items).toEqual(seededCarriers);
    expect(items.filter(({ isOnTrackPage }) => isOnTrackPage).map(({ code }) => code)).toEqual([
      "sf-express",
      "hk-post",
      "sg-post",
      "dhl",
      "fedex",
      "ups",
    ]);
    const pasted = items.filter((one) => one.trackingPage !== null && !one.isNumberFilledIn);
    expect(pasted.map(({ code }) => code)).toEqual(["hk-post"]);
  });

  test("names a source for every carrier", async () => {
    const { items } = await customer.api.carriers.listCarriers({});
    expect(items.filter(({ source }) => source === null)).toEqual([]);
  });

  test.each([
    "EB000717595HK",
    "RB123456785SG",
    "RB123456785CN",
    "EB000717595CN",
    "1Z5R89390357567127",
    "986578788855",
    "SF1234567890123",
    "YT1234567890123456",
    "YT1234567890123",
    "JT3002232682242",
    "JDVA11408814483",
    "DPK300585915441",
    "LP00819233764158",
    "JVGL0123456789",
    "73109972743258",
    "77316523125896",
    "462598779470531",
  ])("has the carriers that %s may be of", async (text) => {
    const codes = recogniseTrackingNumber(text).flatMap((guess) => guess.carrierCode ?? []);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(await listed(code)).toBeDefined();
  });
});

describe("operations on carriers", () => {
  test("are read by everybody, and changed by nobody who is signed out or a customer", async () => {
    const { api } = app.client();
    const change = { carrierCode: "ups", expectedVersion: 1, fields: best };
    expect((await api.carriers.listCarriers({})).items.length).toBeGreaterThan(10);
    await expectApiError(create({}, "best-express", { ...admin, api }), "signed_out");
    await expectApiError(create({}, "best-express", customer), "forbidden");
    await expectApiError(customer.api.carriers.updateCarrier(change), "forbidden");
    expect(await listed("best-express")).toBeUndefined();
    expect(await listed("ups")).toMatchObject({ name: "UPS", version: 1 });
  });

  test.each<Record<string, unknown>>([
    { name: "x".repeat(61) },
    { trackingPage: `https://a.bc/${"x".repeat(500)}` },
    { checkedOn: "2026-02-30" },
    { checkedOn: "1999-12-31" },
    { isOnTrackPage: true },
    { isActive: "yes" },
  ])("reject %o", async (changes) => {
    await expectApiError(create(changes as Partial<Fields>), "invalid_input");
  });

  test.each(["Best", "b", "best express", "a".repeat(41)])("reject the code %s", async (code) => {
    await expectApiError(create({}, code), "invalid_input");
  });

  test.each([
    "javascript:alert(1)",
    "http://www.800best.com/{n}",
    "https://{n}.800best.com/",
    "https://user@800best.com/",
  ])("refuse the page %s", async (trackingPage) => {
    await expectApiError(create({ trackingPage }), "invalid_tracking_page");
    const fields = { ...best, trackingPage };
    const change = { carrierCode: "fedex", expectedVersion: 1, fields };
    await expectApiError(admin.api.carriers.updateCarrier(change), "invalid_tracking_page");
  });

  test("require a name, and a page where Track Shipment opens it", async () => {
    await expectApiError(create({ name: "  " }), "missing_information");
    const fields = { ...best, name: "DHL", trackingPage: "" };
    const change = { carrierCode: "dhl", expectedVersion: 1, fields };
    await expectApiError(admin.api.carriers.updateCarrier(change), "missing_information");
    expect(await listed("dhl")).toMatchObject({ version: 1 });
  });

  test("do not let the application delete a carrier", async () => {
    await expect(
      app.database.kysely.deleteFrom("carriers").where("code", "=", "ups").execute(),
    ).rejects.toThrow(/permission denied/);
  });
});

test("a carrier is added once, last in the list, and audited", async () => {
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => create()));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expectApiError(create(), "carrier_exists");
  await expectApiError(create({ name: "BEST express" }, "best-2"), "carrier_exists");
  const { items } = await customer.api.carriers.listCarriers({});
  expect(items.at(-1)).toEqual({ ...best, code: "best-express", isOnTrackPage: false, version: 1 });
  const entry = (await auditOf("best-express")).find(({ errorCode }) => errorCode === null);
  expect(entry).toMatchObject({
    actorId: admin.userId,
    action: "carriers.createCarrier",
    before: null,
    after: { name: "Best Express", trackingPage: "https://www.800best.com/track?code={n}" },
  });
});

test("empty texts and a Chinese name that is the same are stored as none", async () => {
  const texts = { name: "ANL", nameZhHant: "ANL", nameZhHans: "", trackingPage: "", source: "" };
  const carrier = await create(texts, "anl");
  expect(carrier).toMatchObject({ nameZhHant: null, nameZhHans: null, source: null });
  expect(carrier).toMatchObject({ trackingPage: null, isNumberFilledIn: false });
  const withoutPlace = await admin.api.carriers.updateCarrier({
    carrierCode: "anl",
    expectedVersion: 1,
    fields: { ...best, name: "ANL", trackingPage: "https://www.anl.com.au" },
  });
  expect(withoutPlace).toMatchObject({
    trackingPage: "https://www.anl.com.au/",
    isNumberFilledIn: false,
  });
});

/** What the form of a listed carrier sends, as a function of what was changed in it. */
async function edit(code: string) {
  const carrier = await listed(code);
  if (carrier === undefined) throw new Error(`There is no carrier ${code}.`);
  const { isOnTrackPage: _, version, code: carrierCode, ...stored } = carrier;
  const text = (value: string | null) => value ?? "";
  const shown: Fields = {
    ...stored,
    nameZhHant: text(stored.nameZhHant),
    nameZhHans: text(stored.nameZhHans),
    trackingPage: text(stored.trackingPage),
    source: text(stored.source),
  };
  return (changes: Partial<Fields>, expectedVersion = version) => {
    const fields = { ...shown, ...changes };
    return admin.api.carriers.updateCarrier({ carrierCode, expectedVersion, fields });
  };
}

describe("a change", () => {
  test("of nothing changes nothing", async () => {
    for (const { code } of seededCarriers) {
      const save = await edit(code);
      expect(await save({})).toEqual(await listed(code));
    }
    expect(await auditOf("zto-express")).toEqual([]);
  });

  test("of an outdated version is refused with the current carrier, and audited", async () => {
    const save = await edit("zto-express");
    const first = await save({ isActive: false });
    expect(first).toMatchObject({ isActive: false, version: 2 });
    await expect(save({ source: "another" })).rejects.toMatchObject({
      code: "conflict",
      data: { current: { code: "zto-express", isActive: false, version: 2 } },
    });
    expect(await listed("zto-express")).toEqual(first);
    expect(await save({ isActive: false })).toEqual(first);
    expect(await save({}, 2)).toMatchObject({ isActive: true, version: 3 });
    const action = "carriers.updateCarrier";
    expect(await auditOf("zto-express")).toMatchObject([
      { action, before: { isActive: true }, after: { isActive: false }, errorCode: null },
      { action, errorCode: "conflict" },
      { action, before: { isActive: false }, after: { isActive: true }, errorCode: null },
    ]);
  });

  test("to another's name or of an unknown carrier is refused", async () => {
    const save = await edit("zto-express");
    await expectApiError(save({ name: "sto express" }), "carrier_exists");
    const unknown = { carrierCode: "unknown", expectedVersion: 1, fields: best };
    await expectApiError(admin.api.carriers.updateCarrier(unknown), "not_found");
  });

  test("of names sent at once gives no two carriers one name", async () => {
    const saves = await Promise.all(["cainiao", "jt-express"].map(edit));
    const outcomes = await Promise.allSettled(saves.map((save) => save({ name: "One Name" })));
    const rejected = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(rejected).toMatchObject([{ code: "carrier_exists" }]);
  });
});

test("a planned leg has the carrier's name of today, and a lane an existing carrier", async () => {
  const save = await edit("sf-express");
  await save({ name: "S.F. Express" });
  const pkg = await aPackage(customer, { origin: "China", destination: "United States" });
  const read = await customer.api.packages.readPackage({ packageId: pkg.id });
  expect(read.package.legs.map(({ carrier }) => carrier)).toEqual([
    "S.F. Express",
    "Hong Kong Post",
    "Singapore Post",
  ]);
  const lane = {
    carrierId: "royal-mail",
    service: null,
    destinationCode: "DE",
    reason: "A strike",
    source: "",
    suspendedOn: "2026-11-01",
    confidence: "announced",
  } as const;
  await expectApiError(admin.api.lanes.suspendLane(lane), "carrier_not_found");
  const known = await admin.api.lanes.suspendLane({ ...lane, carrierId: "best-express" });
  expect(known.carrierId).toBe("best-express");
});

test(`there are at most ${maxCarriers} carriers`, async () => {
  const { items } = await customer.api.carriers.listCarriers({});
  await asOwner(app.database, (db) =>
    db
      .insertInto("carriers")
      .values(
        Array.from({ length: maxCarriers - items.length }, (_, index) => ({
          code: `filler-${index}`,
          name: `Filler ${index}`,
          nameZhHant: null,
          nameZhHans: null,
          trackingPage: null,
          isNumberFilledIn: false,
          source: null,
          checkedOn: "2026-11-22",
          position: 1000 + index,
          createdAt: new Date(),
          updatedAt: new Date(),
        })),
      )
      .execute(),
  );
  await expectApiError(create({ name: "One More" }, "one-more"), "too_many_carriers");
});
