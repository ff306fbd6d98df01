import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { nextShipRequestState } from "#shipping/rules/ship-request.ts";
import { lockRequest, notifyRequest, saveRequest, type RequestActor } from "./change-request.ts";
import { stopStorage } from "./chosen-parcels.ts";
import { endRequest } from "./end-request.ts";
import { deleteRequestParcels, findOpenRequest, listRequestParcels } from "./request-queries.ts";

/**
 * Takes a parcel out of the open request of its locked package, since it is not its customer's. A request that waited for it
 * alone goes on, and one that has no other parcel is cancelled, which its customer is notified of. Returns whether it went
 * with one. Throws `parcel_in_box` once it was scanned into the box.
 */
export async function leaveRequest(
  context: SignedInContext,
  db: Db,
  { parcelId, packageId }: { readonly parcelId: string; readonly packageId: string },
): Promise<boolean> {
  const found = await findOpenRequest(db, packageId);
  if (found === undefined) return false;
  const locked = await lockRequest(context, db, found.id);
  const { request } = locked;
  const parcels = (await listRequestParcels(db, request.id)).filter(
    ({ state }) => state !== "left_out",
  );
  const leaving = parcels.find(({ inboundParcelId }) => inboundParcelId === parcelId);
  if (leaving === undefined) return false;
  if (leaving.state === "in_box") throw apiError("parcel_in_box");
  const staying = parcels.filter((parcel) => parcel !== leaving);
  const actor: RequestActor = {
    actor: "staff",
    actorId: context.session.person.id,
    at: context.now(),
  };
  if (staying.length === 0) {
    // Staff's reason may name the other customer.
    const ended = await endRequest(context, db, locked, actor, { state: "cancelled", reason: "" });
    const news = { key: "cancelled", email: "cancelled" } as const;
    await notifyRequest(context, db, ended, { kind: "ship_request_cancelled", ...news });
    return true;
  }
  await stopStorage(db, request.id, actor.at);
  await deleteRequestParcels(db, request.id, [parcelId]);
  const waitsOn = staying.some(({ state }) => state === "missing");
  const next = waitsOn ? null : nextShipRequestState("continue_packing", "packer", request);
  await saveRequest(db, locked, actor, next === null ? {} : { state: next }, [
    "parcels_changed",
    { parcelsCount: staying.length },
  ]);
  return true;
}
