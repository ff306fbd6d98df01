import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { UpdateOf } from "#platform/server/db/tables.ts";
import { sentence } from "#platform/server/translate.ts";
import { isOpenPackage } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { freePiece } from "#goods/server/parcel-claims/decide-claims.ts";
import { noStorage } from "#goods/server/storage-rates/storage.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { lockReceived, requireSameDay, type LockedReceived } from "./lock-received.ts";
import { notifyFormerOwner } from "./notify-owner.ts";
import { findReceivedBefore, isAccountClosed, updateParcels } from "./receiving-queries.ts";

type Input = { readonly inboundParcelId: string; readonly reason: string };

/** The columns of a parcel that was not received; its records and photos stay for staff. */
const notReceived = {
  ...noStorage,
  receivedAt: null,
  receivedBy: null,
  storageLocationId: null,
  missingSince: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  condition: null,
  battery: null,
  goodsFlags: [],
  foundFlags: [],
  foundBatteries: [],
} satisfies UpdateOf<"inboundParcels">;

/** The number and piece under which a parcel is awaited again: as it was declared. */
async function awaitedNumber(
  db: Db,
  { userId, trackingNumber, piece }: LockedReceived["parcel"],
  replacedNumber: string | null,
) {
  if (replacedNumber === null || userId === null) return { trackingNumber, piece };
  return {
    trackingNumber: replacedNumber,
    piece: await freePiece(db, userId, replacedNumber, 1),
  };
}

/** What the parcel becomes: awaited again where its customer awaits it, in its package while that is open. */
async function stateBefore(db: Db, { parcel, pkg }: LockedReceived) {
  const { replacedNumber, wasCancelled } = await findReceivedBefore(db, parcel.id);
  const { userId, source } = parcel;
  const isOfOpenAccount = userId !== null && !(await isAccountClosed(db, userId));
  if (source !== "declared" || !isOfOpenAccount || wasCancelled) {
    return { state: "cancelled" as const, packageId: null };
  }
  return {
    ...(await awaitedNumber(db, parcel, replacedNumber)),
    state: "expected" as const,
    packageId: pkg !== null && (await isOpenPackage(db, pkg)) ? pkg.id : null,
  };
}

/**
 * Takes back, on the day of its warehouse, that a parcel was received by mistake: one that its customer declared is awaited
 * again, any other goes from the shelf and its record stays. Its open extra services end, its storage costs nothing, and
 * its customer is notified.
 *
 * Throws `not_found`, `own_account`, `receiving_day_over`, `parcel_in_box`, `ship_request_open`, `inbound_parcel_not_free`
 * unless it is here, and `conflict` where it was moved meanwhile.
 */
export async function undoReceiving(
  context: SignedInContext,
  { inboundParcelId, reason }: Input,
): Promise<{ readonly state: "expected" | "cancelled" }> {
  const { db, listeners } = context;
  const locked = await lockReceived(context, db, inboundParcelId);
  const { parcel, pkg } = locked;
  await requireSameDay(context, db, parcel);
  if (pkg !== null && (await listeners.requestOf(db, [parcel.id])) !== null) {
    throw apiError("ship_request_open", {}, sentence("errors.parcelRequestedForStaff"));
  }
  const before = await stateBefore(db, locked);
  const updatedAt = context.now();
  await updateParcels(db, [parcel.id], {
    ...notReceived,
    ...before,
    photosSince: updatedAt,
    updatedAt,
  });
  const { packageId, userId } = parcel;
  await recordParcelEvents(
    context,
    db,
    [{ parcelId: parcel.id, kind: "receiving_undone", packageId }],
    true,
  );
  await followParcels(context, db, [parcel.id]);
  if (pkg !== null) await updatePackageFromParcels(context, db, pkg.id, { mayGoBack: true });
  await notifyFormerOwner(context, db, {
    userId,
    parcelId: parcel.id,
    variant: before.state === "expected" ? "awaited_again" : "not_received",
    left: pkg === null || before.packageId !== null ? null : { pkg, wasRequested: false },
  });
  await context.audit({
    before: { state: parcel.state, receivedAt: parcel.receivedAt?.toISOString() ?? null },
    after: before,
    reason,
  });
  context.log.info({ inboundParcelId, state: before.state }, "Receiving undone");
  return { state: before.state };
}
