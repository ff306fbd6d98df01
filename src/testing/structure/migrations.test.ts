// Shows that the migrations make the whole schema out of nothing, and that a second run changes nothing.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import type { Database } from "#server/db/open.ts";
import { tableRights } from "#server/db/role/rights.ts";
import { emptyTestDatabase } from "#testing/database.ts";
import { sourceFiles } from "./source-files.ts";

const migrations = sourceFiles("src/server/db/migrations/*.ts").map(
  ({ path }) => /([^/]+)\.ts$/.exec(path)?.[1],
);

let database: Database;

beforeAll(async () => {
  database = await emptyTestDatabase();
});

afterAll(async () => {
  await database.close();
});

describe("the migrations", () => {
  test("are numbered one after the other", () => {
    const numbers = migrations.map((name) => Number(name?.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_number, position) => position + 1));
  });

  test("run from an empty database, and once", async () => {
    expect(await migrate(database)).toEqual({ applied: migrations });
    expect(await migrate(database)).toEqual({ applied: [] });
  });

  test("make no table of which src/server/db/role/rights.ts does not say what servers may do with it", async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
    `.execute(database.kysely);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tableRights).toSorted());
  });
});
