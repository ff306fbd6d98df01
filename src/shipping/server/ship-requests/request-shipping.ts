import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import { packagingRemoval } from "#catalogue/rules/extra-service.ts";
import { requestHoldKey } from "#money/rules/ledger.ts";
import type { Category } from "#shipping/rules/declaration.ts";
import { packingHours, shipRequestLimits, type PaymentMode } from "#shipping/rules/ship-request.ts";
import { readOfferedBoxes } from "#shipping/server/boxes/boxes.ts";
import type { SignedInContext, ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { endLeftOrders } from "#shipping/server/extra-services/order-ends.ts";
import { placeOrder, type NewOrder } from "#shipping/server/extra-services/order-extra-service.ts";
import { requireOpenPackage } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import {
  updatePackageFromParcels,
  saveStatus,
  saveShipRequestState,
} from "#goods/server/packages/change-package.ts";
import { lockOwnPackage, type LockedPackage } from "#goods/server/packages/lock-packages.ts";
import { readRecipient } from "#goods/server/packages/read-packages.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { makeRequestHolds } from "#money/server/wallet/request-holds.ts";
import { settleOnQuotes } from "./apply-quote.ts";
import { estimateServices, spanOf } from "./estimate-shipping.ts";
import { requireService, requireTakenGoods } from "./require-service.ts";
import { chooseParcels, type ChosenParcels, markPriority } from "./chosen-parcels.ts";
import { describeShipRequest } from "./ship-requests.ts";
import {
  toHeldFor,
  type LockedRequest,
  recordRequestEvent,
  type RequestActor,
} from "./change-request.ts";
import { parsePayment } from "./change-payment-mode.ts";
import { declareRequest } from "./declaration.ts";
import { quotePackage } from "./quote-package.ts";
import {
  findOpenRequest,
  insertRequest,
  insertRequestParcels,
  updateRequestParcels,
} from "./request-queries.ts";
import { contentsOf, keptLegsOf, readServiceFacts } from "./service-facts.ts";
import { releaseOtherParcels } from "#goods/server/inbound-parcels/parcels-of-package.ts";

/** What a new request states besides the package. */
export type ShippingInput = Category & {
  readonly paymentMode: PaymentMode;
  readonly serviceCode: string | null;
  readonly capCents: number | null;
  readonly inboundParcelIds: readonly string[] | null;
  readonly extraServices: readonly Pick<NewOrder, "code" | "inboundParcelId" | "quantity">[];
  readonly note: string;
};

/** The recipient, checked with the services, and everything else that a new request stores. */
async function prepare(
  context: SignedInContext,
  db: Db,
  pkg: LockedPackage,
  chosen: ChosenParcels,
  input: ShippingInput,
) {
  const recipient = await readRecipient(db, pkg.id);
  const countryCode = countryByName(pkg.destination)?.code;
  if (countryCode === undefined) throw apiError("service_closed", { reasons: [] });
  const facts = await readServiceFacts(context, db, chosen.warehouseId);
  const shipped = {
    countryCode,
    destination: pkg.destination,
    recipient,
    ...contentsOf(chosen.parcels),
    keptLegs: keptLegsOf(pkg).length,
  };
  const losing = input.extraServices.filter(({ code }) => code === packagingRemoval);
  const span = spanOf(
    chosen.parcels.map((parcel) => ({
      ...parcel,
      losesPackaging: losing.some(({ inboundParcelId }) => inboundParcelId === parcel.id),
    })),
    await readOfferedBoxes(db, chosen.warehouseId),
  );
  requireTakenGoods(chosen.parcels, shipped, facts);
  requireService(shipped, estimateServices(shipped, span, facts), input.serviceCode);
  return { recipient, countryCode };
}

async function insert(
  context: SignedInContext,
  db: Db,
  pkg: LockedPackage,
  chosen: ChosenParcels,
  input: ShippingInput,
): Promise<RowOf<"shipRequests">> {
  const { recipient, countryCode } = await prepare(context, db, pkg, chosen, input);
  const now = context.now();
  const { shelved } = chosen;
  return await insertRequest(db, {
    userId: pkg.userId,
    packageId: pkg.id,
    warehouseId: chosen.warehouseId,
    state: shelved === null ? "requested" : "packed",
    ...parsePayment(input),
    // The hold of the cap is the first of its holds.
    holdRound: input.capCents === null ? 0 : 1,
    countryCode,
    recipient: JSON.stringify(recipient),
    dueAt: new Date(now.getTime() + packingHours * 3_600_000),
    note: input.note,
    category: input.category,
    categoryText: input.categoryText,
    commerceType: input.commerceType,
    ...(shelved !== null && {
      boxId: shelved.boxId,
      isBoxChosen: true,
      packedGrams: shelved.packedGrams,
      packedLengthMm: shelved.packedLengthMm,
      packedWidthMm: shelved.packedWidthMm,
      packedHeightMm: shelved.packedHeightMm,
      packedBy: shelved.packedBy,
      packedAt: shelved.packedAt,
    }),
    createdBy: context.session.person.id,
    createdAt: now,
    updatedAt: now,
  });
}

/** Holds the cap, and everything that extra services cost. */
async function holdForRequest(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  extraServices: ShippingInput["extraServices"],
): Promise<void> {
  const { request } = locked;
  if (request.capCents !== null) {
    const key = requestHoldKey("shipping_fee", request.id, 1);
    const cap = { type: "shipping_fee", key, amountCents: request.capCents } as const;
    await makeRequestHolds(context, db, toHeldFor(locked), [
      { ...cap, reasonCode: "shipping_cap" },
    ]);
  }
  for (const order of extraServices) {
    const { code, dueAt } = await placeOrder(context, db, {
      ...order,
      packageId: order.inboundParcelId === null ? locked.pkg.id : null,
      heldFor: toHeldFor(locked),
    });
    await markPriority(db, request.id, code, dueAt);
  }
}

/**
 * Requests that an own package is packed and sent. With a cap it is held at once, and so is each extra service; nothing is
 * stored where the wallet has too little. Throws what `requestForPackage` does.
 */
export async function requestShipping(
  context: SignedInContext,
  { packageId, ...input }: ShippingInput & { readonly packageId: string },
): Promise<ShipRequest> {
  const { db } = context;
  parsePayment(input);
  await lockCustomer(db, context.session.person.id);
  return await requestForPackage(context, await lockOwnPackage(context, db, packageId), input);
}

/**
 * The same for a package whose row is locked, and its customer's profile before.
 *
 * Throws `account_closed`, `not_found`, `ship_request_open`, `package_not_open`, `nothing_to_ship`,
 * `inbound_parcel_not_free`, `goods_refused`, `box_goes_as_it_is`, `box_being_unpacked`, `invalid_payment_mode`, `recipient_incomplete`, `service_closed`, `insufficient_balance`,
 * `too_many_extra_services`, `extra_service_not_possible`, `too_many_lines`, `category_not_possible` and, with a cap,
 * `declaration_incomplete`.
 */
export async function requestForPackage(
  context: SignedInContext,
  pkg: LockedPackage,
  input: ShippingInput,
): Promise<ShipRequest> {
  const { db } = context;
  const userId = context.session.person.id;
  if ((await findOpenRequest(db, pkg.id)) !== undefined) throw apiError("ship_request_open");
  await requireOpenPackage(db, pkg);
  const chosen = await chooseParcels(db, pkg, input.inboundParcelIds);
  const { extraServices: maximum } = shipRequestLimits;
  if (input.extraServices.length > maximum) throw apiError("too_many_extra_services", { maximum });
  const row = await insert(context, db, pkg, chosen, input);
  const parcelIds = chosen.parcels.map(({ id }) => id);
  await insertRequestParcels(db, row.id, parcelIds);
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  await recordRequestEvent(db, row.id, actor, "requested", {
    paymentMode: row.paymentMode,
    parcelsCount: parcelIds.length,
    ...(row.capCents !== null && { amountCents: row.capCents }),
  });
  if (pkg.status !== "processing") await saveStatus(context, db, pkg, "processing");
  await saveShipRequestState(db, pkg.id, row.state === "packed" ? "packed" : "requested");
  // A box that goes as it is is no longer to be taken apart.
  await endLeftOrders(context, db, { parcelIds: [], packageIds: [pkg.id] });
  const locked = await declareRequest(context, db, { request: row, pkg }, actor.at);
  await holdForRequest(context, db, locked, input.extraServices);
  if (chosen.shelved !== null) await startPacked(context, db, locked, actor, chosen);
  context.log.info({ packageId: pkg.id, shipRequestId: row.id }, "Shipping requested");
  return await describeShipRequest(context, row.id);
}

/** The box of a shelved request is packed already, so it is quoted at once. */
async function startPacked(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
  { parcels }: ChosenParcels,
): Promise<void> {
  const ids = parcels.map(({ id }) => id);
  const scanned = { scannedBy: locked.request.packedBy, scannedAt: locked.request.packedAt };
  await updateRequestParcels(db, locked.request.id, ids, { state: "in_box", ...scanned });
  await takeOthersOut(context, db, locked, actor, ids);
  await updatePackageFromParcels(context, db, locked.pkg.id);
  const quoted = await quotePackage(context, db, locked);
  await settleOnQuotes(context, db, locked, actor, quoted);
}

/** Takes what is not in the closed box of a locked request out of its package, and adds it to the history where there is any. */
export async function takeOthersOut(
  context: ActingContext,
  db: Db,
  { request, pkg }: LockedRequest,
  actor: RequestActor,
  inBox: readonly string[],
): Promise<void> {
  const parcelsCount = await releaseOtherParcels(context, db, pkg.id, inBox);
  if (parcelsCount === 0) return;
  await recordRequestEvent(db, request.id, actor, "parcels_taken_out", { parcelsCount });
}
