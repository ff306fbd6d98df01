import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { stopStorage } from "./stop-storage.ts";
import { endLeftOrders } from "#shipping/server/extra-services/end-left-orders.ts";
import { describeShipRequest } from "./describe-ship-request.ts";
import type { RequestActor } from "./event-queries.ts";
import { lockRequest, requireNextState, saveRequest } from "./lock-request.ts";
import { listRequestParcels, updateRequestParcels } from "./request-queries.ts";

async function goOn(context: SignedInContext, db: Db, shipRequestId: string): Promise<void> {
  const userId = context.session.person.id;
  const locked = await lockRequest(context, db, shipRequestId, userId);
  const { request } = locked;
  const parcels = await listRequestParcels(db, request.id);
  const missing = parcels.filter(({ state }) => state === "missing");
  if (request.state === "packing" && missing.length === 0) return;
  const state = requireNextState("continue_packing", "customer", request);
  const staying = parcels.filter(
    (parcel) => parcel.state === "to_find" || parcel.state === "in_box",
  );
  if (staying.length === 0) throw apiError("nothing_to_ship");
  const ids = missing.map(({ inboundParcelId }) => inboundParcelId);
  await stopStorage(db, request.id, context.now());
  await updateRequestParcels(db, request.id, ids, { state: "left_out" });
  await endLeftOrders(context, db, { parcelIds: ids, packageIds: [] });
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  await saveRequest(db, locked, actor, { state }, [
    "continued_without_missing",
    { parcelsCount: staying.length },
  ]);
}

/**
 * Lets an own request go on without the parcels that were not found; they stay in the account. A repeat changes nothing.
 * Throws `not_found`, `conflict` where it waits for something else, and `nothing_to_ship` where no parcel is left.
 */
export async function continueWithoutMissing(
  context: SignedInContext,
  { shipRequestId }: { readonly shipRequestId: string },
): Promise<ShipRequest> {
  await atomically(context.db, (db) => goOn(context, db, shipRequestId));
  return await describeShipRequest(context, shipRequestId);
}
