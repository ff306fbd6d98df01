import type { InboundParcelEventKind } from "#goods/rules/inbound-parcel.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updatePackageFromParcels } from "#goods/server/packages/follow-inbound-parcels.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { updateParcels, type LockedParcel, type ParcelChange } from "./inbound-parcel-queries.ts";
import { requireNotRequested } from "./require-not-requested.ts";
import { recordParcelEvents } from "./record-parcel-events.ts";

/** Takes a locked parcel out of its package, if any, together with the change that is the reason for it. */
export async function takeFromPackage(
  context: SignedInContext,
  db: Db,
  parcel: Pick<LockedParcel, "id" | "packageId" | "state">,
  change: {
    readonly kind: Extract<InboundParcelEventKind, "cancelled" | "rejected">;
    readonly set: ParcelChange;
  },
): Promise<void> {
  const { id: parcelId, packageId } = parcel;
  await requireNotRequested(context, db, [parcel]);
  const updatedAt = context.now();
  await updateParcels(db, [parcelId], { ...change.set, packageId: null, updatedAt });
  await recordParcelEvents(context, db, [{ parcelId, kind: change.kind, packageId }]);
  if (change.kind === "cancelled") await followParcels(context, db, [parcelId]);
  if (packageId !== null) await updatePackageFromParcels(context, db, packageId);
  if (context.session.person.isAdmin) {
    await recordAdminAction(context, db, {
      action: `inboundParcels.${change.kind === "cancelled" ? "cancel" : "reject"}InboundParcel`,
      target: parcelId,
      before: { state: parcel.state, packageId },
      after: { packageId: null },
    });
  }
}
