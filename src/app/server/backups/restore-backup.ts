import { imageTypes } from "#platform/server/adapters/files/image-limits.ts";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { AppServices } from "#platform/server/context.ts";
import { onOneConnection, type CopyingConnection } from "#platform/server/db/copy-rows.ts";
import {
  areOlderThanBaseline,
  createTables,
  migrate,
  migrationNames,
} from "#platform/server/db/migrate.ts";
import type { Database, Db } from "#platform/server/db/open.ts";
import type { JobName } from "#platform/server/jobs/job-list.ts";
import { jobList } from "#app/server/jobs.ts";
import { openJobs, prepareJobs, type Jobs } from "#platform/server/jobs/jobs.ts";
import type { Log } from "#platform/server/log.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import { filesFolder } from "#platform/server/files/files.ts";
import { findLedgerFaults, ledgerFaultText } from "#money/server/wallet/ledger-faults.ts";
import { readArchive, type ArchiveEntry } from "./archive.ts";
import { quoted, isSandboxFile, partNames, type Manifest } from "./make-backup.ts";
import {
  setSequence,
  countRows,
  prepareTables,
  analyzeTables,
  listTables,
  enableTriggers,
} from "./backup-queries.ts";

export type RestoreTarget = Pick<AppServices, "listeners"> & {
  /** Opened without a statement timeout. */
  readonly database: Database;
  readonly files: Files;
  readonly sandboxFolder: string;
  readonly log: Log;
  /** Folder of the migrations; the product's own by default. */
  readonly migrations?: URL;
};

const pendingJobs = z.array(
  z.object({ name: z.string(), data: z.unknown(), startsAt: z.coerce.date() }),
);

/**
 * Restores the archive at `path`, whose `manifest` was checked, into an empty database and file store. All rows are
 * inserted in one database transaction, which commits only when every count is right and the ledger is consistent (L1–L5);
 * a backup of an older version is then migrated. Throws, and leaves the database empty, when the target is not empty, or
 * the backup is of a newer version or from before the baseline.
 */
export async function restoreBackup(
  target: RestoreTarget,
  { path, manifest }: { path: string; manifest: Manifest },
): Promise<{ migrated: string[] }> {
  const { database, files, log, migrations } = target;
  const options = migrations === undefined ? {} : { folder: migrations };
  await rejectOtherVersion(manifest, migrations);
  await rejectUsedTarget(target, manifest);
  await prepareJobs({ databaseUrl: database.url, log });
  const jobs = await openJobs({ databaseUrl: database.url, log, jobList, isManual: true });
  try {
    await onOneConnection(database, (connection) =>
      connection.db.transaction().execute(async (db) => {
        await createTables(db, manifest.migrations, options);
        const tables = manifest.tables.map(({ name }) => name);
        await prepareTables(db, tables);
        for await (const entry of readArchive(path)) {
          await restoreEntry(entry, { connection, db, jobs, target, manifest });
        }
        for (const { name, value } of manifest.sequences) await setSequence(db, name, value);
        await enableTriggers(db, tables);
        await rejectWrongCounts(db, manifest);
        await rejectInconsistentLedger(target, db);
      }),
    );
  } finally {
    await jobs.stop();
  }
  await rejectMissingFiles(files, manifest);
  const { applied } = await migrate(database, options);
  await analyzeTables(database.kysely);
  await rejectInconsistentLedger(target, database.kysely);
  return { migrated: applied };
}

async function rejectOtherVersion(manifest: Manifest, folder: URL | undefined): Promise<void> {
  const known = await migrationNames(folder);
  if (areOlderThanBaseline(manifest.migrations, known)) {
    throw new Error(
      `The backup was made by ${manifest.version ?? "an earlier development version"} of this program (its first migration ` +
        `is ${manifest.migrations[0]}, not ${known[0]}) and cannot be upgraded. Restore it with the version that made it.`,
    );
  }
  const unknown = manifest.migrations.filter((name, index) => known[index] !== name);
  if (unknown.length === 0) return;
  throw new Error(
    `The backup is of a newer version of this program${manifest.version === undefined ? "" : `, ${manifest.version}`} ` +
      `(it has ${unknown.join(", ")}). Restore it with that version.`,
  );
}

