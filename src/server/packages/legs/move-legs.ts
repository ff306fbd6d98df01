import {
  deriveLegs,
  type FollowedLeg,
  type LegEvent,
  type LegOutcome,
} from "#core/tracking-rules.ts";
import type { ActingContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { updateDerivedStatus } from "#server/packages/change-shipment.ts";
import { hasLegDeparted } from "#server/packages/event-queries.ts";
import { notifyPackageMoved } from "#server/packages/notify-package-moved.ts";
import { lockProfileOfReturnedQuota, lockShipment } from "#server/packages/package-queries.ts";
import { recordEvent } from "#server/packages/record-event.ts";
import { listFollowedLegs, updateLegRow } from "./leg-queries.ts";

type Stored = FollowedLeg & { readonly id: string } & Pick<LegOutcome, "question" | "questionAt">;

function isSame(one: Stored, other: LegOutcome): boolean {
  const time = (at: Date | null) => at?.getTime() ?? null;
  return (
    one.status === other.status &&
    one.statusSource === other.statusSource &&
    one.question === other.question &&
    time(one.statusSince) === time(other.statusSince) &&
    time(one.departedAt) === time(other.departedAt) &&
    time(one.arrivedAt) === time(other.arrivedAt) &&
    time(one.questionAt) === time(other.questionAt)
  );
}

/** Stores what follows for the legs; returns those whose status changed. */
async function saveOutcomes(
  context: ActingContext,
  db: Db,
  packageId: string,
  {
    legs,
    outcomes,
  }: { readonly legs: readonly Stored[]; readonly outcomes: readonly LegOutcome[] },
): Promise<LegOutcome[]> {
  const moved: LegOutcome[] = [];
  for (const outcome of outcomes) {
    const leg = legs.find(({ legNumber }) => legNumber === outcome.legNumber);
    if (leg === undefined || isSame(leg, outcome)) continue;
    const { legNumber, ...columns } = outcome;
    await updateLegRow(db, leg.id, { ...columns, updatedAt: context.now() });
    if (leg.status === outcome.status) continue;
    moved.push(outcome);
    await recordEvent(context, db, {
      packageId,
      kind: "leg_status_changed",
      legNumber,
      before: leg.status,
      after: outcome.status,
    });
  }
  return moved;
}

/**
 * Moves the legs of a package by what carriers reported, in the transaction `db` that records it, with everything that
 * follows when staff set a leg's status. `readEvents` runs once the package's row is locked. A package that is cancelled,
 * voided or deleted stays as it is.
 */
export async function moveLegs(
  context: ActingContext,
  db: Db,
  packageId: string,
  readEvents: () => Promise<readonly LegEvent[]>,
): Promise<void> {
  await lockProfileOfReturnedQuota(db, packageId);
  const before = await lockShipment(db, packageId);
  if (before === undefined) return;
  if (before.status === "cancelled" || before.status === "voided") return;
  const legs = await listFollowedLegs(db, packageId);
  const outcomes = deriveLegs(legs, await readEvents());
  const departed: number[] = [];
  for (const { legNumber, status } of outcomes) {
    const leg = legs.find((stored) => stored.legNumber === legNumber);
    if (status !== "in_transit" || leg?.status === status) continue;
    if (!(await hasLegDeparted(db, packageId, legNumber))) departed.push(legNumber);
  }
  const moved = await saveOutcomes(context, db, packageId, { legs, outcomes });
  if (moved.length === 0) return;
  const { shipment, isChanged } = await updateDerivedStatus(context, db, packageId);
  const departedLeg = departed.at(-1);
  if (shipment.status === "in_transit") {
    if (departedLeg !== undefined) await notifyPackageMoved(context, db, shipment, departedLeg);
  } else if (isChanged) await notifyPackageMoved(context, db, shipment);
}
