import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf, migrate } from "#platform/server/db/migrate.ts";
import type { Database } from "#platform/server/db/open.ts";
import { tableRights } from "#platform/server/db/role/rights.ts";
import { emptyTestDatabase } from "#test/database.ts";
import { sourceFiles } from "./source-files.ts";

const [recordedFile] = sourceFiles("test/releases/migrations.json");
/**
 * The SHA-256 of each migration's files, which `npm run release` records: afterwards a database never runs a migration twice, so
 * a changed one would only affect new databases.
 */
const recorded = Object.assign(
  {},
  ...Object.values(JSON.parse(recordedFile?.text ?? "{}") as Readonly<Record<string, object>>),
) as Readonly<Record<string, string>>;

const folder = "src/platform/server/db/migrations";
const migrations = sourceFiles(`${folder}/*.ts`).map(
  ({ path }) => /([^/]+)\.ts$/.exec(path)?.[1] ?? path,
);

/** The migrations whose number is not the next one. */
const wrongNumbers = (names: readonly string[]) =>
  names.filter((name, position) => Number(name.slice(0, 4)) !== position + 1);

let database: Database;

beforeAll(async () => {
  database = await emptyTestDatabase();
});

afterAll(async () => {
  await database.close();
});

describe("the migrations", () => {
  test("are numbered one after the other", () => {
    expect(wrongNumbers(migrations)).toEqual([]);
  });

  test("that were released have not changed", async () => {
    const names = Object.keys(recorded);
    const fingerprints = names.map(async (name) => [name, await fingerprintOf(name)] as const);
    expect(
      Object.fromEntries(await Promise.all(fingerprints)),
      `A released migration is not changed: add another file ${folder}/NNNN-name.ts. Before the release is published: npm run release VERSION.`,
    ).toEqual(recorded);
  });

  test("that leave a number out are reported", () => {
    expect(wrongNumbers(["0001-one", "0003-three"])).toEqual(["0003-three"]);
  });

  test("run from an empty database, and once", async () => {
    expect(await migrate(database)).toEqual({ applied: migrations });
    expect(await migrate(database)).toEqual({ applied: [] });
  });

  test("make no table of which src/platform/server/db/role/rights.ts does not say what servers may do with it", async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
    `.execute(database.kysely);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tableRights).toSorted());
  });
});
