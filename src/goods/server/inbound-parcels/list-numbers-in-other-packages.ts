import type { Db } from "#platform/server/db/open.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouse-condition.ts";
import { listOpenParcels } from "./inbound-parcel-queries.ts";
import { divideByPackage } from "./place-numbers.ts";

/**
 * Those of the numbers whose open parcel of the package's customer is in another package, in their order; none before there
 * is a warehouse, when nobody sees parcels.
 */
export async function listNumbersInOtherPackages(
  db: Db,
  pkg: { readonly id: string; readonly userId: string },
  trackingNumbers: readonly string[],
): Promise<string[]> {
  if (!(await hasOpenedWarehouse(db))) return [];
  const open = await listOpenParcels(db, pkg.userId, trackingNumbers);
  const { inOtherPackages } = divideByPackage(open, pkg.id);
  const elsewhere = new Set(inOtherPackages.map(({ trackingNumber }) => trackingNumber));
  return trackingNumbers.filter((trackingNumber) => elsewhere.has(trackingNumber));
}
