// Orders extra services in the transaction of who needs them.
import { createHash, randomUUID } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import {
  extraServiceCents,
  priorityPacking,
  unpacking,
  type ExtraServiceUnit,
} from "#catalogue/rules/extra-service.ts";
import { extraServiceKey } from "#shipping/rules/ship-quote.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import { makeRequestHolds, type HeldFor } from "#money/server/wallet/holds/request-holds.ts";
import {
  findNewestOrder,
  findService,
  insertOrder,
  listOrdersOfRequest,
  lacksSubject,
  lockSubjectStates,
  updateOrder,
} from "./extra-service-queries.ts";

/** An order: of a parcel, or of a package. */
export type NewOrder = {
  readonly code: string;
  readonly inboundParcelId: string | null;
  readonly packageId: string | null;
  readonly quantity: number;
  readonly idempotencyKey: string;
  readonly heldFor: HeldFor;
};

const unitsOfParcels: readonly ExtraServiceUnit[] = ["inbound_parcel", "photo"];

/** By which a repeated order is distinguished from another one with the same key. */
export function hashOfOrder(
  order: Pick<NewOrder, "code" | "inboundParcelId" | "packageId" | "quantity">,
): Buffer {
  const { code, inboundParcelId, packageId, quantity } = order;
  return createHash("sha256")
    .update(JSON.stringify([code, inboundParcelId, packageId, quantity]))
    .digest();
}

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
): Promise<ExtraServiceRequestRow> {
  const { code, quantity, heldFor, inboundParcelId, packageId, idempotencyKey } = order;
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
    idempotencyKey,
    requestHash: hashOfOrder(order),
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
