// Saves everything that the product keeps in one file, beside a running server: rows of one moment, jobs and files.
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { onOneConnection, type CopyingConnection } from "#server/db/copy-rows.ts";
import type { Database } from "#server/db/open.ts";
import type { Files } from "#server/adapters/files/files.ts";
import { packageFolders } from "#server/packages/files/file-keys.ts";
import { createArchive, type ArchiveWriter } from "./archive.ts";
import { fingerprintOf, packManifest, partNames, type Manifest } from "./manifest.ts";
import {
  countRows,
  insertBackup,
  keepSnapshot,
  selectMigrations,
  selectSequences,
  selectTables,
  selectWaitingJobs,
  type TableFacts,
} from "./backup-queries.ts";

/** What of a server is backed up. */
export type BackupSource = {
  /** Opened without a limit on how long a statement may take. */
  readonly database: Database;
  readonly files: Files;
  readonly secret: string;
  /** Where the sandbox keeps its state; what is not there is left out. */
  readonly sandboxFolder: string;
  readonly now: () => Date;
};

/** The sandbox's databases, by the names of their files. */
export const sandboxFiles = ["mail.sqlite", "stripe.sqlite"] as const;

/** Whose rows tell open pages what changed a moment ago, by numbers that mean something in this one PostgreSQL only. */
const passingTables: readonly string[] = ["changes"];

/**
 * Writes the backup to `path`, whole or not at all. The files are saved first, then the rows as of one moment, then the
 * files that came meanwhile, so that every row finds its file unless somebody deleted it while this ran. With
 * `withSecret` the archive also opens what is encrypted in it.
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

/** Notes in the database, for those who watch it, that a backup was made. */
export async function recordBackup(
  { database, now }: Pick<BackupSource, "database" | "now">,
  sizeBytes: number,
): Promise<void> {
  await insertBackup(database.kysely, { finishedAt: now(), sizeBytes });
}

async function addFiles(archive: ArchiveWriter, files: Files): Promise<void> {
  for (const folder of packageFolders) {
    for await (const key of files.list(folder)) {
      const name = partNames.file(key);
      if (archive.entries.has(name)) continue;
      // One that is gone was deleted since it was listed.
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
    await keepSnapshot(db);
    const tables: Manifest["tables"] = [];
    for (const { name, columns } of parentsFirst(await selectTables(db))) {
      if (passingTables.includes(name)) {
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
    const jobs = await selectWaitingJobs(db);
    await archive.add(partNames.jobs, Buffer.from(JSON.stringify(jobs)));
    const migrations = await selectMigrations(db);
    return {
      migrations,
      tables,
      sequences: await selectSequences(db),
      jobCount: jobs.length,
    };
  });
}

/** The identifier between quotes; the names come from the database's own catalogue. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function parentsFirst(tables: readonly TableFacts[]): TableFacts[] {
  const sorted: TableFacts[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const next = waiting.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    if (next.length === 0) throw new Error("Tables refer to each other in a circle.");
    sorted.push(...next);
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return sorted;
}

async function addSandboxes(archive: ArchiveWriter, sandboxFolder: string): Promise<void> {
  const copies = await mkdtemp(join(tmpdir(), "backup-"));
  try {
    for (const name of sandboxFiles) {
      const path = join(sandboxFolder, name);
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
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
