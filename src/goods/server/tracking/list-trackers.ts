import type { Tracker } from "#tracking/contract/tracking.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { trackerLimits, type TrackerFilter } from "#tracking/rules/tracker.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listTrackerRows, listUsesOf } from "./tracker-list-queries.ts";

/** One page of the trackers that match a filter and a part of their number, the newest first, with what has their numbers. */
export async function listTrackers(
  { db, now }: SignedInContext,
  input: {
    readonly state: TrackerFilter;
    readonly search: string;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: Tracker[]; total: number }> {
  const { state, search, page, pageSize } = input;
  const { items, total } = await listTrackerRows(db, {
    state,
    search: normaliseTrackingNumber(search),
    unfoundSince: addDays(now(), -trackerLimits.unfoundDays),
    now: now(),
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const uses = await listUsesOf(
    db,
    items.map(({ id }) => id),
  );
  return {
    items: items.map((tracker) => ({
      id: tracker.id,
      trackingNumber: tracker.trackingNumber,
      carrierCode: tracker.carrierCode,
      state: tracker.state,
      registeredAt: tracker.registeredAt?.toISOString() ?? null,
      lastEventAt: tracker.lastEventAt?.toISOString() ?? null,
      lastError: tracker.lastError,
      uses: uses
        .filter(({ trackerId }) => trackerId === tracker.id)
        .map(({ trackerId: _tracker, ...use }) => use),
    })),
    total,
  };
}
