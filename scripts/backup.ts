// `npm run backup [FILE]`: saves the database and the files in one archive, with or without a running server.
import { existsSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { messageOf } from "#platform/rules/error-message.ts";
import { archiveName, expiredArchives } from "#app/server/backups/archive-names.ts";
import { makeBackup, recordBackup } from "#app/server/backups/make-backup.ts";
import { openArchiveStore } from "#platform/server/adapters/files/archive-store.ts";
import { loadConfig, type Config } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openFiles } from "#app/server/open-server.ts";
import { makeDataFolder, restrictNewFiles } from "#platform/server/private-files.ts";
import { parseArchiveArguments } from "./archive-arguments.ts";
import { databaseAddress } from "./database-address.ts";

restrictNewFiles();

const usage = `Usage: npm run backup, or npm run backup FILE (or FOLDER). Options, after a -- of npm:
  --keep=DAYS      delete what this command made before, and is older, in the folder (and the bucket)
  --upload         store the archive in the bucket of BACKUP_S3_BUCKET too
  --without-files  rows and jobs alone, where the files have a backup of their own
  --with-secret    SECRET in it: protect the archive like the secret itself`;
const log = createLog({ level: "error" });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Where the archive goes: FILE, or a name by the time in the folder FILE or else in `backups` of the data folder. */
function archivePath(config: Config, file: string | undefined): string {
  if (file !== undefined && !(existsSync(file) && statSync(file).isDirectory())) {
    return resolve(file);
  }
  const folder = file === undefined ? join(config.dataDir, "backups") : resolve(file);
  makeDataFolder(config.dataDir);
  if (file === undefined) makeDataFolder(folder);
  return join(folder, archiveName(new Date()));
}

/** Opens the bucket of archives. Throws when the settings have none. */
async function openBucket(config: Config) {
  if (config.backupS3 !== null) return await openArchiveStore(config.backupS3);
  throw new Error("--upload needs a bucket: set BACKUP_S3_BUCKET.");
}

type Source = Parameters<typeof makeBackup>[0];
type Options = { readonly withSecret: boolean; readonly withFiles: boolean };

async function withSource<T>(config: Config, work: (source: Source) => Promise<T>): Promise<T> {
  const files = await openFiles(config);
  const address = await databaseAddress(config, log);
  const database = openDatabase({
    url: address.url,
    log,
    poolSize: 2,
    statementTimeoutMilliseconds: 0,
  });
  try {
    const sandboxFolder = join(config.dataDir, "sandbox");
    const { secret } = config;
    return await work({ database, files, secret, sandboxFolder, now: () => new Date() });
  } finally {
    await database.close();
    await address.close();
  }
}

function printOutcome(
  path: string,
  made: Awaited<ReturnType<typeof makeBackup>>,
  options: Options,
) {
  const { manifest, sizeBytes } = made;
  const rowCount = manifest.tables.reduce((total, table) => total + table.rowCount, 0);
  const files = options.withFiles ? `${manifest.fileCount} files` : "no files, as asked";
  print(`${path}: ${rowCount} rows, ${files}, ${sizeBytes} bytes.`);
  print(
    options.withSecret
      ? "It contains SECRET: anyone who has this file can read everything."
      : "It does not contain SECRET, which a restore needs: store that somewhere else.",
  );
}

async function main(
  file: string | undefined,
  chosen: ReadonlySet<string>,
  keepDays: number | null,
): Promise<void> {
  const config = loadConfig();
  const path = archivePath(config, file);
  if (existsSync(path)) throw new Error(`${path} already exists. Choose another name.`);
  const bucket = chosen.has("upload") ? await openBucket(config) : null;
  const options = {
    withSecret: chosen.has("with-secret"),
    withFiles: !chosen.has("without-files"),
  };
  await withSource(config, async (source) => {
    const made = await makeBackup(source, { path, ...options });
    if (bucket !== null) {
      await bucket.upload(basename(path), path).catch((error: unknown) => {
        throw new Error(`${path} is complete, but was not uploaded: ${messageOf(error)}`);
      });
    }
    await recordBackup(source, made.sizeBytes);
    printOutcome(path, made, options);
  });
  if (keepDays === null) return;
  const folder = dirname(path);
  for (const name of expiredArchives(await readdir(folder), new Date(), keepDays)) {
    await rm(join(folder, name));
    print(`Deleted ${join(folder, name)}.`);
  }
  if (bucket === null) return;
  // The backup is complete, and its key may be one that cannot delete.
  try {
    for (const name of expiredArchives(await bucket.list(), new Date(), keepDays)) {
      await bucket.remove(name);
      print(`Deleted ${name} in the bucket.`);
    }
  } catch (error) {
    print(`Older backups stay in the bucket: ${messageOf(error)}`);
  }
}

const options = ["keep", "upload", "without-files", "with-secret"];
const commandLine = parseArchiveArguments(options);
if (commandLine === null || commandLine.files.length > 1) {
  print(usage);
  process.exitCode = 2;
} else {
  const [file] = commandLine.files;
  await main(file, commandLine.options, commandLine.keepDays).catch((error: unknown) => {
    print(`The backup failed. ${messageOf(error)}`);
    process.exitCode = 1;
  });
}
