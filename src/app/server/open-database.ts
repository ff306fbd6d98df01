import type { DatabaseLog } from "#platform/server/db/database-log.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { openForApplication } from "#platform/server/db/role/open-for-application.ts";
import { prepareJobs } from "#platform/server/jobs/jobs.ts";

/** Creates or upgrades all tables, the job queue's included. `owner` is connected as their owner. */
export async function migrateDatabase(owner: Database, log: DatabaseLog): Promise<void> {
  const { applied } = await migrate(owner);
  if (applied.length > 0) log.info({ applied }, "Database migrated");
  await prepareJobs({ databaseUrl: owner.url, log });
}

/**
 * Migrates the database at `url` as its owner, then opens it under the application's role where one can be created. The
 * owner's connection is closed.
 */
export async function openProductDatabase(options: {
  url: string;
  secret: string;
  log: DatabaseLog;
}): Promise<Database> {
  const { url, secret, log } = options;
  const owner = openDatabase({ url, log, poolSize: 1 });
  try {
    await migrateDatabase(owner, log);
    return await openForApplication(owner, { secret, log });
  } finally {
    await owner.close();
  }
}
