import type { Lane, SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import type { SignedInContext, Context } from "#platform/server/context.ts";
import {
  listLanesPage,
  listOpenSuspensions,
  lockLane,
  updateReopened,
  insertLane,
  type NewLane,
} from "./lane-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { LaneTranslations, SuspendedLane } from "#catalogue/rules/lane.ts";
import type { Language } from "#platform/rules/language.ts";
import { checkCarrierExists } from "#catalogue/server/carriers/carriers.ts";
import type { Db } from "#platform/server/db/open.ts";
import "#catalogue/server/announcements.ts";

/** One page of suspensions: those that are not over, then those that are, each newest first. */
export async function listLanes(
  { db, language }: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: Lane[]; total: number }> {
  return await listLanesPage(db, { offset: (page - 1) * pageSize, limit: pageSize, language });
}

/** Every suspension that is not over, also those that begin on a later day, in the language of the request. */
export async function listSuspendedLanes({
  db,
  language,
}: Pick<Context, "db" | "language">): Promise<{ items: SuspendedLaneFacts[] }> {
  return { items: await listOpenSuspensions(db, language) };
}

type TranslatedReasons = Readonly<Partial<Record<Language, string | undefined>>>;

function translationsOf(reasons: TranslatedReasons): LaneTranslations {
  const texts = Object.entries(reasons).flatMap(([language, reason]) =>
    reason === undefined || reason === "" ? [] : [[language, { reason }] as const],
  );
  return Object.fromEntries(texts);
}

/**
 * Suspends the lane; quotes and new packages show it from now on. Throws `missing_information` without a reason,
 * `carrier_not_found`, and `lane_suspended` when it is suspended already.
 */
export async function suspendLane(
  context: SignedInContext,
  input: SuspendedLane & {
    readonly source: string;
    readonly translatedReasons: TranslatedReasons;
  },
): Promise<Lane> {
  const { carrierId, service, destinationCode, reason, source, suspendedOn, confidence } = input;
  if (reason === "") throw apiError("missing_information");
  const now = context.now();
  const actorId = context.session.person.id;
  const translations = translationsOf(input.translatedReasons);
  const { db } = context;
  await checkCarrierExists(db, carrierId);
  const values = {
    carrierId,
    service,
    destinationCode,
    reason,
    source: source === "" ? null : source,
    suspendedOn,
    confidence,
    translations: JSON.stringify(translations),
    suspendedBy: actorId,
    createdAt: now,
  };
  const lane = await addSuspension(context, db, values);
  if (lane === undefined) throw apiError("lane_suspended");
  await context.auditOf(lane.id, {
    after: { carrierId, service, destinationCode, suspendedOn, confidence, source, translations },
    reason,
  });
  context.log.info({ laneId: lane.id }, "Lane suspended");
  return lane;
}

/** Ends the suspension, which stays in the list. Throws `not_found`, and `conflict` when it is over already. */
export async function reopenLane(
  context: SignedInContext,
  input: { readonly laneId: string },
): Promise<Lane> {
  const { language } = context;
  const now = context.now();
  const actorId = context.session.person.id;
  const { db } = context;
  const before = await lockLane(db, input.laneId, language);
  if (before === undefined) throw apiError("not_found");
  if (before.reopenedAt !== null) throw apiError("conflict");
  const after = await updateReopened(db, before.id, { by: actorId, at: now, language });
  await context.listeners.laneChanged(context, db);
  const { carrierId, service, destinationCode, suspendedOn, reopenedAt } = after;
  await context.audit({
    before: { carrierId, service, destinationCode, suspendedOn, reopenedAt: null },
    after: { reopenedAt },
  });
  context.log.info({ laneId: after.id }, "Lane reopened");
  return after;
}

/** Suspends a lane in the transaction of `db`; undefined where it is suspended already. */
export async function addSuspension(
  context: SignedInContext,
  db: Db,
  values: NewLane,
): Promise<Lane | undefined> {
  const inserted = await insertLane(db, values, context.language);
  if (inserted !== undefined) await context.listeners.laneChanged(context, db);
  return inserted;
}
