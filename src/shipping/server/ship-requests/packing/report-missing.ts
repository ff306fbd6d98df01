import { apiError } from "#platform/contract/errors.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { insertRequestEvent } from "#shipping/server/ship-requests/event-queries.ts";
import { lockRequest, requireNextState } from "#shipping/server/ship-requests/lock-request.ts";
import {
  updateRequestParcels,
  listRequestParcels,
} from "#shipping/server/ship-requests/request-queries.ts";
import { waitFor } from "#shipping/server/ship-requests/accept.ts";
import { describePacking } from "./describe-packing.ts";
import { requirePacker, staffActor } from "./require-packer.ts";

type MissingInput = { readonly shipRequestId: string; readonly inboundParcelId: string };

async function report(context: SignedInContext, db: Db, input: MissingInput): Promise<void> {
  const { shipRequestId, inboundParcelId } = input;
  const locked = await lockRequest(context, db, shipRequestId);
  const { request } = locked;
  const parcels = await listRequestParcels(db, shipRequestId);
  const parcel = parcels.find((one) => one.inboundParcelId === inboundParcelId);
  if (parcel === undefined) throw apiError("not_found");
  if (parcel.state === "missing") return;
  requirePacker(context, request);
  // A second parcel can be missing too.
  if (request.waitingReason !== "missing") requireNextState("report_missing", "packer", request);
  if (parcel.state !== "to_find") throw apiError("conflict", { current: parcel.state });
  const actor = staffActor(context);
  await updateRequestParcels(db, shipRequestId, [inboundParcelId], { state: "missing" });
  await insertRequestEvent(db, shipRequestId, actor, "parcel_missing", {
    labelCode: parcel.labelCode,
  });
  await recordAdminAction(context, db, {
    action: "packing.reportMissing",
    target: shipRequestId,
    after: { inboundParcelId },
  });
  await waitFor(context, db, locked, actor, "missing");
}

/**
 * Reports that a parcel cannot be found: the request waits for its customer, until they go on without it or it is scanned. A
 * repeat changes nothing. Throws `not_found`, `packed_by_another`, and `conflict` unless it is still to be found.
 */
export async function reportMissing(
  context: SignedInContext,
  input: MissingInput,
): Promise<PackingRequest> {
  await atomically(context.db, (db) => report(context, db, input));
  return await describePacking(context, input.shipRequestId);
}
