import type { PackingRequest } from "#shipping/contract/packing.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { setParcelStates } from "#goods/server/inbound-parcels/pack-parcels.ts";
import { updatePackageFromParcels } from "#goods/server/packages/follow-inbound-parcels.ts";
import {
  lockRequest,
  requireNextState,
  saveRequest,
} from "#shipping/server/ship-requests/lock-request.ts";
import { noPackedBox } from "#shipping/server/ship-requests/packed-columns.ts";
import { endQuotes } from "#shipping/server/ship-requests/quote-queries.ts";
import { listRequestParcels } from "#shipping/server/ship-requests/request-queries.ts";
import { describePacking } from "./describe-packing.ts";
import { requirePacker, staffActor } from "./require-packer.ts";

type OpeningInput = { readonly shipRequestId: string; readonly reason: string };

async function open(context: SignedInContext, db: Db, { shipRequestId, reason }: OpeningInput) {
  const locked = await lockRequest(context, db, shipRequestId);
  const { request, pkg } = locked;
  const state = requireNextState("open_box", "packer", request);
  requirePacker(context, request);
  const actor = staffActor(context);
  const parcels = await listRequestParcels(db, shipRequestId);
  const ids = parcels.map(({ inboundParcelId }) => inboundParcelId);
  await setParcelStates(context, db, pkg.id, ids, "received");
  await endQuotes(db, shipRequestId, "replaced", actor.at);
  const packer = { packerId: context.session.person.id, packerActiveAt: actor.at };
  await saveRequest(db, locked, actor, { state, quoteId: null, ...noPackedBox, ...packer }, [
    "box_opened",
    { reason },
  ]);
  await updatePackageFromParcels(context, db, pkg.id);
  await recordAdminAction(context, db, {
    action: "packing.openBox",
    target: shipRequestId,
    before: { state: request.state, packedGrams: request.packedGrams },
    reason,
  });
}

/**
 * Opens a closed box that was not accepted yet: its quotes end, its parcels are received again, and packing goes on. What is
 * held stays. Throws `not_found`, `packed_by_another`, and `conflict` where no closed box waits.
 */
export async function openBox(
  context: SignedInContext,
  input: OpeningInput,
): Promise<PackingRequest> {
  await atomically(context.db, (db) => open(context, db, input));
  return await describePacking(context, input.shipRequestId);
}
