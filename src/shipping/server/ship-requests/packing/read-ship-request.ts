import type { PackingRequest } from "#shipping/contract/packing.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describePacking } from "./describe-packing.ts";

/** What goes into the box of a request: parcels with photos and shelves, extra services and boxes. Throws `not_found`. */
export async function readShipRequest(
  context: SignedInContext,
  input: { readonly shipRequestId: string },
): Promise<PackingRequest> {
  return await describePacking(context, input.shipRequestId);
}
