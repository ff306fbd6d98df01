import type { OwnerContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  lockProfilesOfReturnedQuota,
  lockShipments,
  type StoredShipment,
} from "./package-queries.ts";

/** A locked package; `isQuotaReturned`: its customer has the quota back that it used. */
export type PackageWithQuota = StoredShipment & { readonly isQuotaReturned: boolean };

/**
 * Locks packages of any customers until the transaction ends, in the order in which everything locks several. Throws
 * `own_account` where staff act on their own.
 */
export async function lockPackages(
  { actsOn }: OwnerContext,
  db: Db,
  packageIds: readonly string[],
): Promise<PackageWithQuota[]> {
  await lockProfilesOfReturnedQuota(db, packageIds);
  const shipments = await lockShipments(db, packageIds);
  await actsOn(
    db,
    "package",
    shipments.map(({ userId }) => userId),
  );
  return shipments;
}
