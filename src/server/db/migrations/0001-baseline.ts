// The whole schema as it is to begin with: the files of the folder 0001-baseline, one for each feature.
import { readdir, readFile } from "node:fs/promises";
import { sql, type Kysely } from "kysely";

const folder = new URL("./0001-baseline/", import.meta.url);

/** Runs the files in the order of their numbers: each uses what those before it have made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  for (const name of names) {
    await sql.raw(await readFile(new URL(name, folder), "utf8")).execute(db);
  }
}
