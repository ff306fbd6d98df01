import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { releaseOtherParcels } from "#goods/server/inbound-parcels/pack-parcels.ts";
import { insertRequestEvent, type RequestActor } from "./event-queries.ts";
import type { LockedRequest } from "./lock-request.ts";

/** Takes what is not in the closed box of a locked request out of its package, and adds it to the history where there is any. */
export async function takeOthersOut(
  context: ActingContext,
  db: Db,
  { request, pkg }: LockedRequest,
  actor: RequestActor,
  inBox: readonly string[],
): Promise<void> {
  const parcelsCount = await releaseOtherParcels(context, db, pkg.id, inBox);
  if (parcelsCount === 0) return;
  await insertRequestEvent(db, request.id, actor, "parcels_taken_out", { parcelsCount });
}
