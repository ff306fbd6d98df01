import { apiError } from "#platform/contract/errors.ts";
import {
  nextShipRequestState,
  type ShipRequestAction,
  type ShipRequestActor,
  type ShipRequestEventFacts,
  type ShipRequestEventKind,
} from "#shipping/rules/ship-request.ts";
import type { OwnerContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ShipRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { lockAnyPackage, type LockedPackage } from "#goods/server/packages/change-own-package.ts";
import { saveShipRequestState } from "#goods/server/packages/save-ship-request-state.ts";
import { insertRequestEvent, type RequestActor } from "./event-queries.ts";
import { findRequest, lockRequestRow, updateRequestRow } from "./request-queries.ts";
import { isOpenShipRequest } from "#goods/rules/ship-request-states.ts";

/** A request with its package, both locked until the transaction ends. */
export type LockedRequest = {
  readonly request: ShipRequestRow;
  readonly pkg: LockedPackage;
};

/**
 * Locks a request and its package, in the order in which everything locks them; with `userId` only that customer's.
 * Throws `not_found`, `conflict` where its package was deleted, and `own_account` where staff act on their own.
 */
export async function lockRequest(
  context: OwnerContext,
  db: Db,
  shipRequestId: string,
  userId: string | null = null,
): Promise<LockedRequest> {
  const found = await findRequest(db, shipRequestId);
  if (found === undefined || (userId !== null && found.userId !== userId)) {
    throw apiError("not_found");
  }
  const { packageId } = found;
  const pkg = packageId === null ? undefined : await lockAnyPackage(context, db, packageId);
  const request = await lockRequestAlone(context, db, shipRequestId);
  if (pkg === undefined) throw apiError("conflict", { current: request.state });
  return { request, pkg };
}

/** Locks a request without its package. Throws `not_found`, and `own_account` where staff act on their own. */
export async function lockRequestAlone(
  { actsOn }: OwnerContext,
  db: Db,
  shipRequestId: string,
): Promise<ShipRequestRow> {
  const request = await lockRequestRow(db, shipRequestId);
  if (request === undefined) throw apiError("not_found");
  await actsOn(db, "request", request.userId);
  return request;
}

/** The state to which an action leads. Throws `conflict` (with the state as `current`) where it is refused. */
export function requireNextState(
  action: ShipRequestAction,
  by: ShipRequestActor,
  request: ShipRequestRow,
): ShipRequestRow["state"] {
  const next = nextShipRequestState(action, by, request);
  if (next === null) throw apiError("conflict", { current: request.state });
  return next;
}

/** Throws `conflict` (with the request's version as `current`) where it was changed since it was shown. */
export function requireVersion(request: ShipRequestRow, expectedVersion: number): void {
  if (request.version !== expectedVersion) {
    throw apiError("conflict", { current: request.version });
  }
}

type Change = Omit<Parameters<typeof updateRequestRow>[2], "updatedAt">;

/** Stores a change of a locked request with what follows for its package, and adds it to the history. */
export async function saveRequest(
  db: Db,
  { request, pkg }: LockedRequest,
  actor: RequestActor,
  change: Change,
  event: readonly [kind: ShipRequestEventKind, facts?: ShipRequestEventFacts] | null,
): Promise<LockedRequest> {
  const isWaiting = (change.state ?? request.state) === "waiting_for_customer";
  const isLeft = request.state === "waiting_for_customer" && !isWaiting;
  const saved = await updateRequestRow(db, request.id, {
    ...(isLeft && { waitingReason: null, waitingSince: null }),
    ...change,
    updatedAt: actor.at,
  });
  if (event !== null) await insertRequestEvent(db, request.id, actor, event[0], event[1]);
  if (saved.state !== request.state) {
    await saveShipRequestState(
      db,
      pkg.id,
      isOpenShipRequest(saved.state) || saved.state === "handed_over" ? saved.state : null,
    );
  }
  return { request: saved, pkg };
}
