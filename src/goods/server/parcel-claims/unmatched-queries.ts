// The SQL about parcels without a known owner, and about giving them one.
import { sql, type Updateable } from "kysely";
import { unmatchedLimits } from "#goods/rules/inbound-parcel.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { containing } from "#platform/server/db/search-by-part.ts";
import type { Db } from "#platform/server/db/open.ts";
import type {
  InboundParcelRow,
  InboundParcelsTables,
} from "#goods/server/tables/inbound-parcels.ts";

// The planner matches exactly this condition to a partial index.
const isUnmatched = sql`p.state in ('received', 'packed') and p.user_id is null`;
const longestHereFirst = sql`coalesce(p.received_at, p.created_at), p.id`;

/** One page of the parcels whose number or label contains `search`, the longest here first, and how many there are. */
export async function listUnmatchedIds(
  db: Db,
  search: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const part = normaliseTrackingNumber(search);
  const matches = part === "" ? sql`true` : sql`p.searched_text like ${containing(part)}`;
  const { rows } = await sql<{ id: string }>`
    select p.id from inbound_parcels p where ${isUnmatched} and ${matches}
    order by ${longestHereFirst} limit ${unmatchedLimits.counted}
  `.execute(db);
  return { ids: rows.slice(offset, offset + limit).map(({ id }) => id), total: rows.length };
}

/** Whether a parcel is here and has no owner. */
export async function isParcelUnmatched(db: Db, parcelId: string): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_parcels p where ${isUnmatched} and p.id = ${parcelId}
  `.execute(db);
  return rows.length > 0;
}

/** Parcels without an owner that have one of the numbers, those of the first number first, then the longest here. */
export async function listUnmatchedOfNumbers(
  db: Db,
  trackingNumbers: readonly string[],
): Promise<string[]> {
  const [first = ""] = trackingNumbers;
  // Those without an owner are few; looking up each number among all parcels would cost more with their number.
  const { rows } = await sql<{ id: string }>`
    with unmatched as materialized (
      select p.id, p.tracking_number, p.received_at, p.created_at from inbound_parcels p where ${isUnmatched}
    )
    select p.id from unmatched p
    where p.tracking_number = any(${trackingNumbers}::text[])
    order by (p.tracking_number = ${first}) desc, ${longestHereFirst} limit ${unmatchedLimits.near}
  `.execute(db);
  return rows.map(({ id }) => id);
}

const matchedColumns = [
  "id",
  "userId",
  "packageId",
  "trackingNumber",
  "piece",
  "state",
  "carrierCode",
  "carrierConfidence",
  "shop",
  "orderReference",
  "description",
  "declaredValueMinor",
  "declaredCurrency",
  "condition",
  "battery",
  "goodsFlags",
] as const;

/** What giving a parcel to a customer depends on, and what passes over to it. */
export type MatchedRow = Pick<InboundParcelRow, (typeof matchedColumns)[number]>;

function matchedRows(db: Db) {
  return db.selectFrom("inboundParcels").select(matchedColumns);
}

export async function findMatchedRow(db: Db, parcelId: string): Promise<MatchedRow | undefined> {
  return await matchedRows(db).where("id", "=", parcelId).executeTakeFirst();
}

/** Parcels, locked in order of id until the transaction ends. */
export async function lockMatchedRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, MatchedRow>> {
  const rows = await matchedRows(db)
    .where("id", "in", parcelIds)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The first piece that a customer awaits under a number. */
export async function findAwaitedRow(
  db: Db,
  userId: string,
  trackingNumber: string,
): Promise<MatchedRow | undefined> {
  return await matchedRows(db)
    .where("userId", "=", userId)
    .where("trackingNumber", "=", trackingNumber)
    .where("state", "=", "expected")
    .orderBy("piece")
    .limit(1)
    .executeTakeFirst();
}

/** The pieces of a customer's open parcels with a number. */
export async function listOpenPieces(
  db: Db,
  userId: string,
  trackingNumber: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("inboundParcels")
    .select("piece")
    .where("userId", "=", userId)
    .where("trackingNumber", "=", trackingNumber)
    .where("state", "in", ["expected", "received", "packed"])
    .execute();
  return rows.map(({ piece }) => piece);
}

export async function updateParcel(
  db: Db,
  parcelId: string,
  change: Updateable<InboundParcelsTables["inboundParcels"]>,
): Promise<void> {
  await db.updateTable("inboundParcels").set(change).where("id", "=", parcelId).execute();
}
