import type { NumberHolder, TrackedNumber } from "#tracking/rules/tracker.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { endUses, ensureTrackers, insertUses, listOpenUses } from "./tracker-queries.ts";

/** Legs or inbound parcels that got, changed or lost their numbers. */
export type Holders = {
  readonly column: "legId" | "inboundParcelId";
  readonly ids: readonly string[];
  /** Those of `ids` that have a number now. */
  readonly holding: readonly NumberHolder[];
};

function keyOf({ trackingNumber, carrierCode }: TrackedNumber): string {
  return `${trackingNumber} ${carrierCode ?? ""}`;
}

/** Begins to follow the numbers that legs or parcels have now, and ends it for those that they had before. */
export async function followNumbers(
  context: ActingContext,
  db: Db,
  holders: Holders,
): Promise<void> {
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

/** Ends the use of a number by an inbound parcel and begins another one. */
export async function renewUse(
  db: Db,
  use: { readonly useId: bigint; readonly trackerId: string; readonly inboundParcelId: string },
  now: Date,
): Promise<void> {
  await endUses(db, [use.useId], now);
  const renewed = { trackerId: use.trackerId, holderId: use.inboundParcelId };
  await insertUses(db, "inboundParcelId", [renewed], now);
}
