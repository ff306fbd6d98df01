import { apiError } from "#platform/contract/errors.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockRequestAlone } from "#shipping/server/ship-requests/lock-request.ts";
import {
  updateRequestParcels,
  listRequestParcels,
} from "#shipping/server/ship-requests/request-queries.ts";
import { describePacking } from "./describe-packing.ts";
import { recordPacker } from "./record-packer.ts";
import { requirePacker } from "./require-packer.ts";

type RemovalInput = { readonly shipRequestId: string; readonly inboundParcelId: string };

async function remove(context: SignedInContext, db: Db, input: RemovalInput): Promise<void> {
  const { shipRequestId, inboundParcelId } = input;
  const request = await lockRequestAlone(context, db, shipRequestId);
  if (request.state !== "packing") throw apiError("conflict", { current: request.state });
  requirePacker(context, request);
  const parcels = await listRequestParcels(db, shipRequestId);
  const parcel = parcels.find((one) => one.inboundParcelId === inboundParcelId);
  if (parcel === undefined) throw apiError("not_found");
  if (parcel.state !== "in_box") return;
  await updateRequestParcels(db, shipRequestId, [inboundParcelId], {
    state: "to_find",
    scannedBy: null,
    scannedAt: null,
    idempotencyKey: null,
  });
  await recordPacker(db, shipRequestId, {
    packerId: context.session.person.id,
    at: context.now(),
  });
  await recordAdminAction(context, db, {
    action: "packing.removeFromBox",
    target: shipRequestId,
    after: { inboundParcelId },
  });
}

/**
 * Takes a parcel out of the open box again, so that it has to be found anew. A repeat changes nothing. Throws `not_found`,
 * `packed_by_another`, and `conflict` unless the request is being packed.
 */
export async function removeFromBox(
  context: SignedInContext,
  input: RemovalInput,
): Promise<PackingRequest> {
  await atomically(context.db, (db) => remove(context, db, input));
  return await describePacking(context, input.shipRequestId);
}
