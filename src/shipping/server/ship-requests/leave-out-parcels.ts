import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/pack-parcels.ts";
import { readPackageByKey } from "#goods/server/packages/read-package-by-key.ts";
import { splitWithinShipRequest } from "#goods/server/packages/split-package.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import { describeShipRequest } from "./describe-ship-request.ts";
import type { RequestActor } from "./event-queries.ts";
import { lockRequest, requireNextState, saveRequest } from "./lock-request.ts";
import { endQuotes } from "./quote-queries.ts";
import { listRequestParcels, updateRequestParcels } from "./request-queries.ts";
import { noPackedBox } from "./packed-columns.ts";

type LeftOutInput = {
  readonly shipRequestId: string;
  readonly inboundParcelIds: readonly string[];
  readonly idempotencyKey: string;
};

async function leaveOut(context: SignedInContext, db: Db, input: LeftOutInput): Promise<void> {
  const userId = context.session.person.id;
  await lockCustomer(db, userId);
  // The new package is what a repeated request made.
  if ((await readPackageByKey(db, userId, input.idempotencyKey)) !== undefined) return;
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
  await saveRequest(db, locked, actor, { state, quoteId: null, ...noPackedBox }, [
    "parcels_left_out",
    { parcelsCount: leaving.size },
  ]);
  await splitWithinShipRequest(context, db, {
    packageId: pkg.id,
    inboundParcelIds: [...leaving],
    idempotencyKey: input.idempotencyKey,
  });
}

/**
 * Leaves parcels out of an own packed box: they go into a new package of the quota, and the box is packed again. What is held
 * stays. A repeat with the same key changes nothing.
 *
 * Throws `account_closed`, `not_found`, `conflict`, `inbound_parcel_not_free`, `nothing_to_ship`, `subscription_required`,
 * `quota_exceeded` and `idempotency_key_reused`.
 */
export async function leaveOutParcels(
  context: SignedInContext,
  input: LeftOutInput,
): Promise<ShipRequest> {
  await atomically(context.db, (db) => leaveOut(context, db, input));
  return await describeShipRequest(context, input.shipRequestId);
}
