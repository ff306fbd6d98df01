import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Migrations can import packages from here.
const workFolder = new URL("../../node_modules/.cache", import.meta.url).pathname;
const ownMigrations = new URL("../server/db/migrations/", import.meta.url);

export type LaterMigration = {
  /** Runs after every other migration. */
  readonly name: string;
  readonly folder: URL;
  remove(): Promise<void>;
};

/** The product's migrations and one more that runs `statements`. */
export async function laterMigration(statements: string): Promise<LaterMigration> {
  const name = "9999-later";
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, "migrations-"));
  await cp(ownMigrations, folder, { recursive: true });
  await writeFile(
    join(folder, `${name}.ts`),
    `import { sql } from "kysely";\nexport const up = (db) => sql.raw(${JSON.stringify(statements)}).execute(db);\n`,
  );
  return {
    name,
    folder: pathToFileURL(`${folder}/`),
    remove: () => rm(folder, { recursive: true }),
  };
}
