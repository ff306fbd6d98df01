// `npm run restore FILE`: restores a backup into an empty database, embedded or external.
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { messageOf } from "#platform/rules/error-message.ts";
import { readArchive } from "#app/server/backups/archive.ts";
import {
  checkArchive,
  fingerprintOf,
  partNames,
  type Manifest,
} from "#app/server/backups/make-backup.ts";
import { restoreBackup } from "#app/server/backups/restore-backup.ts";
import { listeners } from "#app/server/listeners.ts";
import { openArchiveStore } from "#platform/server/adapters/files/archive-store.ts";
import { loadConfig, type Config } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import {
  loadOrCreateSecret,
  makeDataFolder,
  replaceSecret,
  restrictNewFiles,
} from "#platform/server/private-files.ts";
import { createLog } from "#platform/server/log.ts";
import { openFiles } from "#app/server/open-server.ts";
import { parseArchiveArguments } from "./archive-arguments.ts";

restrictNewFiles();

const usage = `Usage: npm run restore FILE. Options, after a -- of npm:
  --download    FILE is the name of an archive in the bucket of BACKUP_S3_BUCKET
  --new-secret  where its SECRET is lost`;
const log = createLog({ level: "error" });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The backup's secret to write to the data folder, or null to keep the current one. */
async function secretToRestore(
  config: Config,
  { path, manifest }: { path: string; manifest: Manifest },
  mayDiffer: boolean,
): Promise<string | null> {
  if (fingerprintOf(config.secret) === manifest.secretFingerprint) return null;
  if (partNames.secret in manifest.parts) {
    if (loadOrCreateSecret(config.dataDir) !== config.secret) {
      throw new Error("SECRET is not the backup's. Unset it: the archive contains its own.");
    }
    for await (const { name, bytes } of readArchive(path)) {
      if (name === partNames.secret) return bytes.toString();
    }
  }
  if (mayDiffer) return null;
  throw new Error(
    "The backup was made with another SECRET, which is not in the archive. Set SECRET to that one, or copy the file " +
      "`secret` of the former DATA_DIR into this one. If it is lost, use --new-secret: emails not sent yet, two-factor " +
      "sign-in and a payment key saved in the settings then cannot be read.",
  );
}

/** The path of the archive once it is on this machine. */
async function fetchArchive(config: Config, name: string): Promise<string> {
  if (config.backupS3 === null) {
    throw new Error("--download needs a bucket: set BACKUP_S3_BUCKET.");
  }
  const folder = join(config.dataDir, "backups");
  makeDataFolder(config.dataDir);
  makeDataFolder(folder);
  const path = join(folder, basename(name));
  if (!existsSync(path)) await (await openArchiveStore(config.backupS3)).download(name, path);
  return path;
}

async function main(file: string, chosen: ReadonlySet<string>): Promise<void> {
  const config = loadConfig();
  const path = chosen.has("download") ? await fetchArchive(config, file) : resolve(file);
  const manifest = await checkArchive(path);
  const mayDiffer = chosen.has("new-secret");
  const secret = await secretToRestore(config, { path, manifest }, mayDiffer);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataFolder: config.dataDir, log })
      : null;
  const url = config.databaseUrl ?? postgres?.url ?? "";
  const database = openDatabase({ url, log, poolSize: 2, statementTimeoutMilliseconds: 0 });
  try {
    const sandboxFolder = join(config.dataDir, "sandbox");
    const target = { database, files: await openFiles(config), listeners, sandboxFolder, log };
    const { migrated } = await restoreBackup(target, { path, manifest });
    if (secret !== null) replaceSecret(config.dataDir, secret);
    const rowCount = manifest.tables.reduce((total, table) => total + table.rowCount, 0);
    print(`Restored as of ${manifest.madeAt}: ${rowCount} rows, ${manifest.fileCount} files.`);
    if (!manifest.hasFiles) print("The backup was made without files: restore those by their own.");
    if (migrated.length > 0) print(`Migrated: ${migrated.join(", ")}.`);
    print("The ledger was checked and is consistent.");
  } finally {
    await database.close();
    await postgres?.close();
  }
}

const commandLine = parseArchiveArguments(["download", "new-secret"]);
const [file, ...more] = commandLine?.files ?? [];
if (commandLine === null || file === undefined || more.length > 0) {
  print(usage);
  process.exitCode = 2;
} else {
  await main(file, commandLine.options).catch((error: unknown) => {
    print(`Nothing was restored. ${messageOf(error)}`);
    process.exitCode = 1;
  });
}
