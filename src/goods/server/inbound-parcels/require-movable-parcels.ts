import { apiError } from "#platform/contract/errors.ts";
import { isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockParcels } from "./inbound-parcel-queries.ts";
import { lockParcelsOfPackage, type GatheredParcel } from "./parcels-of-package-queries.ts";

/**
 * The chosen parcels of an own package, whose row must be locked, each once and in the order of the choice. Throws
 * `not_found`, `inbound_parcel_not_free` where one is in no or another package, packed or gone, and `no_parcel_left`
 * where the package would gather none any longer.
 */
export async function requireMovableParcels(
  context: SignedInContext,
  db: Db,
  { packageId, inboundParcelIds }: { packageId: string; inboundParcelIds: readonly string[] },
): Promise<readonly [GatheredParcel, ...GatheredParcel[]]> {
  const ids = [...new Set(inboundParcelIds)];
  const gathered = await lockParcelsOfPackage(db, packageId);
  const open = new Map(
    gathered.filter(({ state }) => isOpenParcel(state)).map((parcel) => [parcel.id, parcel]),
  );
  const chosen = ids.flatMap((id) => {
    const parcel = open.get(id);
    return parcel === undefined || parcel.state === "packed" ? [] : [parcel];
  });
  const [first, ...others] = chosen;
  if (first === undefined || chosen.length < ids.length) {
    const own = await lockParcels(db, context.session.person.id, ids);
    throw apiError(own.length < ids.length ? "not_found" : "inbound_parcel_not_free");
  }
  if (chosen.length === open.size) throw apiError("no_parcel_left");
  return [first, ...others];
}
