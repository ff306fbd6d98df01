import { createHash } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockPackages } from "#goods/server/packages/lock-packages.ts";
import { moveLegs } from "#goods/server/packages/legs/move-legs.ts";
import { findTrackerOfLeg } from "./holder-queries.ts";
import { listLegEvents } from "./leg-event-queries.ts";
import { storeEvent } from "#tracking/server/tracking/store-events.ts";

/**
 * Adds an event to a leg whose carrier reports nothing to us, and moves the legs by it. The same event is added once.
 * Throws `not_found`, `own_account`, and `invalid_input` for a time that is still to come.
 */
export async function addEvent(
  context: SignedInContext,
  input: {
    readonly legId: string;
    readonly stage: TrackingStage;
    readonly occurredAt: string;
    readonly description: string;
  },
): Promise<Record<string, never>> {
  const { legId, stage, description } = input;
  const now = context.now();
  const occurredAt = new Date(input.occurredAt);
  if (occurredAt > now) throw apiError("invalid_input", { field: "occurredAt" });
  const facts = [stage, occurredAt.toISOString(), description];
  await atomically(context.db, async (db) => {
    const leg = await findTrackerOfLeg(db, legId);
    if (leg === undefined) throw apiError("not_found");
    const { packageId } = leg;
    await lockPackages(context, db, [packageId]);
    const event = {
      trackerId: null,
      legId,
      key: createHash("sha256").update(JSON.stringify(facts)).digest(),
      stage,
      providerStatus: "",
      occurredAt,
      localTime: occurredAt.toISOString().slice(0, 19).replace("T", " "),
      utcOffsetMinutes: 0,
      timeConfidence: "exact" as const,
      description,
      place: null,
      country: null,
      receivedAt: now,
      createdBy: context.session.person.id,
    };
    if (!(await storeEvent(db, event))) return;
    await recordAdminAction(context, db, {
      action: "tracking.addEvent",
      target: legId,
      after: { packageId, stage, occurredAt: occurredAt.toISOString(), description },
    });
    await moveLegs(context, db, [packageId], () => listLegEvents(db, [packageId]));
  });
  return {};
}
