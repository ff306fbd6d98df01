import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { describeShipRequest } from "./describe-ship-request.ts";
import { endRequest } from "./end-request.ts";
import type { RequestActor } from "./event-queries.ts";
import { lockRequest, requireNextState } from "./lock-request.ts";

async function cancel(
  context: SignedInContext,
  db: Db,
  { shipRequestId, reason }: { readonly shipRequestId: string; readonly reason: string },
): Promise<void> {
  const userId = context.session.person.id;
  const locked = await lockRequest(context, db, shipRequestId, userId);
  if (locked.request.state === "cancelled") return;
  requireNextState("cancel", "customer", locked.request);
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  await endRequest(context, db, locked, actor, { state: "cancelled", reason });
}

/**
 * Cancels an own request until it is labelled: holds are released, extra services that are done are charged, and the parcels
 * lie on the shelf again. A repeat changes nothing. Throws `not_found`, `package_departed`, and `conflict` once it is labelled or has
 * ended.
 */
export async function cancelShipRequest(
  context: SignedInContext,
  input: { readonly shipRequestId: string; readonly reason: string },
): Promise<ShipRequest> {
  await atomically(context.db, (db) => cancel(context, db, input));
  context.log.info({ shipRequestId: input.shipRequestId }, "Ship request cancelled");
  return await describeShipRequest(context, input.shipRequestId);
}
