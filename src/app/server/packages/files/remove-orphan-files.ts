// Removes files of images, QR codes and proofs that no row names, which a killed server leaves behind.
import type { Db } from "#platform/server/db/open.ts";
import type { Log } from "#platform/server/log.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import { listParcelImageKeys } from "#goods/server/inbound-parcels/images/find-stored-image.ts";
import { listSignatureKeys } from "#shipping/server/manifests/find-stored-signature.ts";
import { listPackingImageKeys } from "#shipping/server/ship-requests/packing/find-stored-packing-image.ts";
import { listClaimFileKeys } from "#goods/server/parcel-claims/find-claim-file.ts";
import { listPackageFileKeys } from "#goods/server/packages/images/find-stored-file.ts";
import { timeOfKey, storedFolders } from "#platform/server/packages/files/file-keys.ts";

/** A file is stored before its row, so a younger file without a row may be an upload in progress. */
const minAgeMilliseconds = 60 * 60 * 1000;

/** Files per database query. */
const batchSize = 500;

/** Those of `keys` that no row names. */
export async function listUnreferencedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const ofPackages = await listPackageFileKeys(db, keys);
  const photos = await listParcelImageKeys(db, keys);
  const proofs = await listClaimFileKeys(db, keys);
  const signatures = await listSignatureKeys(db, keys);
  const packed = await listPackingImageKeys(db, keys);
  const referenced = [ofPackages, photos, proofs, packed, signatures];
  return keys.filter((key) => !referenced.some((known) => known.has(key)));
}

async function removeUnreferenced(
  { db, files }: { db: Db; files: Files },
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const orphans = await listUnreferencedKeys(db, keys);
  for (const key of orphans) await files.remove(key);
  return orphans.length;
}

async function* storedKeys(files: Files): AsyncGenerator<string> {
  for (const folder of storedFolders) yield* files.list(folder);
}

/**
 * Removes every file of an image, QR code or proof that no row names and whose key is more than an hour old, and returns how
 * many. Files with other names stay.
 */
export async function removeOrphanFiles(services: {
  db: Db;
  files: Files;
  log: Log;
  now: () => Date;
}): Promise<number> {
  const latest = services.now().getTime() - minAgeMilliseconds;
  let removed = 0;
  let batch: string[] = [];
  for await (const key of storedKeys(services.files)) {
    const at = timeOfKey(key);
    if (at === null || at.getTime() > latest) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    removed += await removeUnreferenced(services, batch);
    batch = [];
  }
  removed += await removeUnreferenced(services, batch);
  if (removed > 0) services.log.warn({ removed }, "Orphaned files were removed");
  return removed;
}
