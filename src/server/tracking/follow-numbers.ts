// Begins and ends the following of numbers when legs and inbound parcels get, change and lose them.
import { checkTrackingNumber } from "#core/tracking-number-text.ts";
import type { ActingContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import {
  endUses,
  ensureTrackers,
  findSharedNumber,
  insertUses,
  listAwaitedParcels,
  listOpenUses,
  type NumberHolder,
  type TrackedNumber,
} from "./tracker-queries.ts";

type Holders = {
  readonly column: "legId" | "inboundParcelId";
  readonly ids: readonly string[];
  /** Those of `ids` that have a number now. */
  readonly holding: readonly NumberHolder[];
};

function keyOf({ trackingNumber, carrierCode }: TrackedNumber): string {
  return `${trackingNumber} ${carrierCode ?? ""}`;
}

async function follow(context: ActingContext, db: Db, holders: Holders): Promise<void> {
  const { column, ids, holding } = holders;
  if (ids.length === 0) return;
  const now = context.now();
  const open = await listOpenUses(db, column, ids);
  const keyByHolder = new Map(holding.map((holder) => [holder.id, keyOf(holder)]));
  const ended = open.filter((use) => keyByHolder.get(use.holderId) !== keyOf(use));
  await endUses(
    db,
    ended.map(({ id }) => id),
    now,
  );
  const kept = new Set(open.filter((use) => !ended.includes(use)).map(({ holderId }) => holderId));
  const begun = holding.filter(({ id }) => !kept.has(id));
  if (begun.length === 0) return;
  const trackers = await ensureTrackers(db, begun, now);
  const trackerIdByKey = new Map(trackers.map((tracker) => [keyOf(tracker), tracker.id]));
  const uses = begun.flatMap((holder) => {
    const trackerId = trackerIdByKey.get(keyOf(holder));
    return trackerId === undefined ? [] : [{ trackerId, holderId: holder.id }];
  });
  await insertUses(db, column, uses, now);
  const trackerIds = [...new Set(uses.map(({ trackerId }) => trackerId))];
  await context.jobs.enqueue(db, "follow-tracker", { trackerIds });
}

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
    await follow(context, db, { column: "legId", ids: [id], holding: [] });
    return;
  }
  const { trackingNumber } = checked;
  // Posts hand an item over under one number, whichever carrier each leg names.
  const shared = await findSharedNumber(db, id, trackingNumber);
  const holding = [{ id, trackingNumber, carrierCode, ...shared }];
  await follow(context, db, { column: "legId", ids: [id], holding });
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
  await follow(context, db, { column: "inboundParcelId", ids: parcelIds, holding });
}

/** The same for legs of packages that leave together, each with the number and carrier of its label. */
export async function followLegs(
  context: ActingContext,
  db: Db,
  legs: readonly NumberHolder[],
): Promise<void> {
  await follow(context, db, { column: "legId", ids: legs.map(({ id }) => id), holding: legs });
}

/** Ends the following of numbers for legs that have none any longer. */
export async function unfollowLegs(
  context: ActingContext,
  db: Db,
  legIds: readonly string[],
): Promise<void> {
  await follow(context, db, { column: "legId", ids: legIds, holding: [] });
}
