// Ends requests: what is held is released, extra services that are done are charged, and the parcels are free again.
import { apiError } from "#platform/contract/errors.ts";
import type { ActingContext, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { chargeOrders, endOpenOrders } from "#shipping/server/extra-services/order-ends.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { endLabelOfRequest } from "#shipping/server/labels/labels.ts";
import { clearServiceOfRoute } from "#goods/server/packages/legs/replace-legs.ts";
import {
  updatePackageFromParcels,
  updateDerivedStatus,
} from "#goods/server/packages/change-package.ts";
import { stopStorage } from "./chosen-parcels.ts";
import { listRequestHolds, releaseRequestHolds } from "#money/server/wallet/request-holds.ts";
import {
  saveRequest,
  type LockedRequest,
  requireHere,
  lockRequest,
  requireNextState,
  type RequestActor,
} from "./change-request.ts";
import { endQuotes } from "./quote-queries.ts";
import { listRequestParcels } from "./request-queries.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { describeShipRequest } from "./ship-requests.ts";

/**
 * Cancels an own request until it is labelled: holds are released, extra services that are done are charged, and the parcels
 * lie on the shelf again. A repeat changes nothing. Throws `not_found`, `package_departed`, and `conflict` once it is labelled or has
 * ended.
 */
export async function cancelShipRequest(
  context: SignedInContext,
  { shipRequestId, reason }: { readonly shipRequestId: string; readonly reason: string },
): Promise<ShipRequest> {
  const { db } = context;
  const userId = context.session.person.id;
  const locked = await lockRequest(context, db, shipRequestId, userId);
  if (locked.request.state === "cancelled") {
    return await describeShipRequest(context, shipRequestId);
  }
  requireNextState("cancel", "customer", locked.request);
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  await endRequest(context, db, locked, actor, { state: "cancelled", reason });
  context.log.info({ shipRequestId }, "Ship request cancelled");
  return await describeShipRequest(context, shipRequestId);
}

/**
 * Releases what a request holds, and then charges what is done of its extra services; open ones are cancelled. What the wallet
 * does not cover, since a dispute took it, ends no less: it is owed.
 */
async function endHolds(db: Db, { request }: LockedRequest, actor: RequestActor): Promise<void> {
  const done = await endOpenOrders(db, request.id, actor);
  const held = await listRequestHolds(db, request.id);
  const end = { endedBy: actor.actorId, at: actor.at };
  await releaseRequestHolds(
    db,
    held.filter(({ id }) => !done.some(({ holdId }) => holdId === id)),
    end,
  );
  await chargeOrders(db, done, end);
}

/**
 * Ends a locked request as cancelled or shelved. Cancelling frees the parcels of its box and derives the package's status
 * again; a shelved box stays packed. Throws `package_departed` once what it sends has left.
 */
export async function endRequest(
  context: ActingContext,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  end: { readonly state: "cancelled" | "shelved"; readonly reason: string },
): Promise<LockedRequest> {
  const { request, pkg } = locked;
  if (request.packageId === null) throw apiError("conflict", { current: request.state });
  await requireHere(db, locked, actor);
  const parcels = await listRequestParcels(db, request.id);
  await stopStorage(db, request.id, actor.at);
  if (end.state === "cancelled") {
    const ids = parcels.map(({ inboundParcelId }) => inboundParcelId);
    await setParcelStates(context, db, pkg.id, ids, "received");
  }
  await endQuotes(db, request.id, "replaced", actor.at);
  await endHolds(db, locked, actor);
  await endLabelOfRequest(db, request.id, { by: actor.actorId, at: actor.at, reason: end.reason });
  const ended = await saveRequest(
    db,
    locked,
    actor,
    { state: end.state, endedAt: actor.at, endedBy: actor.actorId, endedReason: end.reason },
    // What was typed stands in the request, from which it is erased with an account.
    [end.state],
  );
  await clearServiceOfRoute(db, pkg.id);
  await updatePackageFromParcels(context, db, pkg.id);
  await updateDerivedStatus(context, db, pkg.id);
  return ended;
}
