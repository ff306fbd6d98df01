// Ends orders of extra services that are not done.
import { apiError } from "#platform/contract/errors.ts";
import { mayExtraServiceBecome, type ExtraServiceState } from "#catalogue/rules/extra-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { refundableCents, refundCharge } from "#money/server/wallet/holds/refund-hold.ts";
import {
  findRequestHold,
  releaseRequestHolds,
  type RequestHoldRow,
} from "#money/server/wallet/holds/request-holds.ts";
import { updateOrder } from "./extra-service-queries.ts";

/** Who ends an order, and when; null: the product itself. */
export type OrderEnd = { readonly endedBy: string | null; readonly at: Date };

/** Throws `conflict` where a locked order has ended. */
export function requireMayBecome({ state }: ExtraServiceRequestRow, next: ExtraServiceState): void {
  if (!mayExtraServiceBecome(state, next)) throw apiError("conflict", { current: state });
}

/** The hold of an order, locked; null where it costs nothing. */
export async function findHoldOfOrder(
  db: Db,
  { holdId }: ExtraServiceRequestRow,
): Promise<RequestHoldRow | null> {
  if (holdId === null) return null;
  return (await findRequestHold(db, holdId)) ?? null;
}

/** Gives back what was debited for an order, as far as it was not given back before. */
async function refundOrder(
  db: Db,
  { id: extraServiceRequestId, code: extraServiceCode }: ExtraServiceRequestRow,
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
  order: ExtraServiceRequestRow,
  change: { readonly state: "refused" | "cancelled"; readonly resultText: string },
  end: OrderEnd,
): Promise<ExtraServiceRequestRow> {
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
