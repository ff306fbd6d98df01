import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { stopStorage } from "./stop-storage.ts";
import { endLeftOrders } from "#shipping/server/extra-services/end-left-orders.ts";
import { describeShipRequest } from "./describe-ship-request.ts";
import type { RequestActor } from "./event-queries.ts";
import { lockRequest, requireVersion, saveRequest } from "./lock-request.ts";
import { lockGathered } from "./parcel-queries.ts";
import {
  deleteRequestParcels,
  insertRequestParcels,
  listRequestParcels,
} from "./request-queries.ts";

type ParcelsInput = {
  readonly shipRequestId: string;
  readonly inboundParcelIds: readonly string[];
  readonly expectedVersion: number;
};

async function change(context: SignedInContext, db: Db, input: ParcelsInput): Promise<void> {
  const userId = context.session.person.id;
  const locked = await lockRequest(context, db, input.shipRequestId, userId);
  const { request, pkg } = locked;
  if (request.state !== "requested" && request.state !== "packing") {
    throw apiError("conflict", { current: request.state });
  }
  const wanted = new Set(input.inboundParcelIds);
  const parcels = await listRequestParcels(db, request.id);
  const known = new Set(parcels.map(({ inboundParcelId }) => inboundParcelId));
  const added = [...wanted].filter((id) => !known.has(id));
  const left = parcels.filter(({ inboundParcelId }) => !wanted.has(inboundParcelId));
  if (added.length === 0 && left.length === 0) return;
  requireVersion(request, input.expectedVersion);
  // What lies in the box, or was not found, is the packer's to take out.
  if (left.some(({ state }) => state !== "to_find")) throw apiError("inbound_parcel_not_free");
  const here = (await lockGathered(db, pkg.id)).filter(({ state }) => state === "received");
  const isHere = (id: string) => here.some((parcel) => parcel.id === id);
  if (!added.every(isHere)) throw apiError("inbound_parcel_not_free");
  if (known.size - left.length + added.length === 0) throw apiError("nothing_to_ship");
  await stopStorage(db, request.id, context.now());
  await deleteRequestParcels(
    db,
    request.id,
    left.map(({ inboundParcelId }) => inboundParcelId),
  );
  await insertRequestParcels(db, request.id, added);
  const parcelIds = left.map(({ inboundParcelId }) => inboundParcelId);
  await endLeftOrders(context, db, { parcelIds, packageIds: [] });
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  await saveRequest(db, locked, actor, {}, ["parcels_changed", { parcelsCount: wanted.size }]);
}

/**
 * Changes which parcels of an own request go, until its box is closed; what is in the box stays there. Throws `not_found`,
 * `conflict`, `inbound_parcel_not_free` and `nothing_to_ship`.
 */
export async function changeParcels(
  context: SignedInContext,
  input: ParcelsInput,
): Promise<ShipRequest> {
  await atomically(context.db, (db) => change(context, db, input));
  return await describeShipRequest(context, input.shipRequestId);
}
