// Removes files that were kept for images whose rows never came to be, as when the server was killed in between.
import type { Db } from "#server/db/open.ts";
import type { Log } from "#server/log.ts";
import type { Files } from "#server/outside/files/files.ts";
import { imagesFolder, keyedAt } from "./image-files.ts";
import { selectNamedKeys } from "./store.ts";

/** Files are kept before their row is: one without it may still be on its way, though never for so long. */
const youngestMilliseconds = 60 * 60 * 1000;

/** How many files are looked up at a time. */
const batchSize = 500;

async function removeUnnamed(
  { db, files }: { db: Db; files: Files },
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const named = await selectNamedKeys(db, keys);
  const orphans = keys.filter((key) => !named.has(key));
  for (const key of orphans) await files.remove(key);
  return orphans.length;
}

/**
 * Removes every file of a package's image that no row names and that is more than an hour old by its key, and
 * returns how many. Files that are not called as images are stay.
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
  for await (const key of parts.files.list(imagesFolder)) {
    const at = keyedAt(key);
    if (at === null || at.getTime() > latest) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    removed += await removeUnnamed(parts, batch);
    batch = [];
  }
  removed += await removeUnnamed(parts, batch);
  if (removed > 0) parts.log.warn({ removed }, "Files without an image were removed");
  return removed;
}
