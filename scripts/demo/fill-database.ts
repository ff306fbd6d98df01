import { closeEmailCompiler } from "#platform/server/adapters/mail/email-compiler.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { Log } from "#platform/server/log.ts";
import { createHashPassword } from "#people/server/auth/password.ts";
import { ensureAdmin } from "#people/server/users/admins.ts";
import { createDemoData } from "./create-demo-data.ts";
import { openDemoServer } from "./demo-server.ts";

type Filled = {
  /** `password` null: of the settings, or the account was there before. */
  readonly admin: { readonly email: string; readonly password: string | null };
  readonly customers: number;
  readonly packages: number;
};

/** Fills a migrated, empty database with the `days` before now, through the product's own operations. */
export async function fillDatabase(
  services: { config: Config; database: Database; log: Log },
  { days, onProgress }: { days: number; onProgress: (line: string) => void },
): Promise<Filled> {
  const { config, database } = services;
  const email = config.adminEmail.toLowerCase();
  const endsAt = new Date();
  const startsAt = new Date(endsAt.getTime() - days * 24 * 3_600_000);
  const db = database.kysely;
  let password: string | null = null;
  await ensureAdmin(
    { config, db, now: () => startsAt, hashPassword: createHashPassword() },
    (created) => {
      password = created.password;
    },
  );
  const { id: adminId } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const server = await openDemoServer(services, startsAt);
  try {
    const made = await createDemoData(server, { adminId, startsAt, endsAt, onProgress });
    return { admin: { email, password }, ...made };
  } finally {
    await server.close();
    await closeEmailCompiler();
  }
}
