import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBackup } from "#app/server/backups/make-backup.ts";
import { openFiles } from "#app/server/open-server.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { loadConfig } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { fillDatabase } from "./demo/fill-database.ts";

/** Of archives of releases, which have no real data. */
export const archiveSecret = "a secret of archives of releases alone, no secret";

/** As many as the demo's customer with parcels needs. */
const filledDays = 26;

const keptMessagesMilliseconds = 2 * 24 * 3_600_000;

/** The smallest picture that every browser shows: a PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Fills a database of this version with demo data, and makes a backup of it at `path`; returns its size in bytes. */
export async function makeReleaseArchive(
  path: string,
  onProgress: (line: string) => void,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "release-"));
  const log = createLog({ level: "error" });
  const config = loadConfig({ DATA_DIR: folder, SECRET: archiveSecret });
  const settings = { fsync: "off" };
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log, settings });
  try {
    const served = await openProductDatabase({ url: postgres.url, secret: config.secret, log });
    await fillDatabase({ config, database: served, log }, { days: filledDays, onProgress });
    await served.close();
    const database = openDatabase({
      url: postgres.url,
      log,
      poolSize: 2,
      statementTimeoutMilliseconds: 0,
    });
    // Hundreds that differ little would be half of the archive.
    await database.kysely
      .deleteFrom("carrierMessages")
      .where("state", "=", "processed")
      .where("receivedAt", "<", new Date(Date.now() - keptMessagesMilliseconds))
      .execute();
    const files = await openFiles(config);
    const source = {
      database,
      // Pictures would be most of the archive, and an upgrade changes none.
      files: { ...files, get: async () => Uint8Array.from(pixel) },
      secret: config.secret,
      // The sandboxes are no part of what is upgraded.
      sandboxFolder: join(folder, "none"),
      now: () => new Date(),
    };
    const { sizeBytes } = await makeBackup(source, { path, withSecret: false });
    await database.close();
    return sizeBytes;
  } finally {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
}
