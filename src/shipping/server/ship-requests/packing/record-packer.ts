import type { Db } from "#platform/server/db/open.ts";
import { updateRequestRow } from "#shipping/server/ship-requests/request-queries.ts";

/** Notes who is packing a locked request, and when. */
export async function recordPacker(
  db: Db,
  id: string,
  packer: { readonly packerId: string; readonly at: Date },
): Promise<void> {
  const { packerId, at } = packer;
  await updateRequestRow(db, id, { packerId, packerActiveAt: at, updatedAt: at });
}
