import { apiError } from "#platform/contract/errors.ts";
import type { OrderedExtraService } from "#goods/contract/ordered-extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { recordExtraServiceEvent } from "#shipping/server/ship-requests/record-extra-service-event.ts";
import { describeOrders } from "./describe-orders.ts";
import { dropOrder } from "./drop-order.ts";
import { lockOrderWithRequest } from "./lock-order.ts";

async function cancel(
  context: SignedInContext,
  db: Db,
  id: string,
): Promise<ExtraServiceRequestRow> {
  const userId = context.session.person.id;
  const { order } = await lockOrderWithRequest(context, db, id, userId);
  if (order.state === "cancelled") return order;
  const change = { state: "cancelled", resultText: "" } as const;
  const dropped = await dropOrder(db, order, change, { endedBy: userId, at: context.now() });
  if (order.shipRequestId !== null) {
    const actor = { actor: "customer", actorId: userId, at: context.now() } as const;
    await recordExtraServiceEvent(db, order.shipRequestId, actor, "extra_service_cancelled", {
      extraServiceCode: order.code,
    });
  }
  return dropped;
}

/** Cancels an own order that is not done yet; its hold is released, or refunded. A repeat changes nothing. Throws `not_found` and `conflict`. */
export async function cancelExtraService(
  context: SignedInContext,
  input: { readonly extraServiceRequestId: string },
): Promise<OrderedExtraService> {
  const row = await atomically(context.db, (db) =>
    cancel(context, db, input.extraServiceRequestId),
  );
  const [described] = await describeOrders(context, context.db, [row]);
  if (described === undefined) throw apiError("not_found");
  return described;
}
