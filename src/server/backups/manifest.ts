// What a backup says of itself: which tables of which schema, how many rows, and the checksum of every part.
import { hkdfSync } from "node:crypto";
import * as z from "zod";
import { factsOf, readArchive, type ArchiveEntry, type EntryFacts } from "./archive.ts";

/** The names of a backup's parts. */
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
  madeAt: z.iso.datetime(),
  /** The migrations that had run, the oldest first. */
  migrations: z.array(z.string()),
  /** In an order in which each refers only to those before it. */
  tables: z.array(z.strictObject({ name, columns: z.array(name), rowCount: z.int().min(0) })),
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^\d+$/) })),
  jobCount: z.int().min(0),
  fileCount: z.int().min(0),
  /** Tells whether a `SECRET` is the one under which values are encrypted, and tells nothing else of it. */
  secretFingerprint: z.string(),
  /** Every part but this one, by name. */
  parts: z.record(z.string(), z.strictObject({ size: z.int().min(0), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** What a manifest keeps of `secret`. */
export function fingerprintOf(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "backup", "fingerprint", 16)).toString("hex");
}

/** The manifest as the archive's last part. */
export function packManifest(manifest: Manifest): Buffer {
  return Buffer.from(JSON.stringify(manifest));
}

/** Reads the whole archive at `path` and its manifest; throws a sentence unless every part is there and unchanged. */
export async function checkArchive(path: string): Promise<Manifest> {
  const found = new Map<string, EntryFacts>();
  let manifest: Manifest | null = null;
  for await (const entry of readArchive(path)) {
    if (entry.name === partNames.manifest) manifest = manifestIn(path, entry);
    else found.set(entry.name, factsOf(entry.bytes));
  }
  if (manifest === null) throw new Error(`${path} is no whole backup (it says nothing of itself).`);
  const parts = Object.entries(manifest.parts);
  for (const [part, { size, sha256 }] of parts) {
    const facts = found.get(part);
    if (facts?.size !== size || facts.sha256 !== sha256) {
      throw new Error(`${path} is damaged: ${part} is not what was backed up.`);
    }
  }
  if (found.size !== parts.length) throw new Error(`${path} holds parts that are not its own.`);
  return manifest;
}

function manifestIn(path: string, { bytes }: ArchiveEntry): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new Error(`${path} was made by a newer version of this program, or is no backup.`, {
      cause: error,
    });
  }
}
