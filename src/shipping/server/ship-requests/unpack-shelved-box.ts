import { apiError } from "#platform/contract/errors.ts";
import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/pack-parcels.ts";
import { lockAnyPackage } from "#goods/server/packages/change-own-package.ts";
import { updatePackageFromParcels } from "#goods/server/packages/follow-inbound-parcels.ts";
import { requireNoShipRequest } from "#goods/server/packages/require-no-ship-request.ts";
import { lockGathered } from "./parcel-queries.ts";

/** Takes the shelved box of a package apart: its parcels are received again. Throws `ship_request_open`. */
export async function unpackShelvedBox(
  context: ActingContext,
  db: Db,
  packageId: string,
): Promise<void> {
  const pkg = await lockAnyPackage(context, db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  requireNoShipRequest(pkg);
  const packed = (await lockGathered(db, packageId)).filter(({ state }) => state === "packed");
  const ids = packed.map(({ id }) => id);
  await setParcelStates(context, db, packageId, ids, "received");
  await updatePackageFromParcels(context, db, packageId);
}
