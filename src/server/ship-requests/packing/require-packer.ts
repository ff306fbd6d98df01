import { apiError } from "#contract/errors.ts";
import { mayPack } from "#core/ship-request.ts";
import type { SignedInContext } from "#server/context.ts";
import type { ShipRequestRow } from "#server/db/tables/ship-requests.ts";
import type { RequestActor } from "#server/ship-requests/event-queries.ts";
import { sentence } from "#server/translate.ts";

/** Throws `packed_by_another` while somebody else is packing a request. */
export function requirePacker(context: SignedInContext, request: ShipRequestRow): void {
  if (!mayPack(request, context.session.person.id, context.now())) {
    throw apiError("packed_by_another");
  }
}

/** Throws `own_wallet` where staff would move their own money: others pack, cancel and charge what they send. */
export function rejectOwnRequest(
  context: SignedInContext,
  { userId }: { readonly userId: string },
): void {
  if (userId === context.session.person.id) {
    throw apiError("own_wallet", {}, sentence("errors.ownShipRequest"));
  }
}

/** The signed-in member of staff, as who leads a request on. */
export function staffActor(context: SignedInContext): RequestActor {
  return { actor: "staff", actorId: context.session.person.id, at: context.now() };
}
