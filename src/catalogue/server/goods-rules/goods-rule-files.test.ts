// Files of rules about goods: what an import changes, and what that is scheduled it leaves.
import { beforeEach, expect, test } from "vitest";
import type { NewGoodsRuleInput } from "#catalogue/contract/goods-rules.ts";
import { goodsRuleColumns } from "#catalogue/rules/goods-rule-file.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { goodsRule } from "#test/goods-rule.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;

beforeEach(async () => {
  app = await testApp();
  app.clock.set("2026-12-05T02:00:00Z");
  admin = await anAdmin(app);
  return () => app.close();
});

const today = "2026-12-05";
const newYear = "2027-01-01";
const newYearsEve = "2026-12-31";

/** A rule about tobacco, and the row of a file that says the same. */
async function add(fields: Partial<NewGoodsRuleInput> = {}) {
  const input = { ...goodsRule, validFrom: today, ...fields };
  const { rule } = await admin.api.goodsRules.addGoodsRule(input);
  if (rule === null) throw new Error("It was added.");
  return rule;
}
const row = (answer = "refused") => `tobacco,,,,,${answer},no,,,,A notice,2026-06-01,primary`;

const end = async (goodsRuleId: string, on: string) =>
  await admin.api.goodsRules.endGoodsRule({ goodsRuleId, on });

/** Imports a file, after a preview that counts the same. */
async function importCsv(csv: string, validFrom = today) {
  const send = async (mode: "preview" | "import") =>
    await admin.api.goodsRules.importGoodsRules({
      file: new File([csv], "goods-rules.csv"),
      validFrom,
      mode,
    });
  const preview = await send("preview");
  const { isImported, errors, addedCount, endedCount } = await send("import");
  expect(preview).toMatchObject({ isImported: false, errors, addedCount, endedCount });
  return { isImported, errors, addedCount, endedCount };
}
const importRow = async (said: string, validFrom = today) =>
  await importCsv(`${goodsRuleColumns.join()}\n${said}\n`, validFrom);

const nothing = { isImported: false, errors: [], addedCount: 0, endedCount: 0 };

/** What is said of tobacco on a day; null: nothing. */
async function answerOn(on: string) {
  const { items } = await admin.api.goodsRules.listGoodsRules({ on });
  const said = items.filter(({ flag }) => flag === "tobacco");
  expect(said.length).toBeLessThan(2);
  return said[0]?.answer ?? null;
}

/** The same on the first day, at the end of the year, and after it. */
const answers = async () => [
  await answerOn(today),
  await answerOn(newYearsEve),
  await answerOn(newYear),
];

test("the rules of today as they were downloaded change nothing, and leave what is scheduled", async () => {
  await enterWarehouse(app, { by: admin });
  const { id } = await add();
  await end(id, newYear);
  await add({ answer: "allowed", validFrom: newYear });
  const csv = await (await admin.client.fetch("/api/admin/goods-rules/rules.csv")).text();
  expect(csv.split("\n").length).toBeGreaterThan(60);
  const before = await admin.api.goodsRules.listGoodsRules({});
  expect(await importCsv(csv)).toEqual(nothing);
  expect(await admin.api.goodsRules.listGoodsRules({})).toEqual(before);
  expect(await answers()).toEqual(["refused", "refused", "allowed"]);
});

test("a rule that says something else counts until what is scheduled", async () => {
  const { id } = await add();
  await end(id, newYear);
  await add({ answer: "allowed", validFrom: newYear });
  const changed = { ...nothing, isImported: true, addedCount: 1, endedCount: 1 };
  expect(await importRow(row("limited"))).toEqual(changed);
  expect(await answers()).toEqual(["limited", "limited", "allowed"]);
  expect(await importRow(row("limited"))).toEqual(nothing);
  // From the day of the scheduled one on it is that one which is followed.
  expect(await importRow(row("refused"), newYear)).toEqual(changed);
  expect(await answers()).toEqual(["limited", "limited", "refused"]);
});

test("an end that is scheduled stays the end of what follows", async () => {
  const { id } = await add();
  await end(id, newYear);
  expect(await importRow(row())).toEqual(nothing);
  expect(await importRow(row("limited"))).toMatchObject({ addedCount: 1, endedCount: 1 });
  expect(await answers()).toEqual(["limited", "limited", null]);
});

test("a rule before one that is scheduled counts until that, and one without any until it is ended", async () => {
  await add({ answer: "allowed", validFrom: newYear });
  expect(await importRow(row())).toMatchObject({ addedCount: 1, endedCount: 0 });
  expect(await answers()).toEqual(["refused", "refused", "allowed"]);
  await importRow(row().replace("tobacco", "cash"));
  const { items } = await admin.api.goodsRules.listGoodsRules({});
  expect(items.find(({ flag }) => flag === "cash")).toMatchObject({ validUntil: null });
});

test("what was scheduled and ended before it ever counted stands in the way of nothing", async () => {
  const { id } = await add({ validFrom: newYear });
  await end(id, today);
  await importRow(row());
  expect(await answers()).toEqual(["refused", "refused", "refused"]);
  const never = await add({ flag: "cash", validFrom: newYear });
  await end(never.id, today);
  expect(await add({ flag: "cash" })).toMatchObject({ validFrom: today, validUntil: null });
});
