// The SQL by which labels and manifests lead ship requests on, many at once.
import { sql } from "kysely";
import type { CountryCode } from "#core/country.ts";
import type { Recipient } from "#core/recipient.ts";
import type { ShipRequestEventKind, ShipRequestState } from "#core/ship-request.ts";
import type { Db } from "#server/db/open.ts";

/** What labels and manifests need of a ship request with its package. */
export type OutgoingRequest = {
  readonly id: string;
  readonly number: bigint;
  readonly userId: string;
  readonly packageId: string | null;
  readonly warehouseId: string;
  readonly state: ShipRequestState;
  readonly quoteId: string | null;
  readonly countryCode: CountryCode;
  readonly recipient: Recipient;
  readonly packedGrams: number | null;
};

/** Requests of these ids in the order in which everything locks them, locked until the transaction ends. */
export async function lockOutgoingRequests(
  db: Db,
  ids: readonly string[],
): Promise<OutgoingRequest[]> {
  return await db
    .selectFrom("shipRequests")
    .select(["id", "number", "userId", "packageId", "warehouseId", "state", "quoteId"])
    .select(["countryCode", "recipient", "packedGrams"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The packages of requests, without locks. */
export async function listPackagesOfRequests(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly packageId: string | null }[]> {
  return await db
    .selectFrom("shipRequests")
    .select(["id", "packageId"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Stores the state of locked requests and their packages, and adds it to the history of each. */
export async function updateOutgoingRequests(
  db: Db,
  requestIds: readonly string[],
  change: {
    readonly state: "accepted" | "labelled" | "handed_over";
    readonly event: Extract<
      ShipRequestEventKind,
      "labelled" | "label_voided" | "handed_over" | "taken_back"
    >;
    readonly reason?: string;
    readonly actorId: string | null;
    readonly at: Date;
  },
): Promise<void> {
  if (requestIds.length === 0) return;
  const { state, event, actorId, at } = change;
  const hasEnded = state === "handed_over";
  await sql`
    update ship_requests set state = ${state}, version = version + 1, updated_at = ${at},
      ended_at = ${hasEnded ? at : null}, ended_by = ${hasEnded ? actorId : null}
    where id = any(${requestIds}::uuid[])
  `.execute(db);
  await sql`
    update packages set ship_request_state = ${state}, updated_at = ${at}
    where id in (select package_id from ship_requests where id = any(${requestIds}::uuid[]))
  `.execute(db);
  const facts = change.reason === undefined ? {} : { reason: change.reason };
  await sql`
    insert into ship_request_events (ship_request_id, kind, actor, actor_id, facts, created_at)
    select id, ${event}, ${actorId === null ? "system" : "staff"}, ${actorId}::uuid,
      ${JSON.stringify(facts)}::jsonb, ${at}
    from unnest(${requestIds}::uuid[]) with ordinality as requests (id, place) order by place
  `.execute(db);
}
