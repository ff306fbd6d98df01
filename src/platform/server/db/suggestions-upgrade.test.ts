import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { emptyTestDatabase } from "#test/database.ts";
import { createTables, migrate, migrationNames } from "./migrate.ts";
import type { Database } from "./open.ts";

let database: Database;
afterEach(() => database.close());

/** Upgrades an installation in which `before` was done with the seeds of earlier versions. */
async function upgrade(before: string): Promise<void> {
  database = await emptyTestDatabase();
  const earlier = (await migrationNames()).filter((name) => name < "0037");
  await database.kysely.transaction().execute(async (db) => {
    await createTables(db, earlier);
    for (const name of earlier) {
      await sql`insert into kysely_migration values (${name}, '2026-11-23T00:00:00Z')`.execute(db);
    }
    await sql.raw(before).execute(db);
  });
  await migrate(database);
}

async function names(query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(query).execute(database.kysely);
  return rows.map(({ name }) => name);
}

const boxes = () => names("select names ->> 'en' as name from boxes order by length_mm");
const extras = () => names("select code as name from extra_services order by code");
const lanes = () =>
  names(
    "select service || coalesce(' ' || reopened_at::date, '') as name from suspended_lanes order by service",
  );
const storage = () => names("select source as name from storage_rates order by free_days");
const duty = () => names("select country_code as name from duty_rules");
const versions = () =>
  names(`select code || ' ' || version || case when takes_ship_requests then ' may be taken' else '' end
    || case when cardinality(refused_goods) + cardinality(refused_batteries) > 0 then ', refuses' else '' end
    || ', ' || duty as name from shipping_services order by code, version`);
const open = () =>
  names("select code as name from suggestions where accepted_at is null order by position");

const warehouse = `
  insert into warehouses (code, name, kind, country, address, receiver_name_pattern, phone, postal_code, time_zone,
    opening_hours, is_active, opened_at, created_at, updated_at)
  values ('HK1', 'Kwun Tong', 'hub', 'HK', '{}', '{name} {code}', '1', '1', 'Asia/Hong_Kong', '[]', false, null, now(), now());
`;

describe("an installation without a warehouse", () => {
  test("keeps the specified rates alone, and everything else is a suggestion", async () => {
    await upgrade("");
    expect([await boxes(), await extras(), await lanes(), await storage(), await duty()]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
    expect(await versions()).toEqual([
      "hk-post-air 1, recipient",
      "hk-post-surface 1, recipient",
      "sg-post-air 1, recipient",
      "sg-post-surface 1, recipient",
    ]);
    expect(await open()).toHaveLength(22);
    const { rows } = await sql<{ source: string }>`
      select distinct source from shipping_services`.execute(database.kysely);
    expect(rows).toEqual([{ source: "The first prices" }]);
  });

  test("keeps what somebody changed, whose suggestions count as accepted", async () => {
    await upgrade(`
      update boxes set price_cents = 45, version = 2 where names ->> 'en' = 'Small';
      update boxes set names = names || '{"en": "Tube"}', version = 2 where names ->> 'en' = 'Large';
      update extra_services set is_active = false, version = 2 where code = 'unpack';
      update suspended_lanes set reopened_at = '2026-11-20T00:00:00Z' where service = 'surface';
      insert into storage_rates (valid_from, plan, free_days, day_cents, step_grams, volume_divisor, cap_cents, source,
        created_by, created_at)
      values ('2026-11-20', null, 3, 10, 1000, 5000, 100, 'Ours', gen_random_uuid(), now());
      insert into shipping_services
      select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'version', 2, 'created_by', gen_random_uuid(),
        'source', 'Ours'))).* from shipping_services s where code in ('sg-post-air', 'via-singapore-air');
    `);
    expect(await boxes()).toEqual(["Small", "Tube"]);
    expect(await extras()).toEqual(["unpack"]);
    expect(await lanes()).toEqual(["surface 2026-11-20"]);
    expect(await storage()).toHaveLength(5);
    expect(await versions()).toEqual([
      "hk-post-air 1, recipient",
      "hk-post-surface 1, recipient",
      "sg-post-air 1 may be taken, refuses, prepaid",
      "sg-post-air 2 may be taken, refuses, prepaid",
      "sg-post-surface 1, recipient",
      "via-singapore-air 1 may be taken, refuses, prepaid",
      "via-singapore-air 2 may be taken, refuses, prepaid",
    ]);
    const left = await open();
    for (const code of [
      "box-small",
      "box-large",
      "extra-service-unpack",
      "suspension-hk-post-us-surface",
      "storage-prices",
      "ship-requests-sg-post-air",
      "service-via-singapore-air",
    ]) {
      expect(left).not.toContain(code);
    }
    expect(left).toHaveLength(22 - 7);
  });

  test("keeps a service to which a range of numbers belongs", async () => {
    await upgrade(`
      insert into number_ranges (service_code, kind, source, created_by, created_at, updated_at)
      values ('hk-post-air', 'list', 'Its list of numbers', gen_random_uuid(), now(), now());
    `);
    expect(await versions()).toContain("hk-post-air 1 may be taken, refuses, recipient");
    expect(await open()).not.toContain("ship-requests-hk-post-air");
  });
});

test("an installation with a warehouse, open or not, keeps everything in force, and all of it counts as accepted", async () => {
  await upgrade(warehouse);
  expect(await boxes()).toEqual(["Small", "Medium", "Large", "Extra large"]);
  expect(await extras()).toHaveLength(9);
  expect(await lanes()).toEqual(["air", "surface"]);
  expect(await storage()).toHaveLength(4);
  expect(await duty()).toEqual(["US"]);
  expect(await versions()).toEqual([
    "hk-post-air 1 may be taken, refuses, recipient",
    "hk-post-surface 1 may be taken, refuses, recipient",
    "sg-post-air 1 may be taken, refuses, prepaid",
    "sg-post-surface 1 may be taken, refuses, prepaid",
    "via-singapore-air 1 may be taken, refuses, prepaid",
  ]);
  expect(await open()).toEqual([]);
});
