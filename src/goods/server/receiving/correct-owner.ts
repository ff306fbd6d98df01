import { apiError } from "#platform/contract/errors.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sentence } from "#platform/server/translate.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { carrierOf, noDeclaration } from "#goods/server/inbound-parcels/assign-tracking-numbers.ts";
import { actsOnArrival, isOpenPackage } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { deleteItems, moveItems } from "#goods/server/goods/goods-item-queries.ts";
import { recordParcelEvents } from "#goods/server/inbound-parcels/parcel-events.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { freePiece, giveParcel } from "#goods/server/parcel-claims/decide-claims.ts";
import { noStorage } from "#goods/server/storage-rates/storage.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { lockReceived, requireSameDayOfReceiver, type LockedReceived } from "./lock-received.ts";
import { notifyFormerOwner } from "./notify-owner.ts";
import { readMemberCode } from "./read-scan.ts";
import { findReceivedBefore, insertParcel, updateParcels } from "./receiving-queries.ts";

type Input = {
  readonly inboundParcelId: string;
  readonly fromUserId: string;
  readonly memberCode: string | null;
  readonly reason: string;
};

/** Awaits again for its customer what was taken for another number: the parcel that came is not theirs. */
async function awaitDeclared(
  context: SignedInContext,
  db: Db,
  { parcel, pkg }: LockedReceived,
): Promise<string | null> {
  const { userId, source, warehouseId, shop, orderReference, description } = parcel;
  const { declaredValueMinor, declaredCurrency, valueConfirmedAt } = parcel;
  const { replacedNumber, wasCancelled } = await findReceivedBefore(db, parcel.id);
  if (userId === null || source !== "declared" || replacedNumber === null || wasCancelled) {
    return null;
  }
  const packageId = pkg !== null && (await isOpenPackage(db, pkg)) ? pkg.id : null;
  const awaitedId = await insertParcel(db, {
    userId,
    packageId,
    warehouseId,
    source,
    state: "expected",
    shop,
    orderReference,
    description,
    declaredValueMinor,
    declaredCurrency,
    valueConfirmedAt,
    ...carrierOf(replacedNumber, null),
    trackingNumber: replacedNumber,
    piece: await freePiece(db, userId, replacedNumber, 1),
    createdAt: context.now(),
    updatedAt: context.now(),
  });
  await followParcels(context, db, [awaitedId]);
  await recordParcelEvents(
    context,
    db,
    [{ parcelId: awaitedId, kind: "declared", packageId }],
    true,
  );
  return awaitedId;
}

/** Takes a locked parcel from its customer, with what they declared, and notifies them. */
async function takeFromOwner(
  context: SignedInContext,
  db: Db,
  locked: LockedReceived,
): Promise<{ readonly awaitedParcelId: string | null }> {
  const { parcel, pkg } = locked;
  const { id: parcelId, userId, packageId } = parcel;
  const updatedAt = context.now();
  const wasRequested =
    pkg !== null &&
    (await context.listeners.parcelTaken(context, db, { parcelId, packageId: pkg.id }));
  await updateParcels(db, [parcelId], {
    ...noDeclaration,
    ...noStorage,
    userId: null,
    packageId: null,
    source: "scanned",
    updatedAt,
  });
  await recordParcelEvents(context, db, [{ parcelId, kind: "owner_corrected", packageId }], true);
  const awaitedParcelId = await awaitDeclared(context, db, locked);
  if (awaitedParcelId === null) await deleteItems(db, parcelId);
  else await moveItems(db, parcelId, awaitedParcelId);
  if (pkg !== null) await updatePackageFromParcels(context, db, pkg.id, { mayGoBack: true });
  await notifyFormerOwner(context, db, {
    userId,
    parcelId,
    variant: awaitedParcelId === null ? "other_owner" : "other_owner_awaited",
    left: pkg === null ? null : { pkg, wasRequested },
  });
  return { awaitedParcelId };
}

/**
 * Takes a parcel that is here from the customer to whom it does not belong, and gives it to the customer with a member code
 * or, without one, to nobody until its owner is found. It leaves that customer's package and ship request, its open extra
 * services end and its storage costs them nothing; both are notified, and neither reads of the other. What they declared
 * under another number is awaited again. Receivers do so on the day on which it was received, support on any day. Returns
 * the parcel as it is then.
 *
 * Throws `not_found`, `own_account`, `conflict` where it is no longer the customer's, `invalid_member_code` with what is
 * wrong, `account_closed`, `parcel_in_box`, `inbound_parcel_not_free` and `receiving_day_over`.
 */
export async function correctParcelOwner(
  context: SignedInContext,
  input: Input,
): Promise<StaffInboundParcel> {
  const { db } = context;
  const { inboundParcelId, fromUserId, memberCode, reason } = input;
  const owner = await readMemberCode(context, db, memberCode);
  const newOwnerId = owner?.userId ?? null;
  const locked = await lockReceived(context, db, inboundParcelId, newOwnerId);
  const { parcel } = locked;
  const numbers = parcel.trackingNumber === null ? [] : [parcel.trackingNumber];
  await actsOnArrival(context, db, newOwnerId, numbers);
  if (parcel.userId !== fromUserId) throw apiError("conflict");
  if (newOwnerId === fromUserId) {
    throw apiError(
      "invalid_member_code",
      { reason: "of_owner" },
      sentence("errors.memberCodeOfOwner"),
    );
  }
  await requireSameDayOfReceiver(context, db, parcel);
  const taken = await takeFromOwner(context, db, locked);
  const given =
    newOwnerId === null
      ? {}
      : await giveParcel(context, db, {
          parcelId: inboundParcelId,
          userId: newOwnerId,
          declaredParcelId: null,
          claimId: null,
          reason,
        });
  await context.audit({
    before: { userId: fromUserId, packageId: parcel.packageId },
    after: { userId: newOwnerId, ...taken, ...given },
    reason,
  });
  context.log.info({ inboundParcelId, newOwnerId }, "Owner of an inbound parcel corrected");
  return await getStaffParcel(context, db, inboundParcelId);
}
