import { apiError } from "#platform/contract/errors.ts";
import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import {
  extraServiceLimits,
  unpacking,
  extraServiceCents,
  priorityPacking,
  type ExtraServiceUnit,
} from "#catalogue/rules/extra-service.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { hasShipRequest } from "#goods/rules/package-stage.ts";
import { lockOwnPackage } from "#goods/server/packages/lock-packages.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { recordRequestEvent } from "#shipping/server/ship-requests/change-request.ts";
import { markPriority } from "#shipping/server/ship-requests/chosen-parcels.ts";
import { translate } from "#platform/server/translate.ts";
import { describeOrders } from "./orders.ts";
import {
  countOpenOrders,
  findOwnParcel,
  findTakingRequest,
  findNewestOrder,
  findService,
  insertOrder,
  listOrdersOfRequest,
  lacksSubject,
  lockSubjectStates,
  updateOrder,
} from "./extra-service-queries.ts";
import { randomUUID } from "node:crypto";
import { extraServiceKey } from "#shipping/rules/ship-quote.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { makeRequestHolds, type HeldFor } from "#money/server/wallet/request-holds.ts";

type Input = {
  readonly code: string;
  readonly inboundParcelId: string | null;
  readonly packageId: string | null;
  readonly quantity: number;
};

/** The package that the order concerns, locked; null for a loose parcel. Throws `not_found`. */
async function lockPackage(context: SignedInContext, db: Db, input: Input) {
  const { inboundParcelId, packageId } = input;
  if (packageId !== null) return await lockOwnPackage(context, db, packageId);
  const parcel = await findOwnParcel(db, context.session.person.id, inboundParcelId ?? "");
  if (parcel === undefined) throw apiError("not_found");
  return parcel.packageId === null ? null : await lockOwnPackage(context, db, parcel.packageId);
}

/**
 * Orders an extra service for an own parcel that is here, or for a package, and holds its price. With a ship request in which
 * that goes, and which is not packed yet, it is charged with that, otherwise when it is done.
 *
 * Throws `account_closed`, `not_found`, `extra_service_not_possible`, `too_many_extra_services` and
 * `insufficient_balance`.
 */
export async function requestExtraService(
  context: SignedInContext,
  input: Input,
): Promise<OrderedExtraService> {
  const { db } = context;
  if ((input.inboundParcelId === null) === (input.packageId === null)) {
    throw apiError("invalid_input", { field: "packageId" });
  }
  const userId = context.session.person.id;
  await lockCustomer(db, userId);
  const { openOrders: maximum } = extraServiceLimits;
  if ((await countOpenOrders(db, userId)) >= maximum) {
    throw apiError("too_many_extra_services", { maximum }, (language) =>
      translate(language, "errors.tooManyOpenExtraServices", { maximum }),
    );
  }
  const pkg = await lockPackage(context, db, input);
  // Only a box on the shelf is unpacked.
  if (input.code === unpacking && pkg !== null && hasShipRequest(pkg)) {
    throw apiError("extra_service_not_possible", { code: unpacking });
  }
  const taking =
    pkg === null ? undefined : await findTakingRequest(db, pkg.id, input.inboundParcelId);
  const row = await placeOrder(context, db, {
    ...input,
    heldFor: {
      userId,
      shipRequestId: taking?.id ?? null,
      packageId: pkg?.id ?? null,
      trackingNumber: pkg?.trackingNumber ?? null,
    },
  });
  if (taking !== undefined) {
    const actor = { actor: "customer", actorId: userId, at: context.now() } as const;
    const facts = { extraServiceCode: input.code, amountCents: row.priceCents };
    await recordRequestEvent(db, taking.id, actor, "extra_service_ordered", facts);
    await markPriority(db, taking.id, input.code, row.dueAt);
  }
  const [described] = await describeOrders(context, db, [row]);
  if (described === undefined) throw apiError("not_found");
  return described;
}

/** An order: of a parcel, or of a package. */
export type NewOrder = {
  readonly code: string;
  readonly inboundParcelId: string | null;
  readonly packageId: string | null;
  readonly quantity: number;
  readonly heldFor: HeldFor;
};

const unitsOfParcels: readonly ExtraServiceUnit[] = ["inbound_parcel", "photo"];

/** Whether an extra service fits what it is ordered for: parcels that are here, and boxes as they are now. */
async function isPossible(db: Db, per: ExtraServiceUnit, order: NewOrder): Promise<boolean> {
  const { code, inboundParcelId, packageId, quantity, heldFor } = order;
  if ((inboundParcelId !== null) !== unitsOfParcels.includes(per)) return false;
  if ((per === "inbound_parcel" || per === "package") && quantity !== 1) return false;
  const states = await lockSubjectStates(db, { inboundParcelId, packageId }, heldFor.userId);
  if (code === unpacking) {
    const isFree = heldFor.shipRequestId === null && states.includes("packed");
    return isFree && (await findNewestOrder(db, packageId ?? "", code))?.state !== "ordered";
  }
  if (code === priorityPacking && heldFor.shipRequestId === null) return false;
  return states.includes("received");
}

/**
 * Orders an extra service and holds its price; a plan that includes it makes it free. What a ship request charges belongs to a
 * parcel or the package of that request, and is ordered before it is packed. Throws `not_found` for an unknown
 * service, `extra_service_not_possible`, `too_many_extra_services` and `insufficient_balance`.
 */
export async function placeOrder(
  context: SignedInContext,
  db: Db,
  order: NewOrder,
): Promise<RowOf<"extraServiceRequests">> {
  const { code, quantity, heldFor, inboundParcelId, packageId } = order;
  const { userId, shipRequestId } = heldFor;
  const { subscription } = await lockCustomer(db, userId);
  const service = await findService(db, code);
  if (service === undefined) throw apiError("not_found");
  if (!service.isActive || !(await isPossible(db, service.per, order))) {
    throw apiError("extra_service_not_possible", { code });
  }
  if (shipRequestId !== null) {
    const orders = await listOrdersOfRequest(db, shipRequestId);
    const { extraServices: maximum } = shipRequestLimits;
    if (orders.length >= maximum) throw apiError("too_many_extra_services", { maximum });
  }
  const priceCents = extraServiceCents(service, quantity, subscription);
  const now = context.now();
  const id = randomUUID();
  const row = await insertOrder(db, {
    id,
    code,
    userId,
    shipRequestId,
    packageId,
    inboundParcelId,
    quantity,
    unitCents: priceCents / quantity,
    priceCents,
    state: "ordered",
    dueAt: new Date(now.getTime() + service.promisedHours * 3_600_000),
    holdId: null,
    createdBy: context.session.person.id,
    createdAt: now,
  });
  if (await lacksSubject(db, id)) throw apiError("extra_service_not_possible", { code });
  if (priceCents === 0) return row;
  const [hold] = await makeRequestHolds(context, db, heldFor, [
    {
      type: "service_fee",
      key: extraServiceKey(id),
      amountCents: priceCents,
      reasonCode: "extra_service",
      metadata: { extraServiceRequestId: id, extraServiceCode: code },
    },
  ]);
  return await updateOrder(db, id, { holdId: hold?.id ?? null });
}
