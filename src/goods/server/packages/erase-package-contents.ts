import type { Db } from "#platform/server/db/open.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import { erasePackageRows } from "./erasure-queries.ts";
import { imagesFolderOf } from "#platform/server/packages/files/file-keys.ts";

/**
 * Erases recipients, descriptions, notes and images with their files of a closed account. Tracking numbers, places, weights and
 * statuses stay, since packages on their way are still forwarded. Must be the last step of the database transaction of
 * `db`, since deleted files do not come back with a rollback.
 */
export async function erasePackageContents(
  { db, files }: { readonly db: Db; readonly files: Pick<Files, "removeFolder"> },
  userId: string,
  now: Date,
): Promise<void> {
  // Before the commit: if the process ends in between, the rows still name the files that are left.
  for (const packageId of await erasePackageRows(db, userId, now)) {
    await files.removeFolder(imagesFolderOf(packageId));
  }
}
