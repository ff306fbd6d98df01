// Removes files of images and QR codes that no row names, as when the server was killed before or after the row.
import type { Db } from "#server/db/open.ts";
import type { Log } from "#server/log.ts";
import type { Files } from "#server/adapters/files/files.ts";
import { selectNamedCodeKeys } from "./qr-codes/qr-code-queries.ts";
import { keyedAt, packageFolders } from "./image-files.ts";
import { selectNamedKeys } from "./package-queries.ts";

/** Files are kept before their row is: one without it may still be on its way, though never for so long. */
const youngestMilliseconds = 60 * 60 * 1000;

/** How many files are looked up at a time. */
const batchSize = 500;

async function removeUnnamed(
  { db, files }: { db: Db; files: Files },
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const images = await selectNamedKeys(db, keys);
  const codes = await selectNamedCodeKeys(db, keys);
  const orphans = keys.filter((key) => !images.has(key) && !codes.has(key));
  for (const key of orphans) await files.remove(key);
  return orphans.length;
}

async function* keysOfPackages(files: Files): AsyncGenerator<string> {
  for (const folder of packageFolders) yield* files.list(folder);
}

/**
 * Removes every file of a package's image or QR code that no row names and that is more than an hour old by its key, and
 * returns how many. Files that are called otherwise stay.
 */
export async function removeOrphanImages(parts: {
  db: Db;
  files: Files;
  log: Log;
  now: () => Date;
}): Promise<number> {
  const latest = parts.now().getTime() - youngestMilliseconds;
  let removed = 0;
  let batch: string[] = [];
  for await (const key of keysOfPackages(parts.files)) {
    const at = keyedAt(key);
    if (at === null || at.getTime() > latest) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    removed += await removeUnnamed(parts, batch);
    batch = [];
  }
  removed += await removeUnnamed(parts, batch);
  if (removed > 0) parts.log.warn({ removed }, "Files without an image or QR code were removed");
  return removed;
}
