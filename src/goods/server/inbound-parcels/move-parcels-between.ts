import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateParcels } from "./inbound-parcel-queries.ts";
import { lockParcelsOfPackage } from "./parcels-of-package-queries.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/**
 * Moves parcels from one package into another, whose rows must be locked. The stage and counts of both are for the
 * caller to store.
 */
export async function moveParcelsBetween(
  context: SignedInContext,
  db: Db,
  move: {
    readonly inboundParcelIds: readonly string[];
    readonly fromPackageId: string;
    readonly toPackageId: string;
  },
): Promise<void> {
  const { inboundParcelIds, fromPackageId, toPackageId } = move;
  await updateParcels(db, inboundParcelIds, { packageId: toPackageId, updatedAt: context.now() });
  await recordParcelEvents(
    context,
    db,
    inboundParcelIds.flatMap((parcelId) => [
      { parcelId, kind: "taken_out", packageId: fromPackageId },
      { parcelId, kind: "put_into_package", packageId: toPackageId },
    ]),
  );
}

/**
 * The same for all parcels of the first package; returns their ids. Throws `box_goes_as_it_is` where some of them lie in a packed
 * box, which only its own package can send or have unpacked.
 */
export async function moveAllParcels(
  context: SignedInContext,
  db: Db,
  packages: { readonly fromPackageId: string; readonly toPackageId: string },
): Promise<string[]> {
  const parcels = await lockParcelsOfPackage(db, packages.fromPackageId);
  if (parcels.some(({ state }) => state === "packed")) throw apiError("box_goes_as_it_is");
  const inboundParcelIds = parcels.map(({ id }) => id);
  await moveParcelsBetween(context, db, { ...packages, inboundParcelIds });
  return inboundParcelIds;
}
