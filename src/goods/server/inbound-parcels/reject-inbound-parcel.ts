import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { noStorage } from "#goods/server/storage-rates/start-storage.ts";
import { takeFromPackage } from "./take-from-package.ts";
import { countParcelChange } from "./count-parcel-change.ts";
import { lockOwnParcel } from "./lock-own-parcels.ts";
import { noDeclaration } from "./place-numbers.ts";

/**
 * Gives up an own parcel that was received: it leaves its package, and its owner is unknown until staff find out. What
 * the customer declared about it goes with it, since the next owner would read it. Throws `account_closed`, `not_found`,
 * and `inbound_parcel_not_free` unless it lies in the warehouse.
 */
export async function rejectInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<Record<string, never>> {
  await countParcelChange(context);
  await atomically(context.db, async (db) => {
    const parcel = await lockOwnParcel(context, db, inboundParcelId);
    if (parcel.state !== "received") throw apiError("inbound_parcel_not_free");
    const set = { userId: null, ...noDeclaration, ...noStorage };
    await takeFromPackage(context, db, parcel, { kind: "rejected", set });
  });
  context.log.info({ inboundParcelId }, "Inbound parcel rejected by its owner");
  return {};
}
