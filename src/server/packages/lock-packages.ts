import type { Db } from "#server/db/open.ts";
import {
  lockProfilesOfReturnedQuota,
  lockShipments,
  type StoredShipment,
} from "./package-queries.ts";

/** A locked package; `isQuotaReturned`: its customer has the quota back that it used. */
export type LockedPackage = StoredShipment & { readonly isQuotaReturned: boolean };

/** Locks packages of any customers until the transaction ends, in the order in which everything locks several. */
export async function lockPackages(
  db: Db,
  packageIds: readonly string[],
): Promise<LockedPackage[]> {
  await lockProfilesOfReturnedQuota(db, packageIds);
  return await lockShipments(db, packageIds);
}
