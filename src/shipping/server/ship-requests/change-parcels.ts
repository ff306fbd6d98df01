import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { stopStorage } from "./chosen-parcels.ts";
import { endLeftOrders } from "#shipping/server/extra-services/order-ends.ts";
import { describeShipRequest } from "./ship-requests.ts";
import {
  lockRequest,
  saveRequest,
  requireNextState,
  noPackedBox,
  type RequestActor,
} from "./change-request.ts";
import { isFreeToGo, lockGathered, notFreeError } from "./parcel-queries.ts";
import {
  deleteRequestParcels,
  insertRequestParcels,
  listRequestParcels,
  updateRequestParcels,
} from "./request-queries.ts";
import { readDeclaredGoods } from "#goods/server/goods/declared-goods.ts";
import { requireFewLines } from "#shipping/server/customs/box-goods.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/parcels-of-package.ts";
import { splitWithinShipRequest } from "#goods/server/packages/split-packages.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { readGoodsOfRequest, requireCategory, signAnew, signRest } from "./declaration.ts";
import { endQuotes } from "./quote-queries.ts";
import { requireTakenGoods } from "./require-service.ts";
import { readServiceFacts } from "./service-facts.ts";

type ParcelsInput = {
  readonly shipRequestId: string;
  readonly inboundParcelIds: readonly string[];
  readonly expectedVersion: number;
};

/**
 * Changes which parcels of an own request go, until its box is closed; what is in the box stays there. Throws `not_found`,
 * `conflict`, `inbound_parcel_not_free`, `goods_refused`, `category_not_possible` where one that joins was bought and they go as a
 * gift, `too_many_lines` where with it no paper has room for their goods, and `nothing_to_ship`.
 */
export async function changeParcels(
  context: SignedInContext,
  input: ParcelsInput,
): Promise<ShipRequest> {
  const { db } = context;
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
  if (context.edits({ parcels: known }, { parcels: wanted }, request.version) === null) {
    return await describeShipRequest(context, request.id);
  }
  // What lies in the box, or was not found, is the packer's to take out.
  if (left.some(({ state }) => state !== "to_find")) throw apiError("inbound_parcel_not_free");
  const gathered = await lockGathered(db, pkg.id);
  const here = new Set(gathered.filter(isFreeToGo).map(({ id }) => id));
  if (!added.every((id) => here.has(id))) {
    throw notFreeError(gathered.filter(({ id }) => added.includes(id)));
  }
  if (known.size - left.length + added.length === 0) throw apiError("nothing_to_ship");
  const facts = await readServiceFacts(context, db, request.warehouseId);
  const joining = gathered.filter(({ id }) => added.includes(id));
  requireTakenGoods(joining, request, facts);
  requireCategory(request, await readDeclaredGoods(context, db, added));
  await stopStorage(db, request.id, context.now());
  await deleteRequestParcels(
    db,
    request.id,
    left.map(({ inboundParcelId }) => inboundParcelId),
  );
  await insertRequestParcels(db, request.id, added);
  if (added.length > 0) {
    const goods = await readGoodsOfRequest(context, db, request.id);
    requireFewLines(goods.flatMap(({ goodsItems }) => goodsItems));
  }
  const parcelIds = left.map(({ inboundParcelId }) => inboundParcelId);
  await endLeftOrders(context, db, { parcelIds, packageIds: [] });
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  const changed = await saveRequest(db, locked, actor, {}, [
    "parcels_changed",
    { parcelsCount: wanted.size },
  ]);
  await signAnew(context, db, changed, actor.at);
  return await describeShipRequest(context, request.id);
}

type LeftOutInput = {
  readonly shipRequestId: string;
  readonly inboundParcelIds: readonly string[];
};

/**
 * Leaves parcels out of an own packed box: they go into a new package of the quota, and the box is packed again. What is held
 * stays.
 *
 * Throws `account_closed`, `not_found`, `conflict`, `inbound_parcel_not_free`, `nothing_to_ship`, `subscription_required`
 * and `quota_exceeded`.
 */
export async function leaveOutParcels(
  context: SignedInContext,
  input: LeftOutInput,
): Promise<ShipRequest> {
  const { db } = context;
  const userId = context.session.person.id;
  await lockCustomer(db, userId);
  const locked = await lockRequest(context, db, input.shipRequestId, userId);
  const { request, pkg } = locked;
  const state = requireNextState("leave_out", "customer", request);
  const parcels = await listRequestParcels(db, request.id);
  const inBox = parcels.filter((parcel) => parcel.state === "in_box");
  const leaving = new Set(input.inboundParcelIds);
  const known = inBox.filter(({ inboundParcelId }) => leaving.has(inboundParcelId));
  if (known.length < leaving.size) throw apiError("inbound_parcel_not_free");
  if (known.length === inBox.length) throw apiError("nothing_to_ship");
  const ids = inBox.map(({ inboundParcelId }) => inboundParcelId);
  await setParcelStates(context, db, pkg.id, ids, "received");
  await updateRequestParcels(db, request.id, [...leaving], { state: "left_out" });
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  await endQuotes(db, request.id, "replaced", actor.at);
  const changed = await saveRequest(db, locked, actor, { state, quoteId: null, ...noPackedBox }, [
    "parcels_left_out",
    { parcelsCount: leaving.size },
  ]);
  await signRest(context, db, changed, actor.at);
  await splitWithinShipRequest(context, db, {
    packageId: pkg.id,
    inboundParcelIds: [...leaving],
  });
  return await describeShipRequest(context, request.id);
}

/**
 * Lets an own request go on without the parcels that were not found; they stay in the account. A repeat changes nothing.
 * Throws `not_found`, `conflict` where it waits for something else, and `nothing_to_ship` where no parcel is left.
 */
export async function continueWithoutMissing(
  context: SignedInContext,
  { shipRequestId }: { readonly shipRequestId: string },
): Promise<ShipRequest> {
  const { db } = context;
  const userId = context.session.person.id;
  const locked = await lockRequest(context, db, shipRequestId, userId);
  const { request } = locked;
  const parcels = await listRequestParcels(db, request.id);
  const missing = parcels.filter(({ state }) => state === "missing");
  if (request.state === "packing" && missing.length === 0) {
    return await describeShipRequest(context, request.id);
  }
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
  const changed = await saveRequest(db, locked, actor, { state }, [
    "continued_without_missing",
    { parcelsCount: staying.length },
  ]);
  await signRest(context, db, changed, actor.at);
  return await describeShipRequest(context, request.id);
}
