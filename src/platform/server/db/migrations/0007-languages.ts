import { sql, type Kysely } from "kysely";

/** The language of each user, sign-up and email. Everyone reads English until they choose another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["profiles", "pending_registrations", "emails"]) {
    await sql`
      alter table ${sql.table(table)} add column language text not null default 'en'
        check (language in ('en', 'zh-Hant-HK', 'zh-Hans'))
    `.execute(db);
  }
}
