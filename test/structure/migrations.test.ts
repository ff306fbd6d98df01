import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf, migrate } from "#platform/server/db/migrate.ts";
import type { Database } from "#platform/server/db/open.ts";
import { tableRights } from "#platform/server/db/role/rights.ts";
import { emptyTestDatabase } from "#test/database.ts";
import { sourceFiles } from "./source-files.ts";

/**
 * The SHA-256 of each migration's files, from 1.0.0 on: until then `0001-schema` is changed in place, and afterwards a database
 * never runs a migration twice, so a changed one would only affect new databases.
 */
const recorded: Readonly<Record<string, string>> = {};

const [packageFile] = sourceFiles("package.json");
const { version } = JSON.parse(packageFile?.text ?? "") as { readonly version: string };

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

  test("have the recorded fingerprints from 1.0.0 on", async () => {
    const released = version.startsWith("0.") ? [] : migrations;
    const fingerprints = released.map(async (name) => [name, await fingerprintOf(name)] as const);
    expect(
      recorded,
      `Record each new migration in this test. A recorded one is not changed: add another file ${folder}/NNNN-name.ts.`,
    ).toEqual(Object.fromEntries(await Promise.all(fingerprints)));
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
