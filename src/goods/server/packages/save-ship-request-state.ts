import type { Db } from "#platform/server/db/open.ts";
import type { PackageShipRequestState } from "#goods/server/tables/packages.ts";
import { updatePackageRow } from "./package-queries.ts";
import { updateStage } from "./update-stage.ts";

/** Stores the state of a package's ship request, null where it has ended, with the stage that follows from it. */
export async function saveShipRequestState(
  db: Db,
  packageId: string,
  shipRequestState: PackageShipRequestState | null,
): Promise<void> {
  await updatePackageRow(db, packageId, { shipRequestState });
  await updateStage(db, packageId);
}
