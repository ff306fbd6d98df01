import { apiError } from "#platform/contract/errors.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import type { Db } from "#platform/server/db/open.ts";
import { readNewestUnpacking } from "#shipping/server/extra-services/read-orders.ts";
import type { ShipRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { lockGathered, type GatheredForShipping } from "./parcel-queries.ts";
import { findNewestRequest, listRequestParcels } from "./request-queries.ts";

/** Parcels of a package that go; `shelved` is the request whose box they lie in already. */
export type ChosenParcels = {
  readonly parcels: readonly GatheredForShipping[];
  readonly warehouseId: string;
  readonly shelved: ShipRequestRow | null;
};

/** A closed box on the shelf: the request with which it was packed, and what is in it. */
export type Shelved = {
  readonly request: ShipRequestRow;
  readonly parcels: readonly GatheredForShipping[];
};

/** The box of a package that lies on the shelf; null where there is none. `gathered` are the package's parcels. */
export async function findShelved(
  db: Db,
  packageId: string,
  gathered: readonly GatheredForShipping[],
): Promise<Shelved | null> {
  if (!gathered.some(({ state }) => state === "packed")) return null;
  const request = await findNewestRequest(db, packageId);
  if (request?.state !== "shelved" || request.packedAt === null) return null;
  const inBox = (await listRequestParcels(db, request.id)).filter(
    ({ state }) => state === "in_box",
  );
  const ids = new Set(inBox.map(({ inboundParcelId }) => inboundParcelId));
  const parcels = gathered.filter(({ id, state }) => state === "packed" && ids.has(id));
  return { request, parcels };
}

/** Throws `box_goes_as_it_is` unless exactly the parcels of a box were chosen, and `box_being_unpacked`. */
async function requireWholeBox(
  db: Db,
  packageId: string,
  { parcels }: Shelved,
  chosen: ReadonlySet<string>,
): Promise<void> {
  const isWhole = chosen.size === parcels.length && parcels.every(({ id }) => chosen.has(id));
  if (!isWhole) throw apiError("box_goes_as_it_is");
  const unpacking = await readNewestUnpacking(db, packageId);
  if (unpacking?.state === "ordered") throw apiError("box_being_unpacked");
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
 * The parcels of an own package, whose row must be locked, that go: the chosen ones or all that are here. A shelved box goes
 * as it is. Throws `nothing_to_ship`, `inbound_parcel_not_free` where a chosen one is not in the package or not here,
 * `box_goes_as_it_is` where the choice is not exactly what is in a shelved box, and `box_being_unpacked`.
 */
export async function chooseParcels(
  db: Db,
  { id: packageId }: { readonly id: string },
  inboundParcelIds: readonly string[] | null,
): Promise<ChosenParcels> {
  const gathered = await lockGathered(db, packageId);
  const shelved = await findShelved(db, packageId, gathered);
  if (shelved !== null) {
    const isHere = ({ state }: GatheredForShipping) => state === "received" || state === "packed";
    const all = gathered.filter(isHere).map(({ id }) => id);
    await requireWholeBox(db, packageId, shelved, new Set(inboundParcelIds ?? all));
    return require(shelved.parcels, shelved.request);
  }
  const here = gathered.filter(({ state }) => state === "received");
  if (inboundParcelIds === null) return require(here, null);
  const wanted = new Set(inboundParcelIds);
  const chosen = here.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) throw apiError("inbound_parcel_not_free");
  return require(chosen, null);
}
