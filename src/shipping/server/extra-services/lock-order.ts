import { apiError } from "#platform/contract/errors.ts";
import type { OwnerContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { lockAnyPackage } from "#goods/server/packages/change-own-package.ts";
import { lockRequest, type LockedRequest } from "#shipping/server/ship-requests/lock-request.ts";
import { findOrder, lockOrder } from "./extra-service-queries.ts";

/** An order, and the ship request with which it is charged, null without one; both are locked. */
export type LockedOrder = {
  readonly order: ExtraServiceRequestRow;
  readonly locked: LockedRequest | null;
};

/**
 * Locks an order after its ship request or package, in the order in which everything locks them; with `userId` only that
 * customer's. Throws `not_found`, and `own_account` where staff act on their own.
 */
export async function lockOrderWithRequest(
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
