// The one statement of the serving layer: whether the database answers at all.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/** Resolves when the database answers; rejects when it cannot be reached. It may hang with the database. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
