import type { Lane } from "#catalogue/contract/lanes.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { LaneTranslations, SuspendedLane } from "#catalogue/rules/lane.ts";
import type { Language } from "#platform/rules/language.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { checkCarrierExists } from "#catalogue/server/carriers/known-carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { addSuspension } from "./add-suspension.ts";

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
  const lane = await atomically(context.db, async (db) => {
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
    const inserted = await addSuspension(context, db, values);
    if (inserted === undefined) throw apiError("lane_suspended");
    await recordAdminAction(context, db, {
      action: "lanes.suspendLane",
      target: inserted.id,
      after: { carrierId, service, destinationCode, suspendedOn, confidence, source, translations },
      reason,
    });
    return inserted;
  });
  context.log.info({ laneId: lane.id }, "Lane suspended");
  return lane;
}