async function rejectUsedTarget(target: RestoreTarget, manifest: Manifest): Promise<void> {
  const tables = await listTables(target.database.kysely);
  if (tables.length > 0) {
    throw new Error(
      `The database is not empty (it has the table ${tables[0]?.name}). A backup can be restored into an empty one only.`,
    );
  }
  // Without files in the backup, its store is restored by other means, maybe before.
  if (!manifest.hasFiles) return;
  // Files from an interrupted restore of the same backup may stay.
  for await (const key of target.files.list(filesFolder)) {
    if (partNames.file(key) in manifest.parts) continue;
    throw new Error(
      `The file store is not empty (it has ${key}). A backup can be restored into an empty one only.`,
    );
  }
}

type RestoreContext = {
  readonly connection: CopyingConnection;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly target: RestoreTarget;
  readonly manifest: Manifest;
};

async function restoreEntry({ name, bytes }: ArchiveEntry, restore: RestoreContext): Promise<void> {
  const { connection, db, jobs, target, manifest } = restore;
  const [kind = "", ...rest] = name.split("/");
  if (kind === "files") {
    const key = rest.join("/");
    await target.files.put(key, bytes, contentTypeOf(key));
  } else if (kind === "rows") {
    const table = manifest.tables.find((one) => one.name === rest[0]);
    if (table === undefined)
      throw new Error(`The backup has rows of a table that is not in its manifest (${name}).`);
    const columns = table.columns.map(quoted).join(", ");
    await connection.copyIn(`copy ${quoted(table.name)} (${columns}) from stdin`, bytes);
  } else if (name === partNames.jobs) {
    await addJobs(jobs, db, bytes);
  } else if (kind === "sandbox") {
    await restoreSandbox(target.sandboxFolder, rest.join("/"), bytes);
  }
}

const contentTypes: ReadonlyMap<string, string> = new Map(Object.entries(imageTypes));

function contentTypeOf(key: string): string {
  return contentTypes.get(key.slice(key.lastIndexOf(".") + 1)) ?? "application/octet-stream";
}

/** Attempts are counted from zero again; recurring jobs are scheduled by the server. */
async function addJobs(jobs: Jobs, db: Db, bytes: Buffer): Promise<void> {
  const isKnown = (name: string): name is JobName => Object.hasOwn(jobList, name);
  for (const { name, data, startsAt } of pendingJobs.parse(JSON.parse(bytes.toString()))) {
    if (isKnown(name)) await jobs.enqueue(db, name, data as never, { startsAt });
  }
}

async function restoreSandbox(folder: string, name: string, bytes: Buffer): Promise<void> {
  if (!isSandboxFile(name)) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${path} already exists. Remove the old sandbox files.`);
  await writeFile(path, bytes, { mode: 0o600, flush: true });
}

async function rejectWrongCounts(db: Db, { tables }: Manifest): Promise<void> {
  for (const { name, rowCount } of tables) {
    const count = await countRows(db, name);
    if (count !== rowCount) {
      throw new Error(`${count} of ${rowCount} rows of ${name} were restored; nothing was saved.`);
    }
  }
}

async function rejectInconsistentLedger(
  services: Pick<RestoreTarget, "listeners">,
  db: Db,
): Promise<void> {
  const faults = await findLedgerFaults(services, db);
  if (faults.length > 0) {
    throw new Error(
      `The ledger in the backup is not consistent:\n${faults.map((fault) => ledgerFaultText(fault)).join("\n")}`,
    );
  }
}

async function rejectMissingFiles(files: Files, { parts }: Manifest): Promise<void> {
  const prefix = partNames.file("");
  for (const name of Object.keys(parts).filter((part) => part.startsWith(prefix))) {
    const key = name.slice(prefix.length);
    if (!(await files.exists(key))) throw new Error(`The file store did not store ${key}.`);
  }
}
