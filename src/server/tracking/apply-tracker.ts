import { courierDeliveryOf, isOfThisJourney } from "#core/tracking-rules.ts";
import type { ActingContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { moveLegs } from "#server/packages/legs/move-legs.ts";
import {
  listDeliveries,
  listLegEvents,
  listTrackedPackages,
  listTrackedParcels,
  updateCourierDelivery,
} from "./event-queries.ts";

async function recordDeliveries(context: ActingContext, db: Db, trackerId: string): Promise<void> {
  const deliveries = await listDeliveries(db, trackerId);
  if (deliveries.length === 0) return;
  for (const { id, since } of await listTrackedParcels(db, trackerId)) {
    const courierDeliveredAt = courierDeliveryOf(
      deliveries.filter(({ occurredAt }) => isOfThisJourney(occurredAt, since)),
    );
    if (courierDeliveredAt === null) continue;
    await updateCourierDelivery(db, id, { courierDeliveredAt, updatedAt: context.now() });
  }
}

/**
 * Moves the legs and inbound parcels that have a tracker's number now by all events that are known, in the transaction
 * `db` that locked the tracker. It may be repeated.
 */
export async function applyTracker(
  context: ActingContext,
  db: Db,
  trackerId: string,
): Promise<void> {
  const tracked = await listTrackedPackages(db, trackerId);
  // Packages in the order of their ids, and before parcels, as everything locks them.
  for (const packageId of new Set(tracked.map((leg) => leg.packageId))) {
    await moveLegs(context, db, packageId, () => listLegEvents(db, packageId));
  }
  await recordDeliveries(context, db, trackerId);
}
