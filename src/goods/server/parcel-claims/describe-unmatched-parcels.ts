import type { UnmatchedParcel } from "#goods/contract/parcel-claims.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listStaffParcels } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { countOpenClaims } from "./claim-queries.ts";

/** Parcels with the number of open claims of theirs, in the order of the ids. */
export async function describeUnmatchedParcels(
  context: SignedInContext,
  db: Db,
  parcelIds: readonly string[],
): Promise<UnmatchedParcel[]> {
  const parcels = await listStaffParcels(context, db, parcelIds);
  const numbers = parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  const counts = await countOpenClaims(db, numbers);
  return parcels.map((parcel) => {
    const openClaimsCount = counts.get(parcel.trackingNumber ?? "") ?? 0;
    return { ...parcel, openClaimsCount };
  });
}
