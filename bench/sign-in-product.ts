// The product behind a proxy, with accounts made directly in its database: for measurements of signing in.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHashPassword } from "#people/server/auth/password.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { startMeasuredProduct } from "#test/measured-product.ts";
import { silent } from "./sized-database.ts";

export const password = "a calm harbour at dusk";

/** Inserts verified users with `password`; returns their emails. */
export async function makeAccounts(database: Database, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`);
  await database.pool.query(
    "insert into users (name, email, email_verified, password_hash) select 'Bench', email, true, $2 from unnest($1::text[]) email",
    [emails, await createHashPassword()(password)],
  );
  return emails;
}

/** One request to sign in, as the proxy forwards it from `ipAddress`. */
export async function signIn(
  origin: string,
  given: { readonly email: string; readonly password: string; readonly ipAddress: string },
): Promise<Response> {
  const { ipAddress, ...body } = given;
  return await fetch(`${origin}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, "x-forwarded-for": ipAddress },
    body: JSON.stringify(body),
  });
}

/** Runs `measure` on a new product; the script fails unless it resolves to true. */
export async function measureSignIn(
  measure: (database: Database, origin: string) => Promise<boolean>,
): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), "bench-sign-in-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: join(dataFolder, "db"), log: silent });
  const database = openDatabase({ url: postgres.url, log: silent });
  try {
    await migrate(database);
    const product = await startMeasuredProduct({
      DATABASE_URL: postgres.url,
      SECRET: randomUUID() + randomUUID(),
      TRUSTED_PROXIES: "127.0.0.1,::1",
    });
    try {
      if (!(await measure(database, product.origin))) process.exitCode = 1;
    } finally {
      await product.stop();
    }
  } finally {
    await database.close();
    await postgres.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
