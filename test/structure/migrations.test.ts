import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#platform/server/db/migrate.ts";
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

/** Of the migration `NNNN-name` and of everything in the folder of that name. */
function fingerprintOf(
  name: string,
  files = sourceFiles(`${folder}/${name}.ts`, `${folder}/${name}/**/*.*`),
): string {
  const hash = createHash("sha256");
  for (const { path, text } of files) {
    // Moving the folder changes nothing.
    hash.update(JSON.stringify([path.slice(folder.length + 1), text]));
  }
  return hash.digest("hex");
}

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

  test("have the recorded fingerprints from 1.0.0 on", () => {
    const released = version.startsWith("0.") ? [] : migrations;
    expect(
      recorded,
      `Record each new migration in this test. A recorded one is not changed: add another file ${folder}/NNNN-name.ts.`,
    ).toEqual(Object.fromEntries(released.map((name) => [name, fingerprintOf(name)])));
  });

  test("that change, or leave a number out, are reported", () => {
    const [name = ""] = migrations;
    const files = sourceFiles(`${folder}/${name}.ts`, `${folder}/${name}/**/*.*`);
    const changed = files.map(({ path, text }) => ({ path, text: `${text}\n` }));
    expect(fingerprintOf(name, files)).toBe(fingerprintOf(name));
    expect(fingerprintOf(name, changed)).not.toBe(fingerprintOf(name));
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
