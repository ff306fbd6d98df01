// Lets staff mark a lane as suspended.
import type { Lane } from "#contract/lanes.ts";
import { apiError } from "#contract/errors.ts";
import type { SuspendedLane } from "#core/lane.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { laneOf } from "./rows.ts";
import { insertLane } from "./lane-queries.ts";

/**
 * Marks the lane, which quotes and new packages say from now on. Refusals: `missing_information` (no reason),
 * `lane_suspended` (it is marked already).
 */
export async function suspendLane(
  context: SignedInContext,
  input: SuspendedLane & { readonly source: string },
): Promise<Lane> {
  const { carrierId, service, destinationCode, reason, source, suspendedOn, confidence } = input;
  if (reason === "") throw apiError("missing_information");
  const now = context.now();
  const actorId = context.session.person.id;
  const lane = await atomically(context.db, async (db) => {
    const row = await insertLane(db, {
      carrierId,
      service,
      destinationCode,
      reason,
      source: source === "" ? null : source,
      suspendedOn,
      confidence,
      suspendedBy: actorId,
      createdAt: now,
    });
    if (row === undefined) throw apiError("lane_suspended");
    await recordAdminAction(db, {
      actorId,
      action: "lanes.suspendLane",
      target: row.id,
      after: { carrierId, service, destinationCode, suspendedOn, confidence, source },
      reason,
      ipAddress: context.ipAddress,
      now,
    });
    return laneOf(row);
  });
  context.log.info({ laneId: lane.id }, "Lane suspended");
  return lane;
}
