import type { Lane } from "#catalogue/contract/lanes.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockLane, updateReopened } from "./lane-queries.ts";

/** Ends the suspension, which stays in the list. Throws `not_found`, and `conflict` when it is over already. */
export async function reopenLane(
  context: SignedInContext,
  input: { readonly laneId: string },
): Promise<Lane> {
  const { language } = context;
  const now = context.now();
  const actorId = context.session.person.id;
  const lane = await atomically(context.db, async (db) => {
    const before = await lockLane(db, input.laneId, language);
    if (before === undefined) throw apiError("not_found");
    if (before.reopenedAt !== null) throw apiError("conflict");
    const after = await updateReopened(db, before.id, { by: actorId, at: now, language });
    const { carrierId, service, destinationCode, suspendedOn, reopenedAt } = after;
    await recordAdminAction(context, db, {
      action: "lanes.reopenLane",
      target: after.id,
      before: { carrierId, service, destinationCode, suspendedOn, reopenedAt: null },
      after: { reopenedAt },
    });
    return after;
  });
  context.log.info({ laneId: lane.id }, "Lane reopened");
  return lane;
}
