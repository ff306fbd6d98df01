import type { ShipRequestEventFacts, ShipRequestEventKind } from "#shipping/rules/ship-request.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertRequestEvent, type RequestActor } from "./event-queries.ts";

/** Adds to the history of a request what happened to its extra services. */
export async function recordExtraServiceEvent(
  db: Db,
  shipRequestId: string,
  actor: RequestActor,
  kind: Extract<ShipRequestEventKind, `extra_service_${string}`>,
  facts: ShipRequestEventFacts,
): Promise<void> {
  await insertRequestEvent(db, shipRequestId, actor, kind, facts);
}
