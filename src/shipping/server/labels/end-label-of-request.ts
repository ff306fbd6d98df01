import type { Db } from "#platform/server/db/open.ts";
import {
  deleteListingsOnOpenManifests,
  findLabelOfRequest,
  updateLabelToVoid,
} from "./label-queries.ts";

/**
 * Makes the label of a locked request void that is cancelled, in the transaction `db`, and removes it from an open manifest;
 * from a closed one it is left behind.
 */
export async function endLabelOfRequest(
  db: Db,
  shipRequestId: string,
  end: { readonly by: string | null; readonly at: Date; readonly reason: string },
): Promise<void> {
  const label = await findLabelOfRequest(db, shipRequestId);
  if (label === undefined) return;
  await updateLabelToVoid(db, label.id, { ...end, by: end.by ?? label.createdBy });
  await deleteListingsOnOpenManifests(db, shipRequestId);
}
