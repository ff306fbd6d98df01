// Shows that the migrations make the whole schema out of nothing, and that a second run changes nothing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import type { Database } from "#server/db/open.ts";
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
});
