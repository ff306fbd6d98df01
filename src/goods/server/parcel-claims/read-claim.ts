import type { StaffParcelClaim, UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import { apiError } from "#platform/contract/errors.ts";
import { similarNumbers } from "#goods/rules/near-number.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findClaim } from "./claim-queries.ts";
import { describeClaims } from "./describe-claims.ts";
import { describeUnmatchedParcels } from "./describe-unmatched-parcels.ts";
import { listUnmatchedOfNumbers } from "./unmatched-queries.ts";

/** Any customer's claim as staff read it. Throws `not_found`. */
export async function getStaffClaim(
  context: SignedInContext,
  db: Db,
  claimId: string,
): Promise<StaffParcelClaim> {
  const row = await findClaim(db, claimId);
  const [claim] = row === undefined ? [] : await describeClaims(context, db, [row]);
  if (claim === undefined) throw apiError("not_found");
  return claim;
}

/**
 * A claim, and the parcels without a known owner that have its number or nearly the same one, at most 20. Throws
 * `not_found`.
 */
export async function readClaim(
  context: SignedInContext,
  { claimId }: { readonly claimId: string },
): Promise<{ claim: StaffParcelClaim; candidates: UnmatchedParcel[] }> {
  const { db } = context;
  const claim = await getStaffClaim(context, db, claimId);
  const { trackingNumber } = claim;
  const ids = await listUnmatchedOfNumbers(db, [trackingNumber, ...similarNumbers(trackingNumber)]);
  return { claim, candidates: await describeUnmatchedParcels(context, db, ids) };
}
