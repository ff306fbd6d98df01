import { priorityPacking } from "#catalogue/rules/extra-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findRequest, updateRequestRow } from "./request-queries.ts";

/** Moves a request to the front of the queue once priority was ordered for it; it is due when that is. */
export async function markPriority(
  db: Db,
  shipRequestId: string,
  code: string,
  dueAt: Date,
): Promise<void> {
  if (code !== priorityPacking) return;
  const request = await findRequest(db, shipRequestId);
  if (request === undefined) return;
  const earliest = dueAt < request.dueAt ? dueAt : request.dueAt;
  await updateRequestRow(db, shipRequestId, {
    isPriority: true,
    dueAt: earliest,
    updatedAt: request.updatedAt,
  });
}
