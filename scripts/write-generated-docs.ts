// Writes docs/generated from the code: the API document, the database's schema, the catalogue of errors.
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { errorCatalogue } from "#contract/errors.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { tableRights } from "#server/db/role/rights.ts";
import { openApiDocument } from "#server/http/openapi.ts";
import { describeSchema } from "./describe-schema.ts";

const folder = join(import.meta.dirname, "..", "docs", "generated");
const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };

async function openApi(): Promise<string> {
  return `${JSON.stringify(await openApiDocument(), null, 2)}\n`;
}

/** The schema that the migrations make out of an empty database. */
async function schema(): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), "schema-"));
  const postgres = await startEmbeddedPostgres({ dataFolder, log, settings: { fsync: "off" } });
  const database = openDatabase({ url: postgres.url, log, poolSize: 2 });
  try {
    await migrate(database);
    const text = await describeSchema(database.kysely);
    return `-- The database after all migrations. Written by scripts/write-generated-docs.ts; not to be run.\n\n${text}\n${rights()}`;
  } finally {
    await database.close();
    await postgres.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** What each table allows the role that servers run under. */
function rights(): string {
  const rows = Object.entries(tableRights).map(([table, allowed]) =>
    allowed.length === 0
      ? `-- nothing on ${table}`
      : `grant ${allowed.join(", ")} on ${table} to the application;`,
  );
  return `-- What the application's role may do, and nothing else.\n${rows.toSorted().join("\n")}\n`;
}

function describeErrorCatalogue(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`,
  );
  return [
    "# Problems",
    "",
    "Every refusal the API can answer with. Clients rely on the code; people read the sentence.",
    "Written by `scripts/write-generated-docs.ts` from `src/contract/errors.ts`.",
    "",
    "| code | HTTP status | sentence |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

const written: Record<string, string> = {
  "openapi.json": await openApi(),
  "schema.sql": await schema(),
  "errors.md": describeErrorCatalogue(),
};

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(written)) {
  const file = join(folder, name);
  const present = await readFile(file, "utf8").catch(() => null);
  if (present === text) continue;
  if (values.check) {
    console.error(
      `docs/generated/${name} is stale. Write it anew: node_modules/.bin/node scripts/write-generated-docs.ts`,
    );
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    console.log(`Wrote docs/generated/${name}`);
  }
}
