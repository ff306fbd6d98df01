import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

// The smallest picture: a GIF of one pixel.
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  app = await testApp();
  [admin, mei, tom] = await Promise.all([
    anAdmin(app),
    aCustomer(app, { plan: "Premium" }),
    aCustomer(app, { plan: "Premium" }),
  ]);
  await aPackage(mei, { trackingNumber: "AA-111-222", description: "Ceramic TEA set, 50% off" });
  app.clock.advance(60_000);
  await aPackage(mei, { trackingNumber: "BB333444", description: "Écharpe" });
  app.clock.advance(60_000);
  const { id } = await aPackage(mei, { trackingNumber: "CC555666" });
  await admin.api.packages.setPackageStatus({ packageId: id, status: "delivered" });
  await aPackage(tom, { trackingNumber: "AA-111-222", description: "Ceramic tea set" });
  const { items } = await mei.api.packages.listPackages({ search: "BB333444" });
  const [first] = items[0]?.legs ?? [];
  if (first === undefined) throw new Error("The package has no legs.");
  await app.database.kysely
    .updateTable("shippingLegs")
    .set({ trackingNumber: "EB 000-717 595HK" })
    .where("id", "=", first.id)
    .execute();
  await app.database.kysely
    .insertInto("inboundParcels")
    .values({
      userId: mei.userId,
      packageId: items[0]?.id ?? "",
      trackingNumber: "SF-7777-0001-999",
      labelCode: "PARCEK22",
      shop: "青花旗舰店",
      description: "Wool scarf",
      source: "declared",
      state: "received",
      createdAt: app.clock.now(),
      updatedAt: app.clock.now(),
    })
    .execute();
  return () => app.close();
});

const numbersOf = async (input: Parameters<typeof mei.api.packages.listPackages>[0]) => {
  const { items, total } = await mei.api.packages.listPackages(input);
  expect(total).toBeGreaterThanOrEqual(items.length);
  return items.map(({ trackingNumber }) => trackingNumber);
};

test("A package is found by our number of it, exactly, by its customer and staff", async () => {
  const { items } = await mei.api.packages.listPackages({ search: "BB333444" });
  const number = items[0]?.number ?? 0;
  expect(number).toBeGreaterThan(1000);
  for (const search of [`P-${number}`, `p${number}`, ` p ${number} `, String(number)]) {
    expect(await numbersOf({ search })).toEqual(["BB333444"]);
    expect((await tom.api.packages.listPackages({ search })).items).toEqual([]);
    const all = await admin.api.packages.listShipments({ search });
    expect(all.items.map((pkg) => pkg.number)).toEqual([number]);
  }
  expect(await numbersOf({ search: `P-${number}0` })).toEqual([]);
  expect((await admin.api.packages.listShipments({ search: `P-${number}0` })).total).toBe(0);
});

describe("a search of the own packages", () => {
  test.each([
    ["aa-111", ["AA-111-222"]],
    ["111 222", ["AA-111-222"]],
    ["111222", ["AA-111-222"]],
    ["tea SET", ["AA-111-222"]],
    ["écharpe", ["BB333444"]],
    ["ｔｅａ　ｓｅｔ", ["AA-111-222"]],
    ["ＢＢ３３", ["BB333444"]],
    ["eb000717", ["BB333444"]],
    ["595hk", ["BB333444"]],
    // What is known of a parcel in the package.
    [" sf 7777 0001 999", ["BB333444"]],
    ["ＳＦ７７７７０００１", ["BB333444"]],
    ["parcek-22", ["BB333444"]],
    ["wool SCARF", ["BB333444"]],
    ["scarfs wool", ["BB333444"]],
    ["青花", ["BB333444"]],
    ["50%", ["AA-111-222"]],
    ["%", ["AA-111-222"]],
    ["_", []],
    ["-", []],
    ["' or true --", []],
    ["nothing", []],
  ])("finds part of a number or description, in any case: %s", async (search, found) => {
    expect(await numbersOf({ search })).toEqual(found);
  });

  test("finds packages under the tab alone, while the counts stay those of the whole list", async () => {
    const { items, total, counts } = await mei.api.packages.listPackages({
      tab: "delivered",
      search: "5",
    });
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual(["CC555666"]);
    expect(total).toBe(1);
    expect(counts).toEqual({ all: 3, active: 2, delivered: 1 });
    expect(await numbersOf({ tab: "active", search: "CC555666" })).toEqual([]);
  });

  test("is read page by page, newest first", async () => {
    // Every leg's number is in the second package alone, and 5 is in all three.
    expect(await numbersOf({ search: "5", pageSize: 1 })).toEqual(["CC555666"]);
    const { items, total } = await mei.api.packages.listPackages({
      search: "5",
      page: 2,
      pageSize: 1,
    });
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual(["BB333444"]);
    expect(total).toBe(3);
  });
});

