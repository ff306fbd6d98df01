// Stores what follows for parcels, stage and counts after a package's status or one of its legs changed.
import type { Shipment } from "#goods/contract/packages.ts";
import {
  derivePackageStage,
  effectOnParcels,
  type PackageStage,
} from "#goods/rules/package-stage.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { departParcels } from "#goods/server/inbound-parcels/depart-parcels.ts";
import { listParcelStates } from "#goods/server/inbound-parcels/list-parcel-states.ts";
import { releaseParcels } from "#goods/server/inbound-parcels/release-parcels.ts";
import { findShipment, updatePackageRow } from "./package-queries.ts";

type WithParcels = Shipment & { readonly parcelStates: readonly InboundParcelState[] };

async function getWithParcels(db: Db, packageId: string): Promise<WithParcels> {
  const shipment = await findShipment(db, packageId);
  if (shipment === undefined) throw apiError("not_found");
  return { ...shipment, parcelStates: await listParcelStates(db, packageId) };
}

/** The stage and the counts that follow from a package and its parcels; null where it has them. */
export function changedStage(
  pkg: WithParcels,
): Pick<Shipment, "stage" | "parcelsCount" | "parcelsHereCount"> | null {
  const stage = derivePackageStage(pkg);
  const parcelsCount = pkg.parcelStates.length;
  const parcelsHereCount = pkg.parcelStates.filter((state) => state !== "expected").length;
  const isSame =
    pkg.stage === stage &&
    pkg.parcelsCount === parcelsCount &&
    pkg.parcelsHereCount === parcelsHereCount;
  return isSame ? null : { stage, parcelsCount, parcelsHereCount };
}

/**
 * Stores the stage and the counts that follow from a package and its parcels as they are read; its row must be locked.
 * Returns the stage.
 */
export async function saveStage(db: Db, pkg: WithParcels): Promise<PackageStage> {
  const changed = changedStage(pkg);
  if (changed !== null) await updatePackageRow(db, pkg.id, changed);
  return changed?.stage ?? pkg.stage;
}

/** Stores the stage and the counts of a package, whose row must be locked. Throws `not_found`. */
export async function updateStage(db: Db, packageId: string): Promise<void> {
  await saveStage(db, await getWithParcels(db, packageId));
}

/**
 * The same after its status or one of its legs changed: parcels depart with a package that has left, and are taken out
 * of one that has ended.
 */
export async function updateParcelsAndStage(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<void> {
  const pkg = await getWithParcels(db, packageId);
  const effect = effectOnParcels(pkg);
  if (pkg.parcelStates.length === 0 || effect === "stay") {
    await saveStage(db, pkg);
    return;
  }
  const change = effect === "depart" ? departParcels : releaseParcels;
  await change(context, db, packageId);
  await updateStage(db, packageId);
}
