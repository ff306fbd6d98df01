import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyTestDatabase } from "#test/database.ts";
import { createTables, migrate, migrationNames } from "./migrate.ts";
import type { Database } from "./open.ts";

let database: Database;

beforeAll(async () => {
  database = await emptyTestDatabase();
  const earlier = (await migrationNames()).filter((name) => name < "0027");
  await database.kysely.transaction().execute(async (db) => {
    await createTables(db, earlier);
    for (const name of earlier) {
      await sql`insert into kysely_migration values (${name}, '2026-11-23T00:00:00Z')`.execute(db);
    }
    await sql`
      insert into shipping_services select (jsonb_populate_record(services, '{"code": "own-line", "name": "Own line",
        "id": "00000000-0000-4000-8000-000000000027"}')).* from shipping_services services where code = 'hk-post-air';
      update boxes set name = 'Tube' where name = 'Extra large';
      update boxes set version = 2;
      update extra_services set version = 2;
    `.execute(db);
  });
  await migrate(database);
});

afterAll(() => database.close());

const same = (name: string) => ({ en: name, "zh-Hant-HK": name, "zh-Hans": name });

test("services and boxes that came with the product are named in Chinese, and others as before", async () => {
  const db = database.kysely;
  const services = await db.selectFrom("shippingServices").select(["code", "names"]).execute();
  expect(Object.fromEntries(services.map(({ code, names }) => [code, names]))).toEqual({
    "hk-post-air": {
      en: "Hong Kong Post air",
      "zh-Hant-HK": "香港郵政空郵",
      "zh-Hans": "香港邮政航空",
    },
    "hk-post-surface": {
      en: "Hong Kong Post surface",
      "zh-Hant-HK": "香港郵政平郵",
      "zh-Hans": "香港邮政水陆路",
    },
    "own-line": same("Own line"),
    "sg-post-air": {
      en: "Singapore Post air",
      "zh-Hant-HK": "新加坡郵政空郵",
      "zh-Hans": "新加坡邮政航空",
    },
    "sg-post-surface": {
      en: "Singapore Post surface",
      "zh-Hant-HK": "新加坡郵政平郵",
      "zh-Hans": "新加坡邮政水陆路",
    },
  });
  const boxes = await db.selectFrom("boxes").select("names").orderBy("lengthMm").execute();
  expect(boxes.map(({ names }) => names)).toEqual([
    { en: "Small", "zh-Hant-HK": "小號", "zh-Hans": "小号" },
    { en: "Medium", "zh-Hant-HK": "中號", "zh-Hans": "中号" },
    { en: "Large", "zh-Hant-HK": "大號", "zh-Hans": "大号" },
    same("Tube"),
  ]);
  const { names } = await db
    .selectFrom("extraServices")
    .select("names")
    .where("code", "=", "detail_photo")
    .executeTakeFirstOrThrow();
  expect(names).toEqual({ en: "Detail photo", "zh-Hant-HK": "細節相片", "zh-Hans": "细节照片" });
});

test("a name in one language alone is refused, and versions of services still never change", async () => {
  const change = (statement: ReturnType<typeof sql>) => statement.execute(database.kysely);
  await expect(change(sql`update boxes set names = '{"en": "Tube"}'`)).rejects.toThrow(
    /boxes_names_check/,
  );
  await expect(change(sql`update shipping_services set names = names`)).rejects.toThrow(
    /rows of shipping_services are never changed/,
  );
});
