import type { Files } from "#platform/server/adapters/files/files.ts";
import type { Db } from "#platform/server/db/open.ts";
import { packingFolderOf } from "#platform/server/packages/files/file-keys.ts";
import { eraseOrders } from "#shipping/server/extra-services/end-orders.ts";
import { deleteImagesOfUser } from "./packing/packing-image-queries.ts";
import { eraseRequestRows } from "./request-queries.ts";

/**
 * Erases recipients, notes, findings and photos with their files of a closed account's ship requests; what was sent and paid
 * stays. Must be among the last steps of the database transaction of `db`, since deleted files do not come back.
 */
export async function eraseShipRequests(
  { db, files }: { readonly db: Db; readonly files: Pick<Files, "removeFolder"> },
  userId: string,
  now: Date,
): Promise<void> {
  await eraseRequestRows(db, userId, now);
  await eraseOrders(db, userId);
  for (const subjectId of await deleteImagesOfUser(db, userId)) {
    await files.removeFolder(packingFolderOf(subjectId));
  }
}
