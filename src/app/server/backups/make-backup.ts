import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { onOneConnection, type CopyingConnection } from "#platform/server/db/copy-rows.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import { storedFolders } from "#platform/server/packages/files/file-keys.ts";
import { createArchive, type ArchiveWriter } from "./archive.ts";
import { fingerprintOf, packManifest, partNames, type Manifest } from "./manifest.ts";
import {
  countRows,
  insertBackup,
  beginSnapshot,
  listMigrations,
  listSequences,
  listTables,
  listPendingJobs,
  type TableInfo,
} from "./backup-queries.ts";

export type BackupSource = {
  /** Opened without a statement timeout. */
  readonly database: Database;
  readonly files: Files;
  readonly secret: string;
  /** The folder of the sandbox's databases; missing ones are left out. */
  readonly sandboxFolder: string;
  readonly now: () => Date;
};

/** File names of the sandbox's databases. */
export const sandboxFiles = ["mail.sqlite", "stripe.sqlite"] as const;

/** Their rows are short-lived and carry transaction numbers of this PostgreSQL cluster. */
const transientTables: readonly string[] = ["changes"];

/**
 * Backs up rows, jobs and files to `path`, completely or not at all; the server may be running. The files are saved
 * first, then the rows as of one moment, then the files that were added meanwhile, so that every row finds its file unless
 * it was deleted during the backup. With `withSecret` the archive includes the key to what is encrypted in it.
 */
export async function makeBackup(
  source: BackupSource,
  options: { path: string; withSecret: boolean },
): Promise<{ manifest: Manifest; sizeBytes: number }> {
  const { database, files, secret, sandboxFolder, now } = source;
  const archive = await createArchive(options.path);
  try {
    await addFiles(archive, files);
    const rows = await onOneConnection(database, (connection) => addRows(archive, connection));
    await addFiles(archive, files);
    await addSandboxes(archive, sandboxFolder);
    if (options.withSecret) await archive.add(partNames.secret, Buffer.from(secret));
    const keys = [...archive.entries.keys()];
    const manifest: Manifest = {
      format: 1,
      madeAt: now().toISOString(),
      ...rows,
      fileCount: keys.filter((name) => name.startsWith(partNames.file(""))).length,
      secretFingerprint: fingerprintOf(secret),
      parts: Object.fromEntries(archive.entries),
    };
    await archive.add(partNames.manifest, packManifest(manifest));
    return { manifest, sizeBytes: await archive.finish() };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

/** Records the backup in the database, for monitoring. */
export async function recordBackup(
  { database, now }: Pick<BackupSource, "database" | "now">,
  sizeBytes: number,
): Promise<void> {
  await insertBackup(database.kysely, { finishedAt: now(), sizeBytes });
}

async function addFiles(archive: ArchiveWriter, files: Files): Promise<void> {
  for (const folder of storedFolders) {
    for await (const key of files.list(folder)) {
      const name = partNames.file(key);
      if (archive.entries.has(name)) continue;
      // It may have been deleted since it was listed.
      const bytes = await files.get(key);
      if (bytes !== null) await archive.add(name, bytes);
    }
  }
}

async function addRows(
  archive: ArchiveWriter,
  connection: CopyingConnection,
): Promise<Pick<Manifest, "migrations" | "tables" | "sequences" | "jobCount">> {
  return await connection.db.transaction().execute(async (db) => {
    await beginSnapshot(db);
    const tables: Manifest["tables"] = [];
    for (const { name, columns } of parentsFirst(await listTables(db))) {
      if (transientTables.includes(name)) {
        tables.push({ name, columns, rowCount: 0 });
        continue;
      }
      let number = 0;
      for await (const rows of connection.copyOut(
        `copy ${quoted(name)} (${columns.map(quoted).join(", ")}) to stdout`,
      )) {
        await archive.add(partNames.rows(name, (number += 1)), rows);
      }
      tables.push({ name, columns, rowCount: await countRows(db, name) });
    }
    const jobs = await listPendingJobs(db);
    await archive.add(partNames.jobs, Buffer.from(JSON.stringify(jobs)));
    const migrations = await listMigrations(db);
    return {
      migrations,
      tables,
      sequences: await listSequences(db),
      jobCount: jobs.length,
    };
  });
}

/** A quoted SQL identifier. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function parentsFirst(tables: readonly TableInfo[]): TableInfo[] {
  const sorted: TableInfo[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name));
    const next = remaining.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    if (next.length === 0) throw new Error("Tables reference each other in a cycle.");
    sorted.push(...next);
    remaining = remaining.filter((table) => !next.includes(table));
  }
  return sorted;
}

async function addSandboxes(archive: ArchiveWriter, sandboxFolder: string): Promise<void> {
  const copies = await mkdtemp(join(tmpdir(), "backup-"));
  try {
    for (const name of sandboxFiles) {
      const path = join(sandboxFolder, name);
      const exists = await stat(path).then(
        () => true,
        () => false,
      );
      if (!exists) continue;
      const copy = join(copies, name);
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        await backup(database, copy);
      } finally {
        database.close();
      }
      await archive.add(partNames.sandbox(name), await readFile(copy));
    }
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}
