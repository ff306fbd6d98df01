// The SQL about ship requests that were accepted, on their way out.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ShipRequestEventKind } from "#shipping/rules/ship-request.ts";

/** What labels and manifests need of a ship request with its package. */
export type OutgoingRow = {
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
export async function lockOutgoingRows(db: Db, ids: readonly string[]): Promise<OutgoingRow[]> {
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

/** How requests are led on. */
export type OutgoingChange = {
  readonly state: "accepted" | "labelled" | "handed_over";
  readonly event: Extract<
    ShipRequestEventKind,
    "labelled" | "label_voided" | "handed_over" | "taken_back"
  >;
  readonly reason?: string;
  readonly actorId: string;
  readonly at: Date;
};

export async function updateOutgoingRows(
  db: Db,
  requestIds: readonly string[],
  { state, actorId, at }: OutgoingChange,
): Promise<void> {
  const hasEnded = state === "handed_over";
  await db
    .updateTable("shipRequests")
    .set({
      state,
      updatedAt: at,
      endedAt: hasEnded ? at : null,
      endedBy: hasEnded ? actorId : null,
    })
    .set((row) => ({ version: row("version", "+", 1) }))
    .where("id", "=", sql<string>`any(${requestIds}::uuid[])`)
    .execute();
}

/** Stores the state of requests with their packages. */
export async function updateOutgoingPackages(
  db: Db,
  requestIds: readonly string[],
  { state, at }: OutgoingChange,
): Promise<void> {
  await sql`
    update packages set ship_request_state = ${state}, updated_at = ${at}
    where id in (select package_id from ship_requests where id = any(${requestIds}::uuid[]))
  `.execute(db);
}
