// Lets staff mark a lane as suspended.
import type { Lane } from "#contract/lanes.ts";
import { refusal } from "#contract/problems.ts";
import type { SuspendedLane } from "#core/lane.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { laneOf } from "./rows.ts";
import { insertLane } from "./store.ts";

/**
 * Marks the lane, which quotes and new packages say from now on. Refusals: `missing_information` (no reason),
 * `lane_suspended` (it is marked already).
 */
export async function suspendLane(
  context: SignedInContext,
  input: SuspendedLane & { readonly source: string },
): Promise<Lane> {
  const { carrierId, service, destinationCode, reason, source, suspendedOn, sureness } = input;
  if (reason === "") throw refusal("missing_information");
  const now = context.now();
  const actorId = context.session.person.id;
  const lane = await atomically(context.db, async (db) => {
    const row = await insertLane(db, {
      carrier_id: carrierId,
      service,
      destination_code: destinationCode,
      reason,
      source: source === "" ? null : source,
      suspended_on: suspendedOn,
      sureness,
      suspended_by: actorId,
      created_at: now,
    });
    if (row === undefined) throw refusal("lane_suspended");
    await recordAdminAction(db, {
      actorId,
      action: "lanes.suspendLane",
      target: row.id,
      after: { carrierId, service, destinationCode, suspendedOn, sureness, source },
      reason,
      ipAddress: context.ipAddress,
      now,
    });
    return laneOf(row);
  });
  context.log.info({ laneId: lane.id }, "Lane suspended");
  return lane;
}
