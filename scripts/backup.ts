// `npm run backup [FILE]`: saves rows and files in one archive, beside a running server or without one.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { brandName } from "#core/brand.ts";
import { messageOf } from "#core/error-message.ts";
import { makeBackup, recordBackup } from "#server/backups/make-backup.ts";
import { loadConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { createLog } from "#server/log.ts";
import { openFiles } from "#server/open-server.ts";
import { writeForOurselvesAlone } from "#server/private-files.ts";
import { readArchiveWords } from "./archive-words.ts";
import { databaseAddress } from "./database-address.ts";

writeForOurselvesAlone();

const usage =
  "Usage: npm run backup, or npm run backup FILE; with the secret in it: npm run backup FILE -- --with-secret";
const log = createLog({ level: "error" });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function newName(now: Date): string {
  return `${brandName.toLowerCase()}-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;
}

async function main(path: string, withSecret: boolean): Promise<void> {
  if (existsSync(path)) throw new Error(`${path} is there already. Choose another name.`);
  const config = loadConfig();
  const files = await openFiles(config);
  const address = await databaseAddress(config, log);
  const database = openDatabase({
    url: address.url,
    log,
    poolSize: 2,
    statementTimeoutMilliseconds: 0,
  });
  try {
    const source = {
      database,
      files,
      secret: config.secret,
      sandboxFolder: join(config.dataDir, "sandbox"),
      now: () => new Date(),
    };
    const { manifest, sizeBytes } = await makeBackup(source, { path, withSecret });
    await recordBackup(source, sizeBytes);
    const rowCount = manifest.tables.reduce((total, table) => total + table.rowCount, 0);
    say(`${path}: ${rowCount} rows, ${manifest.fileCount} files, ${sizeBytes} bytes.`);
    say(
      withSecret
        ? "SECRET is in it: whoever has this file can read everything."
        : "SECRET is not in it, and a restore needs the same one: keep it elsewhere.",
    );
  } finally {
    await database.close();
    await address.close();
  }
}

const words = readArchiveWords("with-secret");
const [file = newName(new Date()), ...more] = words?.files ?? [];
if (words === null || more.length > 0) {
  say(usage);
  process.exitCode = 2;
} else {
  await main(resolve(file), words.isSet).catch((error: unknown) => {
    say(`No backup was made. ${messageOf(error)}`);
    process.exitCode = 1;
  });
}
