import { apiError } from "#platform/contract/errors.ts";
import { readCarrierNames } from "#catalogue/server/carriers/known-carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeLegCarriers } from "#goods/server/packages/legs/change-leg-carriers.ts";
import { changeTracker, isFollowedAt } from "#tracking/server/tracking/change-tracker.ts";
import { listLegsToCorrect, updateCarrierOfParcels } from "./holder-queries.ts";

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
  const what = { trackerId, action: "tracking.setCarrier" };
  return await changeTracker(context, what, async (db, tracker) => {
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
