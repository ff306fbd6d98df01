import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { DeclarationChange } from "#goods/contract/parcel-declaration.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isMovableParcel, type InboundParcelEventKind } from "#goods/rules/inbound-parcel.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { checkCarrierExists } from "#catalogue/server/carriers/carriers.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import { recordParcelEvents } from "./parcel-events.ts";
import {
  getOwnParcel,
  listOpenParcels,
  updateParcels,
  type LockedParcel,
  type ParcelChange,
} from "./inbound-parcel-queries.ts";
import { lockOwnParcel } from "./lock-own-parcels.ts";
import { carrierOf, noDeclaration } from "./assign-tracking-numbers.ts";
import { announceGoods } from "#goods/server/goods/declared-goods.ts";
import { deleteItems } from "#goods/server/goods/goods-item-queries.ts";
import { readItemsOf } from "#goods/server/goods/read-items.ts";
import { noStorage } from "#goods/server/storage-rates/storage.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { requireNotRequested } from "./move-inbound-parcels.ts";

type Input = {
  readonly inboundParcelId: string;
  readonly fields: DeclarationChange;
  readonly expectedVersion?: DeclarationChange | undefined;
};

/** What is declared about a parcel, as the form has it. */
function toDeclaration(parcel: LockedParcel): DeclarationChange {
  return {
    trackingNumber: parcel.trackingNumber ?? "",
    carrierCode: parcel.carrierConfidence === "given" ? parcel.carrierCode : null,
    shop: parcel.shop,
    orderReference: parcel.orderReference,
  };
}

/** The fields with the number normalised; a parcel that arrived without one needs none. Throws `invalid_tracking_number`. */
function parseFields(fields: DeclarationChange, before: DeclarationChange): DeclarationChange {
  if (fields.trackingNumber === before.trackingNumber) return fields;
  const checked = checkTrackingNumber(fields.trackingNumber);
  if (!checked.ok) throw apiError("invalid_tracking_number", { reason: checked.reason });
  return { ...fields, trackingNumber: checked.trackingNumber };
}

/** The corrected number. Throws `number_declared` and `inbound_parcel_not_free`. */
async function numberChange(
  db: Db,
  userId: string,
  parcel: LockedParcel,
  trackingNumber: string,
): Promise<object> {
  if (parcel.state !== "expected") throw apiError("inbound_parcel_not_free");
  const others = await listOpenParcels(db, userId, [trackingNumber]);
  if (others.length > 0) throw apiError("number_declared", { inboundParcelId: others[0]?.id });
  // What a courier said was about the other number.
  return { trackingNumber, courierDeliveredAt: null };
}

function wasBought({ shop, orderReference }: Pick<LockedParcel, "shop" | "orderReference">) {
  return shop !== "" || orderReference !== "";
}

/**
 * Corrects what was declared about an own parcel but its goods, until it is packed; its number only while it is expected. Throws
 * `account_closed`, `not_found`, `invalid_tracking_number`, `carrier_not_found`, `inbound_parcel_not_free`, `conflict` (with the stored
 * fields as `current`) where they differ both from the expected and from the new ones, and `number_declared` (with the
 * `inboundParcelId`) where another open own parcel has the number.
 */
export async function changeDeclaration(
  context: SignedInContext,
  input: Input,
): Promise<InboundParcel> {
  const { db } = context;
  const userId = context.session.person.id;
  const { inboundParcelId } = input;
  const parcel = await lockOwnParcel(context, db, inboundParcelId);
  const before = toDeclaration(parcel);
  const after = parseFields(input.fields, before);
  if (context.edits(before, after) === null) {
    return await getOwnParcel(context, db, userId, inboundParcelId);
  }
  if (!isMovableParcel(parcel.state)) throw apiError("inbound_parcel_not_free");
  const { trackingNumber, carrierCode, ...texts } = after;
  const isNumberChanged = trackingNumber !== before.trackingNumber;
  const isCarrierChanged = carrierCode !== before.carrierCode;
  if (isCarrierChanged && carrierCode !== null) await checkCarrierExists(db, carrierCode);
  await updateParcels(db, [inboundParcelId], {
    ...texts,
    ...(isNumberChanged ? await numberChange(db, userId, parcel, trackingNumber) : {}),
    ...(isNumberChanged || isCarrierChanged ? carrierOf(trackingNumber, carrierCode) : {}),
    updatedAt: context.now(),
  });
  if (parcel.state === "expected" && (isNumberChanged || isCarrierChanged)) {
    await followParcels(context, db, [inboundParcelId]);
  }
  const { packageId } = parcel;
  await recordParcelEvents(context, db, [
    { parcelId: inboundParcelId, kind: "declaration_changed", packageId },
  ]);
  const goods = await readItemsOf(context, db, inboundParcelId);
  const isPurchaseChanged = wasBought(before) !== wasBought(after);
  const unchanged = { by: "customer", reason: "", before: goods, after: goods } as const;
  await announceGoods(context, db, parcel, { ...unchanged, isPurchaseChanged });
  await context.audit({ before, after });
  return await getOwnParcel(context, db, userId, inboundParcelId);
}

/**
 * Cancels an own parcel that is expected; it leaves its package, also one that has left. One that is cancelled already
 * stays as it is. Throws `account_closed`, `not_found`, and `inbound_parcel_not_free` once it was received.
 */
export async function cancelInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<InboundParcel> {
  const { db } = context;
  const parcel = await lockOwnParcel(context, db, inboundParcelId);
  if (parcel.state === "cancelled") context.unchanged();
  else {
    if (parcel.state !== "expected") throw apiError("inbound_parcel_not_free");
    await takeFromPackage(context, db, parcel, {
      kind: "cancelled",
      set: { state: "cancelled" },
    });
  }
  return await getOwnParcel(context, db, context.session.person.id, inboundParcelId);
}

/**
 * Gives up an own parcel that was received: it leaves its package, and its owner is unknown until staff find out. What
 * the customer declared about it goes with it, since the next owner would read it. Throws `account_closed`, `not_found`,
 * and `inbound_parcel_not_free` unless it lies in the warehouse.
 */
export async function rejectInboundParcel(
  context: SignedInContext,
  { inboundParcelId }: { readonly inboundParcelId: string },
): Promise<Record<string, never>> {
  const { db } = context;
  const parcel = await lockOwnParcel(context, db, inboundParcelId);
  if (parcel.state !== "received") throw apiError("inbound_parcel_not_free");
  const set = { userId: null, source: "scanned", ...noDeclaration, ...noStorage } as const;
  await deleteItems(db, inboundParcelId);
  await takeFromPackage(context, db, parcel, { kind: "rejected", set });
  context.log.info({ inboundParcelId }, "Inbound parcel rejected by its owner");
  return {};
}

/** Takes a locked parcel out of its package, if any, together with the change that is the reason for it. */
async function takeFromPackage(
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
  await context.audit({
    before: { state: parcel.state, packageId },
    after: { packageId: null },
  });
}
