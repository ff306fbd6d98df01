import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { takeFromPackage } from "./take-from-package.ts";
import { countParcelChange } from "./count-parcel-change.ts";
import { getOwnParcel } from "./inbound-parcel-queries.ts";
import { lockOwnParcel } from "./lock-own-parcels.ts";

/**
 * Cancels an own parcel that is expected; it leaves its package, also one that has left. One that is cancelled already
 * stays as it is. Throws `account_closed`, `not_found`, and `inbound_parcel_not_free` once it was received.
 */
export async function cancelInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<InboundParcel> {
  await countParcelChange(context);
  return await atomically(context.db, async (db) => {
    const parcel = await lockOwnParcel(context, db, inboundParcelId);
    if (parcel.state !== "cancelled") {
      if (parcel.state !== "expected") throw apiError("inbound_parcel_not_free");
      await takeFromPackage(context, db, parcel, {
        kind: "cancelled",
        set: { state: "cancelled" },
      });
    }
    return await getOwnParcel(context, db, context.session.person.id, inboundParcelId);
  });
}
