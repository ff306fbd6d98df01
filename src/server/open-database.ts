// Opens the product's database as a server does: brought up to date by its owner, then served under the application's role.
import type { DatabaseLog } from "./db/database-log.ts";
import { migrate } from "./db/migrate.ts";
import { openDatabase, type Database } from "./db/open.ts";
import { openForApplication } from "./db/role/open-for-application.ts";
import { prepareJobs } from "./jobs/jobs.ts";

/** Makes or renews all tables, the job queue's included, through a connection of their owner's. */
export async function bringUpToDate(owner: Database, log: DatabaseLog): Promise<void> {
  const { applied } = await migrate(owner);
  if (applied.length > 0) log.info({ applied }, "Database migrated");
  await prepareJobs({ databaseUrl: owner.url, log });
}

/**
 * Opens the database at `url`, whose role owns it or may: brings it up to date, and goes on under the application's role
 * where there can be one. No connection of the owner's stays open unless there cannot.
 */
export async function openProductDatabase(options: {
  url: string;
  secret: string;
  log: DatabaseLog;
}): Promise<Database> {
  const { url, secret, log } = options;
  const owner = openDatabase({ url, log, poolSize: 1 });
  try {
    await bringUpToDate(owner, log);
    return await openForApplication(owner, { secret, log });
  } finally {
    await owner.close();
  }
}
