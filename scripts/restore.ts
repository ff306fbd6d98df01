// `npm run restore FILE`: brings a backup back into an empty place, embedded or external, whichever it came from.
import { join, resolve } from "node:path";
import { messageOf } from "#core/error-message.ts";
import { readArchive } from "#server/backups/archive.ts";
import { checkArchive, fingerprintOf, partNames, type Manifest } from "#server/backups/manifest.ts";
import { restoreBackup } from "#server/backups/restore-backup.ts";
import { loadConfig, type Config } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { openDatabase } from "#server/db/open.ts";
import { loadOrCreateSecret, replaceSecret } from "#server/secret-file.ts";
import { createLog } from "#server/log.ts";
import { openFiles } from "#server/open-server.ts";
import { writeForOurselvesAlone } from "#server/private-files.ts";
import { readArchiveWords } from "./archive-words.ts";

writeForOurselvesAlone();

const usage =
  "Usage: npm run restore FILE; where its SECRET is lost: npm run restore FILE -- --new-secret";
const log = createLog({ level: "error" });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The secret to write beside the data, or null where the one at hand stays. */
async function secretToKeep(
  config: Config,
  { path, manifest }: { path: string; manifest: Manifest },
  mayDiffer: boolean,
): Promise<string | null> {
  if (fingerprintOf(config.secret) === manifest.secretFingerprint) return null;
  if (partNames.secret in manifest.parts) {
    if (loadOrCreateSecret(config.dataDir) !== config.secret) {
      throw new Error(
        "SECRET is set to another than the backup's. Leave it out: the archive brings its own.",
      );
    }
    for await (const { name, bytes } of readArchive(path)) {
      if (name === partNames.secret) return bytes.toString();
    }
  }
  if (mayDiffer) return null;
  throw new Error(
    "The backup was made under another SECRET, and it is not in the archive. Set SECRET to that one, or put the file " +
      "`secret` of the former DATA_DIR into this one. Where it is lost, --new-secret restores all the same: letters " +
      "not sent yet, two-factor sign-in and a provider's key saved by staff can then not be read.",
  );
}

async function main(path: string, mayDiffer: boolean): Promise<void> {
  const manifest = await checkArchive(path);
  const config = loadConfig();
  const secret = await secretToKeep(config, { path, manifest }, mayDiffer);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataFolder: config.dataDir, log })
      : null;
  const url = config.databaseUrl ?? postgres?.url ?? "";
  const database = openDatabase({ url, log, poolSize: 2, statementTimeoutMilliseconds: 0 });
  try {
    const sandboxFolder = join(config.dataDir, "sandbox");
    const target = { database, files: await openFiles(config), sandboxFolder, log };
    const { migrated } = await restoreBackup(target, { path, manifest });
    if (secret !== null) replaceSecret(config.dataDir, secret);
    const rowCount = manifest.tables.reduce((total, table) => total + table.rowCount, 0);
    say(`Restored as of ${manifest.madeAt}: ${rowCount} rows, ${manifest.fileCount} files.`);
    if (migrated.length > 0) say(`Brought up to date: ${migrated.join(", ")}.`);
    say("The ledger was looked through: it contradicts itself nowhere.");
  } finally {
    await database.close();
    await postgres?.close();
  }
}

const words = readArchiveWords("new-secret");
const [file, ...more] = words?.files ?? [];
if (words === null || file === undefined || more.length > 0) {
  say(usage);
  process.exitCode = 2;
} else {
  await main(resolve(file), words.isSet).catch((error: unknown) => {
    say(`Nothing was restored. ${messageOf(error)}`);
    process.exitCode = 1;
  });
}
