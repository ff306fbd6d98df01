// What staff record about an order: done, or refused with a reason.
import { apiError } from "#platform/contract/errors.ts";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { staffActor } from "#shipping/server/ship-requests/packing/require-packer.ts";
import { recordExtraServiceEvent } from "#shipping/server/ship-requests/record-extra-service-event.ts";
import { describeWork } from "./describe-orders.ts";
import { lockOrderWithRequest } from "./lock-order.ts";
import { notifyOrderEnded } from "./notify-order-ended.ts";

type OrderEnd = {
  readonly state: "done" | "refused";
  readonly action: "extraServices.finishExtraService" | "extraServices.refuseExtraService";
  readonly reason: string;
  readonly end: (db: Db, order: ExtraServiceRequestRow) => Promise<ExtraServiceRequestRow>;
};

async function endLocked(
  context: SignedInContext,
  db: Db,
  id: string,
  { state, action, reason, end }: OrderEnd,
): Promise<ExtraServiceRequestRow> {
  const { order } = await lockOrderWithRequest(context, db, id);
  if (order.state === state) return order;
  const ended = await end(db, order);
  if (order.shipRequestId !== null) {
    await recordExtraServiceEvent(
      db,
      order.shipRequestId,
      staffActor(context),
      `extra_service_${state}`,
      { extraServiceCode: order.code },
    );
  }
  await notifyOrderEnded(context, db, ended, state, reason);
  await recordAdminAction(context, db, { action, target: id, after: { state }, reason });
  return ended;
}

/** Ends an order as staff. A repeat changes nothing. Throws `not_found`, `own_account`, `conflict` and what `end` throws. */
export async function endOrderByStaff(
  context: SignedInContext,
  id: string,
  end: OrderEnd,
): Promise<ExtraServiceWork> {
  const row = await atomically(context.db, (db) => endLocked(context, db, id, end));
  const [described] = await describeWork(context, context.db, [row]);
  if (described === undefined) throw apiError("not_found");
  return described;
}
