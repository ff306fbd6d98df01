// How orders of extra services end: done and charged with their ship request or at once, or cancelled.
import type { CheckedItem } from "#goods/rules/contents-check.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  unpacking,
  mayExtraServiceBecome,
  type ExtraServiceState,
} from "#catalogue/rules/extra-service.ts";
import type { SignedInContext, ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { unpackShelvedBox } from "#shipping/server/ship-requests/chosen-parcels.ts";
import {
  findOrder,
  lacksSubject,
  updateOrder,
  eraseOrderTexts,
  listOrdersOfRequest,
  lockLeftOrders,
  lockOpenOrdersOfPackages,
  type OrderSubjects,
  getOrderContact,
} from "./extra-service-queries.ts";
import { refundableCents, refundCharge } from "#money/server/wallet/hold-refunds.ts";
import {
  findRequestHold,
  releaseRequestHolds,
  type RequestHoldRow,
  settleCoveredHold,
} from "#money/server/wallet/request-holds.ts";
import { recordRequestEvent } from "#shipping/server/ship-requests/change-request.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";

/**
 * Throws `conflict` where a locked order has ended, and `extra_service_not_possible` where what it is for is no longer here or its
 * customer's.
 */
export async function requireDoable(db: Db, order: RowOf<"extraServiceRequests">): Promise<void> {
  requireMayBecome(order, "done");
  if (await lacksSubject(db, order.id)) {
    throw apiError("extra_service_not_possible", { code: order.code });
  }
}

/** What was found. */
type OrderResult = {
  readonly resultText: string;
  readonly checkedItems: readonly CheckedItem[];
};

/** Marks a locked order as done. Of a ship request it stays held until that is settled. Throws what `requireDoable` throws. */
export async function finishOrder(
  context: SignedInContext,
  db: Db,
  order: RowOf<"extraServiceRequests">,
  { resultText, checkedItems }: OrderResult,
): Promise<RowOf<"extraServiceRequests">> {
  await requireDoable(db, order);
  const end = { endedBy: context.session.person.id, at: context.now() };
  const done = await updateOrder(db, order.id, {
    state: "done",
    resultText,
    checkedItems: JSON.stringify(checkedItems),
    endedBy: end.endedBy,
    endedAt: end.at,
  });
  // Before the wallet, since what else was ordered for the box ends with it.
  if (order.code === unpacking && order.packageId !== null) {
    await unpackShelvedBox(context, db, order.packageId);
  }
  if (order.shipRequestId !== null) return done;
  await chargeOrders(db, [done], end);
  return (await findOrder(db, order.id)) ?? done;
}

/** Who ends an order, and when; null: the product itself. */
type OrderEnd = { readonly endedBy: string | null; readonly at: Date };

/** Throws `conflict` where a locked order has ended. */
function requireMayBecome({ state }: RowOf<"extraServiceRequests">, next: ExtraServiceState): void {
  if (!mayExtraServiceBecome(state, next)) throw apiError("conflict", { current: state });
}

/** The hold of an order, locked; undefined where it costs nothing. */
async function findHoldOfOrder(
  db: Db,
  { holdId }: RowOf<"extraServiceRequests">,
): Promise<RequestHoldRow | undefined> {
  if (holdId === null) return undefined;
  return await findRequestHold(db, holdId);
}

/** Gives back what was debited for an order, as far as it was not given back before. */
async function refundOrder(
  db: Db,
  { id: extraServiceRequestId, code: extraServiceCode }: RowOf<"extraServiceRequests">,
  { userId, transactionId, type, packageId, shipRequestId, ...hold }: RequestHoldRow,
  { endedBy, at }: OrderEnd,
): Promise<void> {
  const charge = { userId, transactionId, type, amountCents: Number(hold.amountCents) };
  const amountCents = await refundableCents(db, charge);
  if (amountCents <= 0) return;
  await refundCharge(
    db,
    { ...charge, amountCents },
    {
      round: "dropped",
      reasonCode: "extra_service_dropped",
      refundedBy: endedBy,
      facts: { shipRequestId, packageId, extraServiceRequestId, extraServiceCode },
      at,
    },
  );
}

/**
 * Ends a locked order without doing it: what was held for it is released. What was debited for it all the same is refunded, and
 * the order names no hold any longer. Throws `conflict` where it has ended.
 */
export async function dropOrder(
  db: Db,
  order: RowOf<"extraServiceRequests">,
  change: { readonly state: "refused" | "cancelled"; readonly resultText: string },
  end: OrderEnd,
): Promise<RowOf<"extraServiceRequests">> {
  requireMayBecome(order, change.state);
  const hold = await findHoldOfOrder(db, order);
  if (hold?.state === "held") await releaseRequestHolds(db, [hold], end);
  const isRefunded = hold?.state === "settled";
  if (isRefunded) await refundOrder(db, order, hold, end);
  return await updateOrder(db, order.id, {
    ...change,
    ...(isRefunded && { holdId: null }),
    endedBy: end.endedBy,
    endedAt: end.at,
  });
}

/**
 * Debits what is held for locked orders that are done, as far as the wallet covers it. Where a lost dispute took what was held,
 * the hold is released, and the price is a shortfall until the wallet has it.
 */
export async function chargeOrders(
  db: Db,
  orders: readonly RowOf<"extraServiceRequests">[],
  end: OrderEnd,
): Promise<void> {
  for (const order of orders) {
    const hold = await findHoldOfOrder(db, order);
    if (hold?.state !== "held" || (await settleCoveredHold(db, hold, end))) continue;
    await releaseRequestHolds(db, [hold], end);
    await updateOrder(db, order.id, { shortfallCents: order.priceCents });
  }
}

/** Cancels the open orders of a locked ship request that ends. Returns those that are done, which are charged. */
export async function endOpenOrders(
  db: Db,
  shipRequestId: string,
  by: { readonly actorId: string | null; readonly at: Date },
): Promise<RowOf<"extraServiceRequests">[]> {
  const orders = await listOrdersOfRequest(db, shipRequestId);
  for (const { id } of orders.filter(({ state }) => state === "ordered")) {
    await updateOrder(db, id, { state: "cancelled", endedBy: by.actorId, endedAt: by.at });
  }
  return orders.filter(({ state }) => state === "done");
}

/** Erases what was found and said about a customer's orders. */
export async function eraseOrders(db: Db, userId: string): Promise<void> {
  await eraseOrderTexts(db, userId);
}

/**
 * Cancels those open orders of parcels and packages that nobody can do any longer: what they are for left, ended, has another
 * owner, or goes without its ship request. What is held for them is released, and their customers are notified. In the
 * transaction `db` that moves or ends it; the database refuses one that leaves such an order open.
 */
export async function endLeftOrders(
  context: ActingContext,
  db: Db,
  subjects: OrderSubjects,
): Promise<void> {
  const orders = await lockLeftOrders(db, subjects);
  // Wallets are locked in this order.
  for (const order of orders.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))) {
    await cancelOrderByItself(context, db, order);
  }
}

