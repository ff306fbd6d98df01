import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { StaffParcelClaim, UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { apiError } from "#platform/contract/errors.ts";
import { similarNumbers } from "#goods/rules/near-number.ts";
import { unmatchedLimits } from "#goods/rules/parcel-claim.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listStaffParcels } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { listParcelImages } from "#goods/server/inbound-parcels/images/list-parcel-images.ts";
import { listSimilarParcelIds } from "#goods/server/receiving/list-near-parcels.ts";
import { listClaimsOfNumbers } from "./claim-queries.ts";
import { describeClaims } from "./describe-claims.ts";
import { describeUnmatchedParcels } from "./describe-unmatched-parcels.ts";
import { isParcelUnmatched } from "./unmatched-queries.ts";

type Details = {
  parcel: UnmatchedParcel;
  images: ParcelImage[];
  near: StaffInboundParcel[];
  claims: StaffParcelClaim[];
};

/**
 * A parcel without a known owner with its photos, what is awaited under the same or nearly the same number, and the open
 * claims of such numbers; those of the same number come first, and there are at most 20 of each. Throws `not_found`, also
 * once it has an owner.
 */
export async function readUnmatchedParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<Details> {
  const { db } = context;
  if (!(await isParcelUnmatched(db, inboundParcelId))) throw apiError("not_found");
  const [parcel] = await describeUnmatchedParcels(context, db, [inboundParcelId]);
  if (parcel === undefined) throw apiError("not_found");
  const images = await listParcelImages(context, inboundParcelId);
  const { trackingNumber } = parcel;
  if (trackingNumber === null) return { parcel, images, near: [], claims: [] };
  const nearIds = await listSimilarParcelIds(db, trackingNumber, unmatchedLimits.near);
  const claims = await listClaimsOfNumbers(db, [trackingNumber, ...similarNumbers(trackingNumber)]);
  return {
    parcel,
    images,
    near: await listStaffParcels(context, db, nearIds),
    claims: await describeClaims(context, db, claims),
  };
}
