// The SQL about the history of ship requests.
import type {
  ShipRequestEventActor,
  ShipRequestEventFacts,
  ShipRequestEventKind,
} from "#shipping/rules/ship-request.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ShipRequestEventRow } from "#shipping/server/tables/ship-requests.ts";

/** Who leads a request on, and when. */
export type RequestActor = {
  readonly actor: ShipRequestEventActor;
  /** null: the product itself. */
  readonly actorId: string | null;
  readonly at: Date;
};

/** Adds to the history of a request, in the transaction that changes it. */
export async function insertRequestEvent(
  db: Db,
  shipRequestId: string,
  { actor, actorId, at }: RequestActor,
  kind: ShipRequestEventKind,
  facts: ShipRequestEventFacts = {},
): Promise<void> {
  await db
    .insertInto("shipRequestEvents")
    .values({ shipRequestId, kind, actor, actorId, facts: JSON.stringify(facts), createdAt: at })
    .execute();
}

/** The history of a request, oldest first. */
export async function listRequestEvents(
  db: Db,
  shipRequestId: string,
): Promise<ShipRequestEventRow[]> {
  return await db
    .selectFrom("shipRequestEvents")
    .selectAll()
    .where("shipRequestId", "=", shipRequestId)
    .orderBy("id")
    .execute();
}
