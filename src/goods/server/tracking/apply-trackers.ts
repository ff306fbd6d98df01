import { courierDeliveryOf } from "#goods/rules/courier-delivery.ts";
import { isOfThisJourney } from "#tracking/rules/tracking-rules.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { moveLegs } from "#goods/server/packages/legs/move-legs.ts";
import {
  listDeliveries,
  listLegEvents,
  listTrackedPackages,
  listTrackedParcels,
  updateCourierDeliveries,
} from "./leg-event-queries.ts";

async function recordDeliveries(
  context: ActingContext,
  db: Db,
  trackerIds: readonly string[],
): Promise<void> {
  const parcels = await listTrackedParcels(db, trackerIds);
  if (parcels.length === 0) return;
  const deliveries = await listDeliveries(db, trackerIds);
  const found = parcels.flatMap(({ id, trackerId, since }) => {
    const courierDeliveredAt = courierDeliveryOf(
      deliveries.filter(
        (delivery) =>
          delivery.trackerId === trackerId && isOfThisJourney(delivery.occurredAt, since),
      ),
    );
    return courierDeliveredAt === null ? [] : [{ id, courierDeliveredAt }];
  });
  await updateCourierDeliveries(db, found, context.now());
}

/**
 * Moves the legs and inbound parcels that have trackers' numbers now by all events that are known, in the transaction
 * `db` that locked the trackers. It may be repeated.
 */
export async function applyTrackers(
  context: ActingContext,
  db: Db,
  trackerIds: readonly string[],
): Promise<void> {
  if (trackerIds.length === 0) return;
  const tracked = await listTrackedPackages(db, trackerIds);
  const packageIds = [...new Set(tracked.map(({ packageId }) => packageId))];
  // Packages in the order of their ids, and before parcels, as everything locks them.
  await moveLegs(context, db, packageIds, () => listLegEvents(db, packageIds));
  await recordDeliveries(context, db, trackerIds);
}
