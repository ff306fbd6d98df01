import { hkdfSync } from "node:crypto";
import * as z from "zod";
import { checksumOfEntry, readArchive, type ArchiveEntry, type EntryChecksum } from "./archive.ts";

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
  madeAt: z.iso.datetime(),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.string()),
  /** Sorted so that each references only earlier ones. */
  tables: z.array(z.strictObject({ name, columns: z.array(name), rowCount: z.int().min(0) })),
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^\d+$/) })),
  jobCount: z.int().min(0),
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

export function packManifest(manifest: Manifest): Buffer {
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