describe("thumbnails", () => {
  test("are of the first image, signed, for customer and admins; null without an image", async () => {
    const [pkg] = (await mei.api.packages.listPackages({ search: "BB333444" })).items;
    const file = new File([pixel], "tea.gif", { type: "image/gif" });
    const packageId = pkg?.id ?? "";
    const first = await mei.api.packages.addImage({
      packageId,
      file,
      idempotencyKey: randomUUID(),
    });
    app.clock.advance(1000);
    await mei.api.packages.addImage({ packageId, file, idempotencyKey: randomUUID() });
    const own = await mei.api.packages.listPackages({});
    expect(own.items.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual([
      null,
      first.thumbnailUrl,
      null,
    ]);
    expect(own.items.some((item) => "firstImageId" in item)).toBe(false);
    expect((await mei.client.fetch(first.thumbnailUrl)).status).toBe(200);
    for (const search of ["", "BB333444", mei.email]) {
      const { items } = await admin.api.packages.listShipments({ search });
      const listed = items.find(({ id }) => id === packageId);
      expect(listed?.thumbnailUrl, search).toBe(first.thumbnailUrl);
    }
  });
});

test.runIf(isLongRun)("reads the newest 10,000 packages and finds the newest 1,000", async () => {
  const person = await aCustomer(app, { plan: "Premium" });
  await app.database.pool.query(
    `insert into packages (user_id, tracking_number, origin, destination, description, status, idempotency_key,
       request_hash, created_at, updated_at)
     select $1, 'SF' || lpad(n::text, 13, '0'), 'China', 'Japan', 'vase ' || n || ' of many', 'pending',
       gen_random_uuid(), '', now() - n * interval '1 minute', now()
     from generate_series(1, 10001) n`,
    [person.userId],
  );
  const find = async (search: string) => (await person.api.packages.listPackages({ search })).total;
  expect(await find("vase 10000 of")).toBe(1);
  expect(await find("vase 10001 of")).toBe(0);
  expect(await find("vase")).toBe(1000);
});

describe("a search of texts in any script", () => {
  let person: TestPerson;
  beforeAll(async () => {
    person = await aCustomer(app, { plan: "Premium" });
    await aPackage(person, { trackingNumber: "DD777889" });
    await aPackage(person, {
      trackingNumber: "DD777888",
      description: "蓝色茶杯 ＸＬ",
      recipient: {
        name: "陈𠮷伟",
        latinName: "Chen Jiwei",
        phone: "",
        address: "",
        addressLine2: "",
        importerReference: "",
        city: "",
        state: "",
        postalCode: "",
      },
    });
  });

  test.each([
    ["茶", ["DD777888"]],
    ["色茶", ["DD777888"]],
    ["xl", ["DD777888"]],
    ["ＤＤ７７７８８８", ["DD777888"]],
    ["𠮷伟", ["DD777888"]],
    ["JIWEI", ["DD777888"]],
    ["伟陈", []],
  ])("finds part of a description or of the recipient's name: %s", async (search, found) => {
    const { items } = await person.api.packages.listPackages({ search });
    expect(items.map(({ trackingNumber }) => trackingNumber)).toEqual(found);
  });
});