/** Cancels a locked order that can no longer be done as it was sold; its hold is released and its customer notified. */
export async function cancelOrderByItself(
  context: ActingContext,
  db: Db,
  order: RowOf<"extraServiceRequests">,
): Promise<void> {
  const at = context.now();
  const change = { state: "cancelled", resultText: "" } as const;
  const dropped = await dropOrder(db, order, change, { endedBy: null, at });
  const { shipRequestId, code: extraServiceCode } = order;
  if (shipRequestId !== null) {
    const system = { actor: "system", actorId: null, at } as const;
    const facts = { extraServiceCode };
    await recordRequestEvent(db, shipRequestId, system, "extra_service_cancelled", facts);
  }
  await notifyOrderEnded(context, db, dropped, "cancelled", "");
}

/** Locks the open orders of several packages before any wallet, for who then moves them one after the other. */
export async function lockOrdersOfPackages(db: Db, packageIds: readonly string[]): Promise<void> {
  if (packageIds.length > 0) await lockOpenOrdersOfPackages(db, packageIds);
}

/** Notifies the customer of an extra service that is done, refused, or cancelled by what happened to its parcel or package, once, in the transaction that ends it. */
export async function notifyOrderEnded(
  context: ActingContext,
  db: Db,
  order: RowOf<"extraServiceRequests">,
  state: "done" | "refused" | "cancelled",
  reason: string,
): Promise<void> {
  const contact = await getOrderContact(db, order);
  const { shipRequestId } = order;
  const isForRequest = state === "done" && shipRequestId !== null;
  const variant = isForRequest ? "done_for_request" : state;
  const { packageId, inboundParcelId } = contact;
  const subjectId = packageId ?? inboundParcelId ?? order.id;
  const subject =
    packageId !== null ? "packages" : inboundParcelId !== null ? "parcels" : undefined;
  await insertNotifications(context, db, [
    {
      userId: order.userId,
      kind: "extra_service_ended",
      subjectId,
      dedupeKey: order.id,
      steps: [`extra_service_${variant} ${shipRequestId ?? subjectId}`],
      payload: {
        variant,
        ...(subject !== undefined && { subject }),
        ...(isForRequest && { shipRequestId }),
      },
    },
  ]);
  if (isForRequest) return;
  const [leadsTo, page] =
    shipRequestId !== null
      ? (["ship_request", `ship-requests/${shipRequestId}`] as const)
      : inboundParcelId !== null
        ? (["parcel", `parcels/${inboundParcelId}`] as const)
        : packageId !== null
          ? (["package", `packages?package=${packageId}`] as const)
          : (["parcels", "parcels"] as const);
  await queueEmail(
    db,
    {
      to: contact.email,
      email: {
        name: "ship-request",
        news: `extra_${state}`,
        packageName: contact.name,
        trackingNumber: contact.number,
        destination: contact.destination,
        amountCents: null,
        depositCents: null,
        doneServices: [],
        dutyPrepaidIn: null,
        reason,
        leadsTo,
        url: `${context.config.publicUrl}/dashboard/${page}`,
      },
    },
    context,
  );
}
