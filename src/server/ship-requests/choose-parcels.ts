import { apiError } from "#contract/errors.ts";
import { shipRequestLimits } from "#core/ship-request.ts";
import type { LockedPackage } from "#server/packages/change-own-package.ts";
import type { Db } from "#server/db/open.ts";
import type { ShipRequestRow } from "#server/db/tables/ship-requests.ts";
import { lockGathered, type GatheredForShipping } from "./parcel-queries.ts";
import { findNewestRequest, listRequestParcels } from "./request-queries.ts";

/** Parcels of a package that go; `shelved` is the request whose box they lie in already. */
export type ChosenParcels = {
  readonly parcels: readonly GatheredForShipping[];
  readonly warehouseId: string;
  readonly shelved: ShipRequestRow | null;
};

/** The request whose closed box lies on the shelf, with its parcels. */
async function findShelved(
  db: Db,
  shipment: LockedPackage,
  gathered: readonly GatheredForShipping[],
): Promise<{ readonly request: ShipRequestRow; readonly ids: ReadonlySet<string> } | null> {
  if (!gathered.some(({ state }) => state === "packed")) return null;
  const request = await findNewestRequest(db, shipment.id);
  if (request?.state !== "shelved" || request.packedAt === null) return null;
  const inBox = (await listRequestParcels(db, request.id)).filter(
    ({ state }) => state === "in_box",
  );
  return { request, ids: new Set(inBox.map(({ inboundParcelId }) => inboundParcelId)) };
}

function require(
  parcels: readonly GatheredForShipping[],
  shelved: ShipRequestRow | null,
): ChosenParcels {
  const warehouseId = shelved?.warehouseId ?? parcels[0]?.warehouseId ?? null;
  if (parcels.length === 0 || warehouseId === null) throw apiError("nothing_to_ship");
  if (parcels.length > shipRequestLimits.parcels) throw apiError("too_many_inbound_parcels");
  return { parcels, warehouseId, shelved };
}

/**
 * The parcels of an own package, whose row must be locked, that go: the chosen ones or all that are here; of a shelved box
 * everything in it. Throws `nothing_to_ship`, and `inbound_parcel_not_free` where a chosen one is not in the package or not
 * here.
 */
export async function chooseParcels(
  db: Db,
  shipment: LockedPackage,
  inboundParcelIds: readonly string[] | null,
): Promise<ChosenParcels> {
  const gathered = await lockGathered(db, shipment.id);
  const shelved = await findShelved(db, shipment, gathered);
  if (shelved !== null) {
    return require(gathered.filter(
      ({ id, state }) => state === "packed" && shelved.ids.has(id),
    ), shelved.request);
  }
  const here = gathered.filter(({ state }) => state === "received");
  if (inboundParcelIds === null) return require(here, null);
  const wanted = new Set(inboundParcelIds);
  const chosen = here.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) throw apiError("inbound_parcel_not_free");
  return require(chosen, null);
}
