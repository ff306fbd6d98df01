// Forgets what the packages of somebody who leaves tell about them; that they were forwarded stays.
import type { Db } from "#server/db/open.ts";
import type { Files } from "#server/adapters/files/files.ts";
import { imagesFolderOf } from "#server/packages/image-files.ts";
import { removeContents } from "./erasure-queries.ts";

/**
 * Removes descriptions, notes and images with their files. Tracking numbers, places, weights and statuses stay: what is
 * on its way is still forwarded. To be the last step of the database transaction of `db`, for files do not come back.
 */
export async function eraseContents(
  { db, files }: { readonly db: Db; readonly files: Pick<Files, "removeFolder"> },
  userId: string,
  now: Date,
): Promise<void> {
  // Before the commit: should the process end in between, the rows still name what is left to remove.
  for (const packageId of await removeContents(db, userId, now)) {
    await files.removeFolder(imagesFolderOf(packageId));
  }
}
