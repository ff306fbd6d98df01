import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Inside the repository, so that the copied migrations can import kysely.
const workFolder = new URL("../node_modules/.cache", import.meta.url).pathname;
const ownMigrations = new URL("../src/platform/server/db/migrations/", import.meta.url);

export type LaterMigration = {
  readonly name: string;
  readonly folder: URL;
  remove(): Promise<void>;
};

/** A folder with the product's migrations and one more that runs `statements`, as a later version would have. */
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
