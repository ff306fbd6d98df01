import type { PackingRequest } from "#shipping/contract/packing.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { endRequest } from "#shipping/server/ship-requests/end-request.ts";
import { lockRequest, requireNextState } from "#shipping/server/ship-requests/lock-request.ts";
import { notifyRequest } from "#shipping/server/ship-requests/notify-request.ts";
import { describePacking } from "./describe-packing.ts";
import { staffActor } from "./require-packer.ts";

type CancellationInput = { readonly shipRequestId: string; readonly reason: string };

async function cancel(
  context: SignedInContext,
  db: Db,
  { shipRequestId, reason }: CancellationInput,
) {
  const locked = await lockRequest(context, db, shipRequestId);
  const { request } = locked;
  if (request.state === "cancelled") return;
  requireNextState("cancel", "staff", request);
  const ended = await endRequest(context, db, locked, staffActor(context), {
    state: "cancelled",
    reason,
  });
  await notifyRequest(context, db, ended, {
    kind: "ship_request_cancelled",
    key: "cancelled",
    reason,
    email: "cancelled",
  });
  await recordAdminAction(context, db, {
    action: "packing.cancelShipRequest",
    target: shipRequestId,
    before: { state: request.state },
    after: { state: "cancelled" },
    reason,
  });
}

/**
 * Cancels a ship request that has not left, with a reason that its customer reads: holds are released, and extra services that
 * are done are charged. A repeat changes nothing. Throws `not_found`, `own_account`, `package_departed`, and `conflict` once it
 * has ended.
 */
export async function cancelShipRequest(
  context: SignedInContext,
  input: CancellationInput,
): Promise<PackingRequest> {
  await atomically(context.db, (db) => cancel(context, db, input));
  context.log.info({ shipRequestId: input.shipRequestId }, "Ship request cancelled by staff");
  return await describePacking(context, input.shipRequestId);
}
