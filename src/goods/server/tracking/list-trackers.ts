import type { Tracker, TrackingOverview } from "#tracking/contract/tracking.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { trackerLimits, type TrackerFilter } from "#tracking/rules/tracking-stages.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  listTrackerRows,
  listUsesOf,
  countByCarrier,
  countQuestions,
  countTrackers,
} from "./tracker-list-queries.ts";
import { readQuota } from "#tracking/server/tracking/quota.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countUnprocessed } from "#tracking/server/tracking/carrier-messages.ts";

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

/** How many numbers are followed by carrier, what needs staff, and what is left of the quota. */
export async function readTracking(context: SignedInContext): Promise<TrackingOverview> {
  const { db, now } = context;
  const provider = await context.currentTracking();
  const [quota, work, carriers] = await Promise.all([
    provider === null ? null : readQuota(context, provider),
    countTrackingWork(db, now()),
    countByCarrier(db, now()),
  ]);
  return {
    isConfigured: provider !== null,
    quota,
    work,
    carriers: carriers.map((counts) => ({
      ...counts,
      lastEventAt: counts.lastEventAt?.toISOString() ?? null,
    })),
  };
}

/** How much of what carriers report, or do not report, needs staff at `now`. */
export async function countTrackingWork(db: Db, now: Date): Promise<TrackingOverview["work"]> {
  const moments = { unfoundSince: addDays(now, -trackerLimits.unfoundDays), now };
  const [questions, toCheck, silent, failedMessages] = await Promise.all([
    countQuestions(db),
    countTrackers(db, "to_check", moments),
    countTrackers(db, "silent", moments),
    countUnprocessed(db),
  ]);
  return { questions, toCheck, silent, failedMessages };
}
