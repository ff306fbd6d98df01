import { apiError } from "#platform/contract/errors.ts";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { lockRequest, saveRequest } from "#shipping/server/ship-requests/lock-request.ts";
import { describePacking } from "./describe-packing.ts";
import { staffActor } from "./require-packer.ts";

async function take(context: SignedInContext, db: Db, shipRequestId: string): Promise<void> {
  const locked = await lockRequest(context, db, shipRequestId);
  const { request } = locked;
  if (request.state !== "packing") throw apiError("conflict", { current: request.state });
  const actor = staffActor(context);
  const packerId = context.session.person.id;
  if (request.packerId === packerId) return;
  await saveRequest(db, locked, actor, { packerId, packerActiveAt: actor.at }, ["taken_over"]);
  await recordAdminAction(context, db, {
    action: "packing.takeOver",
    target: shipRequestId,
    before: { packerId: request.packerId },
    after: { packerId },
  });
}

/** Goes on packing what somebody else began. Throws `not_found`, and `conflict` unless it is being packed. */
export async function takeOver(
  context: SignedInContext,
  { shipRequestId }: { readonly shipRequestId: string },
): Promise<PackingRequest> {
  await atomically(context.db, (db) => take(context, db, shipRequestId));
  return await describePacking(context, shipRequestId);
}
