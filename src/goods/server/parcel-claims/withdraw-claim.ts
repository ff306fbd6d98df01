import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { countParcelChange } from "#goods/server/inbound-parcels/count-parcel-change.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import { lockOwnClaim, updateClaims } from "./claim-queries.ts";

/**
 * Withdraws an own open claim; one that is withdrawn already stays as it is. Throws `too_many_requests`,
 * `account_closed`, `not_found`, and `claim_decided`.
 */
export async function withdrawClaim(
  context: SignedInContext,
  { claimId }: { readonly claimId: string },
): Promise<Record<string, never>> {
  await countParcelChange(context);
  const userId = context.session.person.id;
  await atomically(context.db, async (db) => {
    await lockCustomer(db, userId);
    const claim = await lockOwnClaim(db, userId, claimId);
    if (claim === undefined) throw apiError("not_found");
    if (claim.state === "withdrawn") return;
    if (claim.state !== "open") throw apiError("claim_decided");
    await updateClaims(db, [claimId], { state: "withdrawn", updatedAt: context.now() });
  });
  context.log.info({ claimId }, "Claim withdrawn");
  return {};
}
