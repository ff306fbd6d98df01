// Ends orders of extra services: done ones are charged with their ship request or, without one, at once.
import { apiError } from "#contract/errors.ts";
import { mayExtraServiceBecome, unpacking, type ExtraServiceState } from "#core/extra-service.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import type { ExtraServiceRequestRow } from "#server/db/tables/ship-requests.ts";
import { unpackShelvedBox } from "#server/ship-requests/unpack-shelved-box.ts";
import {
  findRequestHold,
  releaseRequestHolds,
  settleRequestHolds,
  type RequestHoldRow,
} from "#server/wallet/holds/request-holds.ts";
import { updateOrder } from "./extra-service-queries.ts";

/** Throws `conflict` where a locked order has ended. */
function requireMayBecome({ state }: ExtraServiceRequestRow, next: ExtraServiceState): void {
  if (!mayExtraServiceBecome(state, next)) throw apiError("conflict", { current: state });
}

/** The open hold of an order; null where it costs nothing. */
async function findOpenHold(
  db: Db,
  { holdId }: ExtraServiceRequestRow,
): Promise<RequestHoldRow | null> {
  const hold = holdId === null ? undefined : await findRequestHold(db, holdId);
  return hold?.state === "held" ? hold : null;
}

/** Marks a locked order as done. Of a ship request it stays held until that is settled. */
export async function finishOrder(
  context: SignedInContext,
  db: Db,
  order: ExtraServiceRequestRow,
  resultText: string,
): Promise<ExtraServiceRequestRow> {
  requireMayBecome(order, "done");
  const end = { endedBy: context.session.person.id, at: context.now() };
  if (order.code === unpacking && order.packageId !== null) {
    await unpackShelvedBox(context, db, order.packageId);
  }
  const hold = order.shipRequestId === null ? await findOpenHold(db, order) : null;
  if (hold !== null) await settleRequestHolds(db, [hold], end);
  return await updateOrder(db, order.id, {
    state: "done",
    resultText,
    endedBy: end.endedBy,
    endedAt: end.at,
  });
}

/** Ends a locked order without doing it: what was held for it is released. */
export async function dropOrder(
  context: SignedInContext,
  db: Db,
  order: ExtraServiceRequestRow,
  change: { readonly state: "refused" | "cancelled"; readonly resultText: string },
): Promise<ExtraServiceRequestRow> {
  requireMayBecome(order, change.state);
  const end = { endedBy: context.session.person.id, at: context.now() };
  const hold = await findOpenHold(db, order);
  if (hold !== null) await releaseRequestHolds(db, [hold], end);
  return await updateOrder(db, order.id, { ...change, endedBy: end.endedBy, endedAt: end.at });
}
