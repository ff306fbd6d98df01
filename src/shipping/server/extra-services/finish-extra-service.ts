import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import { contentsCheck } from "#catalogue/rules/extra-service.ts";
import {
  checkedLine,
  isSameLine,
  photosOfCheck,
  type CheckedItem,
} from "#goods/rules/contents-check.ts";
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import { readItemsOf } from "#goods/server/goods/read-items.ts";
import type { SignedInContext, OwnerContext } from "#platform/server/context.ts";
import { readImagesOfOrders } from "#shipping/server/ship-requests/packing/packing-images.ts";
import { findService, lacksSubject, findOrder, lockOrder } from "./extra-service-queries.ts";
import { finishOrder, requireDoable, dropOrder, notifyOrderEnded } from "./order-ends.ts";
import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import {
  recordRequestEvent,
  lockRequest,
  type LockedRequest,
} from "#shipping/server/ship-requests/change-request.ts";
import { describeOrders, describeWork } from "./orders.ts";
import { staffActor } from "#shipping/server/ship-requests/packing/packing.ts";
import { lockAnyPackage } from "#goods/server/packages/lock-packages.ts";

/** What was found of each goods item of a parcel. Throws `conflict` where one lacks, or there are other ones by now. */
async function checkedItemsOf(
  judge: GoodsJudge,
  db: Db,
  { code, inboundParcelId }: RowOf<"extraServiceRequests">,
  checkedItems: readonly CheckedItem[],
): Promise<readonly CheckedItem[]> {
  if (code !== contentsCheck || inboundParcelId === null) return [];
  const items = await readItemsOf(judge, db, inboundParcelId);
  const areSame =
    items.length === checkedItems.length &&
    items.every((item, at) => isSameLine(checkedLine(item), checkedItems[at]));
  if (!areSame) throw apiError("conflict", { current: items });
  return checkedItems;
}

/**
 * Records that an extra service is done, with what was found. It is charged now or, of a ship request, with that. A repeat
 * changes nothing. Throws `not_found`, `own_account`, `conflict`, `photo_needed` for one that needs a photo, and
 * `extra_service_not_possible` where its parcel or package is no longer here or its customer's.
 */
export async function finishExtraService(
  context: SignedInContext,
  input: {
    readonly extraServiceRequestId: string;
    readonly resultText: string;
    readonly checkedItems: readonly CheckedItem[];
  },
): Promise<ExtraServiceWork> {
  const { extraServiceRequestId, resultText } = input;
  return await endOrderByStaff(context, extraServiceRequestId, {
    state: "done",
    reason: resultText,
    end: async (db, order) => {
      await requireDoable(db, order);
      const service = await findService(db, order.code);
      const images = await readImagesOfOrders(context, db, [order.id]);
      const checkedItems = await checkedItemsOf(context, db, order, input.checkedItems);
      const wanted = photosOfCheck(checkedItems);
      const taken = images.get(order.id)?.length ?? 0;
      if (service?.needsImages === true && taken < wanted) {
        throw wanted === 1
          ? apiError("photo_needed")
          : apiError("photo_needed", {}, sentence("errors.photosOfGoodsNeeded", { wanted, taken }));
      }
      return await finishOrder(context, db, order, { resultText, checkedItems });
    },
  });
}

/**
 * Refuses an extra service with a reason that its customer reads; its hold is released. A repeat changes nothing. Throws
 * `not_found`, `own_account`, and `conflict` for one that has ended or is never refused.
 */
export async function refuseExtraService(
  context: SignedInContext,
  input: { readonly extraServiceRequestId: string; readonly reason: string },
): Promise<ExtraServiceWork> {
  const { extraServiceRequestId, reason } = input;
  return await endOrderByStaff(context, extraServiceRequestId, {
    state: "refused",
    reason,
    end: async (db, order) => {
      const service = await findService(db, order.code);
      // What can no longer be done is refused whatever it is.
      if (service?.canRefuse === false && !(await lacksSubject(db, order.id))) {
        throw apiError("conflict", { current: order.state });
      }
      const end = { endedBy: context.session.person.id, at: context.now() };
      return await dropOrder(db, order, { state: "refused", resultText: reason }, end);
    },
  });
}

async function cancel(
  context: SignedInContext,
  db: Db,
  id: string,
): Promise<RowOf<"extraServiceRequests">> {
  const userId = context.session.person.id;
  const { order } = await lockOrderWithRequest(context, db, id, userId);
  if (order.state === "cancelled") return order;
  const change = { state: "cancelled", resultText: "" } as const;
  const dropped = await dropOrder(db, order, change, { endedBy: userId, at: context.now() });
  if (order.shipRequestId !== null) {
    const actor = { actor: "customer", actorId: userId, at: context.now() } as const;
    await recordRequestEvent(db, order.shipRequestId, actor, "extra_service_cancelled", {
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
  const row = await cancel(context, context.db, input.extraServiceRequestId);
  const [described] = await describeOrders(context, context.db, [row]);
  if (described === undefined) throw apiError("not_found");
  return described;
}

type OrderEnd = {
  readonly state: "done" | "refused";
  readonly reason: string;
  readonly end: (
    db: Db,
    order: RowOf<"extraServiceRequests">,
  ) => Promise<RowOf<"extraServiceRequests">>;
};

async function endLocked(
  context: SignedInContext,
  db: Db,
  id: string,
  { state, reason, end }: OrderEnd,
): Promise<RowOf<"extraServiceRequests">> {
  const { order } = await lockOrderWithRequest(context, db, id);
  if (order.state === state) {
    context.unchanged();
    return order;
  }
  const ended = await end(db, order);
  if (order.shipRequestId !== null) {
    await recordRequestEvent(
      db,
      order.shipRequestId,
      staffActor(context),
      `extra_service_${state}`,
      { extraServiceCode: order.code },
    );
  }
  await notifyOrderEnded(context, db, ended, state, reason);
  await context.audit({ after: { state }, reason });
  return ended;
}

/** Ends an order as staff. A repeat changes nothing. Throws `not_found`, `own_account`, `conflict` and what `end` throws. */
async function endOrderByStaff(
  context: SignedInContext,
  id: string,
  end: OrderEnd,
): Promise<ExtraServiceWork> {
  const row = await endLocked(context, context.db, id, end);
  const [described] = await describeWork(context, context.db, [row]);
  if (described === undefined) throw apiError("not_found");
  return described;
}

/** An order, and the ship request with which it is charged, null without one; both are locked. */
type LockedOrder = {
  readonly order: RowOf<"extraServiceRequests">;
  readonly locked: LockedRequest | null;
};

/**
 * Locks an order after its ship request or package, in the order in which everything locks them; with `userId` only that
 * customer's. Throws `not_found`, and `own_account` where staff act on their own.
 */
async function lockOrderWithRequest(
  context: OwnerContext,
  db: Db,
  orderId: string,
  userId: string | null = null,
): Promise<LockedOrder> {
  const found = await findOrder(db, orderId);
  if (found === undefined || (userId !== null && found.userId !== userId)) {
    throw apiError("not_found");
  }
  const { shipRequestId, packageId } = found;
  const locked = shipRequestId === null ? null : await lockRequest(context, db, shipRequestId);
  if (locked === null && packageId !== null) await lockAnyPackage(context, db, packageId);
  const order = await lockOrder(db, orderId);
  if (order === undefined) throw apiError("not_found");
  await context.actsOn(db, "order", order.userId);
  return { order, locked };
}
