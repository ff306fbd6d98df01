import { apiError } from "#platform/contract/errors.ts";
import type { ShelvedBox } from "#shipping/contract/boxes.ts";
import { readBox } from "#shipping/server/boxes/boxes.ts";
import type { SignedInContext, ActingContext } from "#platform/server/context.ts";
import { describeOrders, readNewestUnpacking } from "#shipping/server/extra-services/orders.ts";
import {
  findPackage,
  lockAnyPackage,
  requireNoShipRequest,
} from "#goods/server/packages/lock-packages.ts";
import { toPacked } from "./ship-requests.ts";
import {
  isFreeOrPacked,
  isFreeToGo,
  listGathered,
  lockGathered,
  notFreeError,
  type GatheredForShipping,
  findUnpackedRequest,
} from "./parcel-queries.ts";
import {
  findNewestRequest,
  listRequestParcels,
  findRequest,
  updateRequestRow,
} from "./request-queries.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { priorityPacking } from "#catalogue/rules/extra-service.ts";
import { delayStorage } from "#goods/server/storage-rates/storage.ts";

/** The newest order to unpack the box that was shelved last; an older one was about another box. */
async function readUnpacking(context: SignedInContext, packageId: string) {
  const { db } = context;
  const request = await findNewestRequest(db, packageId);
  const order = await readNewestUnpacking(db, packageId);
  const isOfBox =
    order !== undefined &&
    request?.state === "shelved" &&
    request.endedAt !== null &&
    order.createdAt >= request.endedAt;
  return isOfBox ? ((await describeOrders(context, db, [order]))[0] ?? null) : null;
}

/** The packed box of an own package that lies on the shelf, and whether it is unpacked. Throws `not_found`. */
export async function readShelvedBox(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<ShelvedBox> {
  const { db, session, language } = context;
  const pkg = await findPackage(db, packageId);
  if (pkg === undefined || pkg.userId !== session.person.id) throw apiError("not_found");
  const shelved = await findShelved(db, packageId, await listGathered(db, packageId));
  const boxId = shelved?.request.boxId ?? null;
  const box = boxId === null ? undefined : await readBox(db, boxId);
  return {
    box: shelved === undefined ? null : toPacked(shelved.request, box?.names[language] ?? null),
    inboundParcelIds: shelved?.parcels.map(({ id }) => id) ?? [],
    unpacking: await readUnpacking(context, packageId),
  };
}

/** Parcels of a package that go; `shelved` is the request whose box they lie in already. */
export type ChosenParcels = {
  readonly parcels: readonly GatheredForShipping[];
  readonly warehouseId: string;
  readonly shelved: RowOf<"shipRequests"> | null;
};

/** A closed box on the shelf: the request with which it was packed, and what is in it. */
type Shelved = {
  readonly request: RowOf<"shipRequests">;
  readonly parcels: readonly GatheredForShipping[];
};

/** The box of a package that lies on the shelf; undefined where there is none. `gathered` are the package's parcels. */
async function findShelved(
  db: Db,
  packageId: string,
  gathered: readonly GatheredForShipping[],
): Promise<Shelved | undefined> {
  if (!gathered.some(({ state }) => state === "packed")) return undefined;
  const request = await findNewestRequest(db, packageId);
  if (request?.state !== "shelved" || request.packedAt === null) return undefined;
  const inBox = (await listRequestParcels(db, request.id)).filter(
    ({ state }) => state === "in_box",
  );
  const ids = new Set(inBox.map(({ inboundParcelId }) => inboundParcelId));
  const parcels = gathered.filter(({ id, state }) => state === "packed" && ids.has(id));
  return { request, parcels };
}

type BoxObstacle = "box_goes_as_it_is" | "box_being_unpacked";

/** What stands against sending a choice of parcels with a shelved box; null where they are exactly what is in it. */
async function boxObstacle(
  db: Db,
  packageId: string,
  { parcels }: Shelved,
  chosen: ReadonlySet<string>,
): Promise<BoxObstacle | null> {
  const isWhole = chosen.size === parcels.length && parcels.every(({ id }) => chosen.has(id));
  if (!isWhole) return "box_goes_as_it_is";
  const unpacking = await readNewestUnpacking(db, packageId);
  return unpacking?.state === "ordered" ? "box_being_unpacked" : null;
}

/** The same for a package that may have no box on the shelf. */
export async function readBoxObstacle(
  db: Db,
  packageId: string,
  inboundParcelIds: readonly string[],
): Promise<BoxObstacle | null> {
  const shelved = await findShelved(db, packageId, await listGathered(db, packageId));
  if (shelved === undefined) return null;
  return await boxObstacle(db, packageId, shelved, new Set(inboundParcelIds));
}

function require(
  parcels: readonly GatheredForShipping[],
  shelved: RowOf<"shipRequests"> | null,
): ChosenParcels {
  const warehouseId = shelved?.warehouseId ?? parcels[0]?.warehouseId ?? null;
  if (parcels.length === 0 || warehouseId === null) throw apiError("nothing_to_ship");
  if (parcels.length > shipRequestLimits.parcels) throw apiError("too_many_inbound_parcels");
  return { parcels, warehouseId, shelved };
}

/**
 * The parcels of an own package, whose row must be locked, that go: the chosen ones or all that are here. A shelved box goes
 * as it is. Throws `nothing_to_ship`, `inbound_parcel_not_free` where a chosen one is not in the package or not here,
 * `parcel_removal_open` where staff ask to return it or to dispose of it,
 * `box_goes_as_it_is` where the choice is not exactly what is in a shelved box, and `box_being_unpacked`.
 */
export async function chooseParcels(
  db: Db,
  { id: packageId }: { readonly id: string },
  inboundParcelIds: readonly string[] | null,
): Promise<ChosenParcels> {
  const gathered = await lockGathered(db, packageId);
  const shelved = await findShelved(db, packageId, gathered);
  if (shelved !== undefined) {
    const all = gathered.filter(isFreeOrPacked).map(({ id }) => id);
    const obstacle = await boxObstacle(db, packageId, shelved, new Set(inboundParcelIds ?? all));
    if (obstacle !== null) throw apiError(obstacle);
    return require(shelved.parcels, shelved.request);
  }
  const here = gathered.filter(isFreeToGo);
  if (inboundParcelIds === null) return require(here, null);
  const wanted = new Set(inboundParcelIds);
  const chosen = here.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) throw notFreeError(gathered.filter(({ id }) => wanted.has(id)));
  return require(chosen, null);
}

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

/** Moves a request to the front of the queue once priority was ordered for it; it is due when that is. */
export async function markPriority(
  db: Db,
  shipRequestId: string,
  code: string,
  dueAt: Date,
): Promise<void> {
  if (code !== priorityPacking) return;
  const request = await findRequest(db, shipRequestId);
  if (request === undefined) return;
  const earliest = dueAt < request.dueAt ? dueAt : request.dueAt;
  await updateRequestRow(db, shipRequestId, {
    isPriority: true,
    dueAt: earliest,
    updatedAt: request.updatedAt,
  });
}

/**
 * Makes the days free on which a request, whose row the transaction of `db` has locked, was not packed although it was promised
 * to be; each day once. It runs before a box is closed, before a parcel or the request goes away, and every ten minutes.
 */
export async function stopStorage(db: Db, shipRequestId: string, now: Date): Promise<void> {
  const request = await findUnpackedRequest(db, shipRequestId);
  if (request !== undefined) await delayStorage(db, request, now);
}
