import { type Kysely, sql } from "kysely";

/** Addresses are checked by what labels print, whichever the carrier is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table carriers drop column needs_latin_address`.execute(db);
}
