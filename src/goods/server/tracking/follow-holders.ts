// Begins and ends the following of numbers when legs and inbound parcels get, change and lose them.
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { NumberHolder } from "#tracking/rules/tracking-stages.ts";
import { followNumbers } from "#tracking/server/tracking/trackers.ts";
import { findSharedNumber, listAwaitedParcels } from "./tracker-queries.ts";

/**
 * Follows the number of a leg, in the transaction that sets it; the number that it had before is followed for it no
 * longer. A text that cannot be a tracking number is not followed.
 */
export async function followLeg(
  context: ActingContext,
  db: Db,
  leg: {
    readonly id: string;
    readonly trackingNumber: string | null;
    readonly carrierCode: string | null;
  },
): Promise<void> {
  const checked = checkTrackingNumber(leg.trackingNumber ?? "");
  const { id, carrierCode } = leg;
  if (!checked.ok) {
    await followNumbers(context, db, { column: "legId", ids: [id], holding: [] });
    return;
  }
  const { trackingNumber } = checked;
  // Posts hand an item over under one number, whichever carrier each leg names.
  const shared = await findSharedNumber(db, id, trackingNumber);
  const holding = [{ id, trackingNumber, carrierCode, ...shared }];
  await followNumbers(context, db, { column: "legId", ids: [id], holding });
}

/** The same for inbound parcels, as they are stored; those that are no longer awaited are followed no longer. */
export async function followParcels(
  context: ActingContext,
  db: Db,
  parcelIds: readonly string[],
): Promise<void> {
  if (parcelIds.length === 0) return;
  const awaited = await listAwaitedParcels(db, parcelIds);
  const holding = awaited.filter(({ trackingNumber }) => checkTrackingNumber(trackingNumber).ok);
  await followNumbers(context, db, { column: "inboundParcelId", ids: parcelIds, holding });
}

/** The same for legs of packages that leave together, each with the number and carrier of its label. */
export async function followLegs(
  context: ActingContext,
  db: Db,
  legs: readonly NumberHolder[],
): Promise<void> {
  await followNumbers(context, db, {
    column: "legId",
    ids: legs.map(({ id }) => id),
    holding: legs,
  });
}

/** Ends the following of numbers for legs that have none any longer. */
export async function unfollowLegs(
  context: ActingContext,
  db: Db,
  legIds: readonly string[],
): Promise<void> {
  await followNumbers(context, db, { column: "legId", ids: legIds, holding: [] });
}
