import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let manager: TestPerson;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  manager = await aStaffMember(app, ["manager"]);
  customer = await aCustomer(app, { plan: "Premium" });
  return () => app.close();
});

const header = "term,language,hs_code,description_en,flags,source,source_day";
const theremins = `${header}\ntheremin,en,9207.90,Theremins,,HS 2022,2026-11-01\n`;
const suggested = async (text: string) =>
  (await customer.api.goods.suggestWords({ text })).items.map(({ description }) => description);

test("A list of words is previewed, imported and suggested until its end", async () => {
  const { goods } = manager.api;
  expect(await goods.importWords({ csv: theremins, mode: "preview" })).toEqual({
    isImported: false,
    errors: [],
    addedCount: 1,
    changedCount: 0,
    unchangedCount: 0,
    changes: ["en theremin"],
  });
  expect(await suggested("theremin")).toEqual([]);
  expect((await goods.importWords({ csv: theremins, mode: "import" })).isImported).toBe(true);
  expect(await suggested("theremin")).toEqual(["Theremins"]);
  expect(await goods.importWords({ csv: theremins, mode: "import" })).toMatchObject({
    unchangedCount: 1,
  });
  const { items, total } = await goods.listWords({ search: "theremin" });
  expect([total, items[0]?.hsCode, items[0]?.validUntil]).toEqual([1, "920790", null]);
  await goods.endWord({ term: "theremin", language: "en", validUntil: "2026-01-01" });
  expect(await suggested("theremin")).toEqual([]);
  const wrong = await goods.importWords({ csv: `${header}\n=1+1,fr,1,x,,,`, mode: "import" });
  expect([wrong.isImported, wrong.errors[0]?.kind]).toEqual([false, "invalid_cell"]);
});

test("A typed code is checked against the official list once that is imported", async () => {
  const { id: inboundParcelId } = await declareParcel(customer);
  const save = async (hsCode: string) =>
    await customer.api.goods.saveItems({
      inboundParcelId,
      items: [{ description: "Cotton T-shirts", hsCode }],
    });
  await save("610999");
  const csv = "code,description,edition,source\n610910,T-shirts of cotton,HS 2022,UN Comtrade\n";
  await manager.api.goods.importHsCodes({ csv, mode: "import" });
  await expectApiError(
    save("610998"),
    "unknown_hs_code",
    "The customs code 610998 is not on the official list. Leave it empty if you do not know it.",
  );
  const { items } = await save("6109.10.0012");
  expect(items[0]?.hsCode).toBe("6109100012");
});

test("The rate of the special drawing right is one of each day", async () => {
  const { goods } = manager.api;
  expect((await goods.readSdrRate({})).usdPerSdr).toBe("1.40");
  const rate = { usdPerSdr: "1.3954", source: "IMF", sourceDay: "2026-11-27" };
  expect(await goods.setSdrRate(rate)).toMatchObject({ usdPerSdr: "1.3954", source: "IMF" });
  await goods.setSdrRate(rate);
  await expectApiError(goods.setSdrRate({ ...rate, usdPerSdr: "1.5" }), "conflict");
  for (const usdPerSdr of ["0.49", "3.01", "13.954", "1,4"]) {
    await expectApiError(goods.setSdrRate({ ...rate, usdPerSdr }), "invalid_input");
  }
});
