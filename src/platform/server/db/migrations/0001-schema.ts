import { readdir, readFile } from "node:fs/promises";
import { sql, type Kysely } from "kysely";

const folder = new URL("./0001-schema/", import.meta.url);

/** Creates the whole schema from the files of the folder 0001-schema, one for each concept, in the order of their numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  for (const name of names) {
    await sql.raw(await readFile(new URL(name, folder), "utf8")).execute(db);
  }
}
