import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { onOneConnection, type CopyingConnection } from "#platform/server/db/copy-rows.ts";
import type { Database } from "#platform/server/db/open.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import { filesFolder } from "#platform/server/files/files.ts";
import { productVersion } from "#platform/server/version.ts";
import {
  createArchive,
  type ArchiveWriter,
  checksumOfEntry,
  readArchive,
  type ArchiveEntry,
  type EntryChecksum,
} from "./archive.ts";
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
import { hkdfSync } from "node:crypto";
import * as z from "zod";

type BackupSource = {
  /** Opened without a statement timeout. */
  readonly database: Database;
  readonly files: Files;
  readonly secret: string;
  /** The folder of the sandbox's databases, which may be missing. */
  readonly sandboxFolder: string;
  readonly now: () => Date;
};

/** Whether a file in the folder of the sandbox is one of its databases. */
export const isSandboxFile = (name: string) => /^[a-z][a-z-]*\.sqlite$/.test(name);

/** Their rows are short-lived and carry transaction numbers of this PostgreSQL cluster. */
const transientTables: readonly string[] = ["changes"];

/**
 * Backs up rows, jobs and files to `path`, completely or not at all; the server may be running. The files are saved
 * first, then the rows as of one moment, then the files that were added meanwhile, so that every row finds its file unless
 * it was deleted during the backup. With `withSecret` the archive includes the key to what is encrypted in it; with
 * `withFiles` false it has no files, for a store that is saved by other means.
 */
export async function makeBackup(
  source: BackupSource,
  options: { path: string; withSecret: boolean; withFiles?: boolean },
): Promise<{ manifest: Manifest; sizeBytes: number }> {
  const { database, files, secret, sandboxFolder, now } = source;
  const { withFiles = true } = options;
  const archive = await createArchive(options.path);
  try {
    if (withFiles) await addFiles(archive, files);
    const rows = await onOneConnection(database, (connection) => addRows(archive, connection));
    if (withFiles) await addFiles(archive, files);
    await addSandboxes(archive, sandboxFolder);
    if (options.withSecret) await archive.add(partNames.secret, Buffer.from(secret));
    const keys = [...archive.entries.keys()];
    const manifest: Manifest = {
      format: 1,
      version: productVersion,
      madeAt: now().toISOString(),
      ...rows,
      hasFiles: withFiles,
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
  for await (const key of files.list(filesFolder)) {
    const name = partNames.file(key);
    if (archive.entries.has(name)) continue;
    // It may have been deleted since it was listed.
    const bytes = await files.get(key);
    if (bytes !== null) await archive.add(name, bytes);
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
    const names = await readdir(sandboxFolder).catch(() => []);
    for (const name of names.filter(isSandboxFile)) {
      const path = join(sandboxFolder, name);
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

/** The names of the archive's entries. */
export const partNames = {
  manifest: "manifest.json",
  jobs: "jobs.json",
  secret: "secret",
  rows: (table: string, number: number) => `rows/${table}/${String(number).padStart(5, "0")}`,
  file: (key: string) => `files/${key}`,
  sandbox: (name: string) => `sandbox/${name}`,
} as const;

const name = z.string().regex(/^[a-z][a-z0-9_]*$/);

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string().optional(),
  madeAt: z.iso.datetime(),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.string()),
  /** Sorted so that each references only earlier ones. */
  tables: z.array(z.strictObject({ name, columns: z.array(name), rowCount: z.int().min(0) })),
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^\d+$/) })),
  jobCount: z.int().min(0),
  /** Whether the files were to be saved too. */
  hasFiles: z.boolean().default(true),
  fileCount: z.int().min(0),
  /** Shows whether a `SECRET` is the one under which values are encrypted, without revealing it. */
  secretFingerprint: z.string(),
  /** Every entry but the manifest, by name. */
  parts: z.record(z.string(), z.strictObject({ size: z.int().min(0), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

export function fingerprintOf(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "backup", "fingerprint", 16)).toString("hex");
}

function packManifest(manifest: Manifest): Buffer {
  return Buffer.from(JSON.stringify(manifest));
}

/** Reads the whole archive at `path` and returns its manifest. Throws unless every entry is present and unchanged. */
export async function checkArchive(path: string): Promise<Manifest> {
  const found = new Map<string, EntryChecksum>();
  let manifest: Manifest | null = null;
  for await (const entry of readArchive(path)) {
    if (entry.name === partNames.manifest) manifest = parseManifest(path, entry);
    else found.set(entry.name, checksumOfEntry(entry.bytes));
  }
  if (manifest === null) throw new Error(`${path} is not a complete backup (it has no manifest).`);
  const parts = Object.entries(manifest.parts);
  for (const [part, { size, sha256 }] of parts) {
    const checksum = found.get(part);
    if (checksum?.size !== size || checksum.sha256 !== sha256) {
      throw new Error(`${path} is damaged: ${part} is missing or was changed.`);
    }
  }
  if (found.size !== parts.length)
    throw new Error(`${path} contains entries that are not in its manifest.`);
  return manifest;
}

function parseManifest(path: string, { bytes }: ArchiveEntry): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new Error(`${path} was made by a newer version of this program, or is not a backup.`, {
      cause: error,
    });
  }
}
