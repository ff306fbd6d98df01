import type { Config } from "#platform/server/config.ts";
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from "#platform/server/db/embedded/supervisor.ts";
import type { Log } from "#platform/server/log.ts";

/**
 * The database for a command: the configured one, the running server's, or the embedded one, started for the command. Call
 * `close` when the command is done.
 */
export async function databaseAddress(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  log: Log,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, close: async () => {} };
  const dataFolder = config.dataDir;
  const running = await findRunningPostgres(dataFolder);
  if (running !== undefined) return { url: running, close: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataFolder, log });
  return { url: postgres.url, close: () => postgres.close() };
}
