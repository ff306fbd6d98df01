import type { SignedInContext } from "#platform/server/context.ts";
import { changeLeg } from "#goods/server/packages/change-package.ts";
import { answerLegQuestion, changeLegCarriers } from "#goods/server/packages/legs/edit-legs.ts";
import {
  findTrackerOfLeg,
  listLegsToCorrect,
  updateCarrierOfParcels,
  findParcelQuestion,
  touchParcel,
  listQuestionOwners,
  listQuestionRows,
  listTrackerRows,
  listUsesOf,
  countByCarrier,
  countQuestions,
  countTrackers,
} from "./tracker-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { actsOnParcels } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { renewUse, changeTracker, isFollowedAt } from "#tracking/server/tracking/trackers.ts";
import type { ListedQuestion, Tracker, TrackingOverview } from "#tracking/contract/tracking.ts";
import { readCarrierNames } from "#catalogue/server/carriers/carriers.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { requestNews } from "#tracking/server/tracking/read-trackers.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { trackerLimits, type TrackerFilter } from "#tracking/rules/tracking-stages.ts";
import { readQuota } from "#tracking/server/tracking/quota.ts";
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
  return { questions: questions.count, toCheck, silent, failedMessages };
}

/** About how many legs and inbound parcels carriers' reports ask something, and since when the longest. */
export async function countTrackingQuestions(db: Db): ReturnType<typeof countQuestions> {
  return await countQuestions(db);
}

/** Of these legs and inbound parcels, those that carriers' reports ask something about, with whose they are. */
export async function findTrackingQuestions(
  db: Db,
  subjectIds: readonly string[],
): ReturnType<typeof listQuestionOwners> {
  return await listQuestionOwners(db, subjectIds);
}

type Answer = {
  readonly subjectId: string;
  readonly questionAt: string;
  readonly note: string;
};

/** Marks what a carrier reported about a leg or inbound parcel as dealt with; what it reports later is asked about again. Throws `not_found`, and `conflict` where another question is open than the one that was shown. */
export async function answerQuestion(
  context: SignedInContext,
  { subjectId, questionAt, note }: Answer,
): Promise<Record<string, never>> {
  const answer = { now: context.now(), questionAt: new Date(questionAt) };
  const leg = await findTrackerOfLeg(context.db, subjectId);
  if (leg === undefined) {
    await answerParcelQuestion(context, subjectId, { ...answer, note });
    return {};
  }
  await changeLeg(context, subjectId, async (db) => {
    const question = await answerLegQuestion(db, subjectId, answer);
    if (question === null) {
      context.unchanged();
      return;
    }
    await context.audit({
      before: { packageId: leg.packageId, question },
      reason: note,
    });
  });
  return {};
}

/**
 * Marks the question of `questionAt` about an inbound parcel as answered: its number is in use anew, and what was received
 * before asks nothing more. Throws `not_found`, and `conflict` where another one is open.
 */
async function answerParcelQuestion(
  context: SignedInContext,
  inboundParcelId: string,
  {
    now,
    questionAt,
    note,
  }: { readonly now: Date; readonly questionAt: Date; readonly note: string },
): Promise<void> {
  const { db } = context;
  // Open pages learn of it, and two answers come one after the other.
  if (!(await touchParcel(db, inboundParcelId, now))) throw apiError("not_found");
  await actsOnParcels(context, db, [inboundParcelId]);
  const open = await findParcelQuestion(db, inboundParcelId);
  if (open === undefined) {
    context.unchanged();
    return;
  }
  if (open.questionAt.getTime() !== questionAt.getTime()) {
    throw apiError("conflict", { current: open.question });
  }
  await renewUse(db, { ...open, inboundParcelId }, now);
  await context.audit({
    before: { inboundParcelId, question: open.question },
    reason: note,
  });
}

/** One page of the legs about which staff are asked, the oldest question first. */
export async function listQuestions(
  { db }: SignedInContext,
  {
    subjectIds,
    page,
    pageSize,
  }: {
    readonly subjectIds?: readonly string[] | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ListedQuestion[]; total: number }> {
  const { items, total } = await listQuestionRows(db, {
    subjectIds,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: items.map((item) => ({
      ...item,
      statusSince: item.statusSince?.toISOString() ?? null,
      questionAt: item.questionAt.toISOString(),
    })),
    total,
  };
}

/**
 * Follows a number at another carrier, which the parcels with the number get too, and the legs that had the former
 * carrier or none. Throws `not_found`, `carrier_not_found`, and `conflict` where the number is followed at that carrier
 * already.
 */
export async function setCarrier(
  context: SignedInContext,
  { trackerId, carrierCode }: { readonly trackerId: string; readonly carrierCode: string },
): Promise<Record<string, never>> {
  const { jobs, now } = context;
  return await changeTracker(context, trackerId, async (db, tracker) => {
    const name = (await readCarrierNames(db, [carrierCode])).get(carrierCode);
    if (name === undefined) throw apiError("carrier_not_found");
    if (tracker.carrierCode === carrierCode) return null;
    if (await isFollowedAt(db, { ...tracker, carrierCode })) {
      throw apiError("conflict", { current: tracker.carrierCode });
    }
    const legs = await listLegsToCorrect(db, tracker);
    await changeLegCarriers(context, db, legs, { code: carrierCode, name });
    await updateCarrierOfParcels(db, trackerId, { carrierCode, updatedAt: now() });
    await jobs.enqueue(db, "follow-tracker", { trackerIds: [trackerId] });
    return { carrierCode, state: "new", nextLookAt: now(), attempts: 0, lastError: null };
  });
}

/**
 * Queues a look at the provider for the number of an own leg, for staff of any leg, once in ten minutes. Throws
 * `not_found`, also for another customer's leg.
 */
export async function refreshTracking(
  context: SignedInContext,
  { legId }: { readonly legId: string },
): Promise<{ isQueued: boolean }> {
  const { db, session } = context;
  const leg = await findTrackerOfLeg(db, legId);
  const isOwn = leg?.userId === session.person.id;
  if (leg === undefined || !(isOwn || mayUse(session.person, roleAccess.tracking))) {
    throw apiError("not_found");
  }
  const { trackerId } = leg;
  if (trackerId === null || (await context.currentTracking()) === null) return { isQueued: false };
  return { isQueued: await requestNews(context, trackerId) };
}
