import type { SignedInContext, AppServices, ActingContext } from "#platform/server/context.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listTrackersOf,
  lockTracker,
  updateTrackers,
  type TrackerRow,
  findTracker,
  listUnneededTrackers,
  endUses,
  ensureTrackers,
  insertUses,
  listOpenUses,
} from "./tracker-queries.ts";
import "#tracking/server/announcements.ts";
import { addDays } from "#platform/rules/calendar.ts";
import {
  maxNumbersPerRequest,
  TrackingError,
} from "#tracking/server/adapters/tracking/tracking.ts";
import { deleteDoneMessages } from "./message-queries.ts";
import type { NumberHolder, TrackedNumber } from "#tracking/rules/tracking-stages.ts";

/**
 * Registers a number again, whatever its state, and reads what is known about it; one that is about to be registered stays as it
 * is. Throws `not_found`.
 */
export async function retryTracker(
  context: SignedInContext,
  { trackerId }: { readonly trackerId: string },
): Promise<Record<string, never>> {
  const { jobs, now } = context;
  return await changeTracker(context, trackerId, async (db, { state, nextLookAt, attempts }) => {
    if (state === "new" && attempts === 0 && nextLookAt <= now()) return null;
    await jobs.enqueue(db, "follow-tracker", { trackerIds: [trackerId] });
    return { state: "new", registeredAt: null, nextLookAt: now(), attempts: 0, lastError: null };
  });
}

/** Stops following a number; a repeat changes nothing. Throws `not_found`. */
export async function stopTracker(
  context: SignedInContext,
  { trackerId }: { readonly trackerId: string },
): Promise<Record<string, never>> {
  const { jobs } = context;
  return await changeTracker(context, trackerId, async (db, tracker) => {
    if (tracker.state === "ended") return null;
    if (tracker.registeredAt !== null) {
      await jobs.enqueue(db, "stop-trackers", { trackerIds: [trackerId] });
    }
    return { state: "ended" };
  });
}

type Change = Parameters<typeof updateTrackers>[2];

/**
 * Changes a tracker whose row is locked, with an entry in the audit log, in one transaction. `change` returns null where
 * nothing changes. Throws `not_found`, and `own_account` where something of the acting person has the number.
 */
export async function changeTracker(
  context: SignedInContext,
  trackerId: string,
  change: (db: Db, tracker: TrackerRow) => Promise<Change | null>,
): Promise<Record<string, never>> {
  const { db } = context;
  const tracker = await lockTracker(db, trackerId);
  if (tracker === undefined) throw apiError("not_found");
  await context.actsOn(db, "tracker", await context.listeners.ownersOfTracker(db, trackerId));
  const changed = await change(db, tracker);
  if (changed === null) {
    context.unchanged();
    return {};
  }
  await updateTrackers(db, [trackerId], { ...changed, updatedAt: context.now() });
  const factsOf = ({ carrierCode, state }: Change) => ({ carrierCode, state });
  await context.audit({
    before: { trackingNumber: tracker.trackingNumber, ...factsOf(tracker) },
    after: { ...factsOf(tracker), ...factsOf({ ...tracker, ...changed }) },
  });
  return {};
}

/** Whether a number is followed at a carrier. */
export async function isFollowedAt(
  db: Db,
  { trackingNumber, carrierCode }: Pick<TrackerRow, "trackingNumber" | "carrierCode">,
): Promise<boolean> {
  const trackers = await listTrackersOf(db, [trackingNumber]);
  return trackers.some((tracker) => tracker.carrierCode === carrierCode);
}

/** At most so many numbers are stopped in one run. */
const maxNumbers = 1_000;
/** For which a number is followed after its last news when nothing on its way has it. */
const followedDays = 7;
/** For which messages are kept once they are processed; their events stay. */
const messageDays = 30;

/** Tells the provider of numbers that staff have stopped. Throws TrackingError. */
async function stopNumbers(services: AppServices, trackerIds: readonly string[]): Promise<void> {
  const provider = await services.currentTracking();
  for (const trackerId of trackerIds) {
    const tracker = await findTracker(services.db, trackerId);
    if (tracker?.state === "ended") await provider?.stop([tracker]);
  }
}

/**
 * Stops following numbers that nothing on its way has any more, seven days after their last event, and those that staff
 * have stopped.
 */
export async function stopTrackers(
  services: AppServices,
  { trackerIds }: { readonly trackerIds: readonly string[] },
): Promise<void> {
  if (trackerIds.length > 0) {
    await stopNumbers(services, trackerIds);
    return;
  }
  const { db, now, log } = services;
  await deleteDoneMessages(db, addDays(now(), -messageDays));
  const provider = await services.currentTracking();
  const unneeded = await listUnneededTrackers(services, addDays(now(), -followedDays), maxNumbers);
  for (let from = 0; from < unneeded.length; from += maxNumbersPerRequest) {
    const batch = unneeded.slice(from, from + maxNumbersPerRequest);
    const registered = batch.filter(({ registeredAt }) => registeredAt !== null);
    try {
      if (registered.length > 0) await provider?.stop(registered);
    } catch (error) {
      if (!(error instanceof TrackingError)) throw error;
      log.warn({ error, count: unneeded.length - from }, "Trackers not stopped; the next run does");
      return;
    }
    const ids = batch.map(({ id }) => id);
    await updateTrackers(db, ids, { state: "ended", updatedAt: now() });
  }
}

/** Legs or inbound parcels that got, changed or lost their numbers. */
type Holders = {
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
