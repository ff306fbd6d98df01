import { apiError } from "#platform/contract/errors.ts";
import { mayPack } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { ShipRequestRow } from "#shipping/server/tables/ship-requests.ts";
import type { RequestActor } from "#shipping/server/ship-requests/event-queries.ts";

/** Throws `packed_by_another` while somebody else is packing a request. */
export function requirePacker(context: SignedInContext, request: ShipRequestRow): void {
  if (!mayPack(request, context.session.person.id, context.now())) {
    throw apiError("packed_by_another");
  }
}

/** The signed-in member of staff, as who leads a request on. */
export function staffActor(context: SignedInContext): RequestActor {
  return { actor: "staff", actorId: context.session.person.id, at: context.now() };
}
