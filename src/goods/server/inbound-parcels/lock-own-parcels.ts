import type { Shipment } from "#goods/contract/packages.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockOwnPackageIfExists } from "#goods/server/packages/change-own-package.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import { listPackageIdsOf, lockParcels, type LockedParcel } from "./inbound-parcel-queries.ts";

/** Own parcels with every package that a change of them concerns, locked until the transaction ends. */
export type LockedParcels = {
  readonly parcels: readonly LockedParcel[];
  readonly packages: readonly Shipment[];
};

/**
 * Locks the customer's profile, then the packages that gather the parcels (and `intoPackageId`) in order of id, then the
 * parcels. Throws `account_closed`, and `not_found` where a parcel or package is not the customer's.
 */
export async function lockOwnParcels(
  context: SignedInContext,
  db: Db,
  parcelIds: readonly string[],
  intoPackageId: string | null = null,
): Promise<LockedParcels> {
  const userId = context.session.person.id;
  await lockCustomer(db, userId);
  const gathering = await listPackageIdsOf(db, userId, parcelIds);
  const into = intoPackageId === null ? [] : [intoPackageId];
  const packages: Shipment[] = [];
  for (const packageId of [...new Set([...gathering, ...into])].toSorted()) {
    const pkg = await lockOwnPackageIfExists(context, db, packageId);
    // A package that staff deleted meanwhile has released its parcels.
    if (pkg !== undefined) packages.push(pkg);
    else if (packageId === intoPackageId) throw apiError("not_found");
  }
  const parcels = await lockParcels(db, userId, parcelIds);
  if (parcels.length !== new Set(parcelIds).size) throw apiError("not_found");
  return { parcels, packages };
}

/** The same for one parcel. */
export async function lockOwnParcel(
  context: SignedInContext,
  db: Db,
  parcelId: string,
): Promise<LockedParcel> {
  const [parcel] = (await lockOwnParcels(context, db, [parcelId])).parcels;
  if (parcel === undefined) throw apiError("not_found");
  return parcel;
}
