import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeShipRequest } from "./describe-ship-request.ts";

/** An own ship request with its parcels, photos, quotes and history. Throws `not_found`. */
export async function readShipRequest(
  context: SignedInContext,
  input: { readonly shipRequestId: string },
): Promise<ShipRequest> {
  return await describeShipRequest(context, input.shipRequestId);
}
