import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { getOwnerOfWeight, lockCarrierWeight, updateToSettled } from "./carrier-weight-queries.ts";

type SettlementInput = {
  readonly shipRequestId: string;
  readonly weightGrams: number;
  readonly reason: string;
};

/**
 * Settles a carrier's weight that differs from ours, with what was found. A repeat changes nothing. Throws `not_found`, and
 * `conflict` where it does not differ or another weight than `weightGrams` was recorded since.
 */
export async function settleCarrierWeight(
  context: SignedInContext,
  { shipRequestId, weightGrams, reason }: SettlementInput,
): Promise<Record<string, never>> {
  return await atomically(context.db, async (db) => {
    const weight = await lockCarrierWeight(db, shipRequestId);
    if (weight === undefined) throw apiError("not_found");
    await context.actsOn(db, "request", await getOwnerOfWeight(db, shipRequestId));
    if (weight.weightGrams !== weightGrams || weight.state === "matches")
      throw apiError("conflict");
    if (weight.state === "settled") return {};
    await updateToSettled(db, shipRequestId, {
      by: context.session.person.id,
      at: context.now(),
      reason,
    });
    await recordAdminAction(context, db, {
      action: "manifests.settleCarrierWeight",
      target: shipRequestId,
      before: { weightGrams, packedGrams: weight.packedGrams },
      reason,
    });
    return {};
  });
}
