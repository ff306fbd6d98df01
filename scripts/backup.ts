// `npm run backup [FILE]`: saves the database and the files in one archive, with or without a running server.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { brandName } from "#platform/rules/brand.ts";
import { messageOf } from "#platform/rules/error-message.ts";
import { makeBackup, recordBackup } from "#app/server/backups/make-backup.ts";
import { loadConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openFiles } from "#app/server/open-server.ts";
import { restrictNewFiles } from "#platform/server/private-files.ts";
import { parseArchiveArguments } from "./archive-arguments.ts";
import { databaseAddress } from "./database-address.ts";

restrictNewFiles();

const usage =
  "Usage: npm run backup, or npm run backup FILE; with the secret in it: npm run backup FILE -- --with-secret";
const log = createLog({ level: "error" });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function defaultFileName(now: Date): string {
  return `${brandName.toLowerCase()}-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;
}

async function main(path: string, withSecret: boolean): Promise<void> {
  if (existsSync(path)) throw new Error(`${path} already exists. Choose another name.`);
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
    print(`${path}: ${rowCount} rows, ${manifest.fileCount} files, ${sizeBytes} bytes.`);
    print(
      withSecret
        ? "It contains SECRET: anyone who has this file can read everything."
        : "It does not contain SECRET, which a restore needs: store that somewhere else.",
    );
  } finally {
    await database.close();
    await address.close();
  }
}

const commandLine = parseArchiveArguments("with-secret");
const [file = defaultFileName(new Date()), ...more] = commandLine?.files ?? [];
if (commandLine === null || more.length > 0) {
  print(usage);
  process.exitCode = 2;
} else {
  await main(resolve(file), commandLine.isSet).catch((error: unknown) => {
    print(`No backup was made. ${messageOf(error)}`);
    process.exitCode = 1;
  });
}
