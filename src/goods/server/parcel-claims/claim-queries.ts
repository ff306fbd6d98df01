// The SQL about parcels without a known owner: claims of them, and giving them one.
import { sql, type RawBuilder } from "kysely";
import { unmatchedLimits } from "#goods/rules/inbound-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { containing } from "#platform/server/db/search-by-part.ts";

export type ClaimRow = RowOf<"inboundParcelClaims">;

/** A claim with the email of who decided it. */
export type StaffClaimRow = ClaimRow & { readonly decidedByEmail: string | null };

/** Whether a customer has an open claim of a number. */
export async function hasOpenClaim(
  db: Db,
  userId: string,
  trackingNumber: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("inboundParcelClaims")
    .select("id")
    .where("userId", "=", userId)
    .where("trackingNumber", "=", trackingNumber)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertClaim(
  db: Db,
  claim: InsertOf<"inboundParcelClaims">,
): Promise<ClaimRow> {
  return await db
    .insertInto("inboundParcelClaims")
    .values(claim)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A customer's claims, the newest first; with null as limit, all of them. */
export async function listOwnClaimRows(
  db: Db,
  userId: string,
  limit: number | null,
): Promise<ClaimRow[]> {
  const rows = db
    .selectFrom("inboundParcelClaims")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id");
  return await (limit === null ? rows : rows.limit(limit)).execute();
}

function ownClaim(db: Db, userId: string, claimId: string) {
  return db
    .selectFrom("inboundParcelClaims")
    .selectAll()
    .where("userId", "=", userId)
    .where("id", "=", claimId);
}

/** A customer's claim; undefined also for another customer's. */
export async function findOwnClaim(
  db: Db,
  userId: string,
  claimId: string,
): Promise<ClaimRow | undefined> {
  return await ownClaim(db, userId, claimId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockOwnClaim(
  db: Db,
  userId: string,
  claimId: string,
): Promise<ClaimRow | undefined> {
  return await ownClaim(db, userId, claimId).forUpdate().executeTakeFirst();
}

/** A customer's open claims of one of the numbers, and the claim with that id, locked in order of id. */
export async function lockOpenClaims(
  db: Db,
  userId: string,
  claimed: { readonly trackingNumbers: readonly string[]; readonly claimId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inbound_parcel_claims
    where user_id = ${userId} and state = 'open'
      and (tracking_number = any(${claimed.trackingNumbers}::text[]) or id = ${claimed.claimId}::uuid)
    order by id for update
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function updateClaims(
  db: Db,
  claimIds: readonly string[],
  change: UpdateOf<"inboundParcelClaims">,
): Promise<void> {
  if (claimIds.length === 0) return;
  await db.updateTable("inboundParcelClaims").set(change).where("id", "in", claimIds).execute();
}

async function listStaffRows(db: Db, claims: RawBuilder<unknown>): Promise<StaffClaimRow[]> {
  const { rows } = await sql<StaffClaimRow>`
    select c.*, (select email from profiles where profiles.id = c.decided_by) as decided_by_email
    from inbound_parcel_claims c ${claims}
  `.execute(db);
  return rows;
}

export async function findClaim(db: Db, claimId: string): Promise<StaffClaimRow | undefined> {
  return (await listStaffRows(db, sql`where c.id = ${claimId}`))[0];
}

/** Open claims of one of the numbers, those of the first number first, then the longest open. */
export async function listClaimsOfNumbers(
  db: Db,
  trackingNumbers: readonly string[],
): Promise<StaffClaimRow[]> {
  const [first = ""] = trackingNumbers;
  return await listStaffRows(
    db,
    sql`where c.state = 'open' and c.tracking_number = any(${trackingNumbers}::text[])
      order by (c.tracking_number = ${first}) desc, c.created_at, c.id limit ${unmatchedLimits.near}`,
  );
}

/** One page of the open claims, the longest open first, or of the decided ones, newest first, and how many there are. */
export async function listClaimsPage(
  db: Db,
  isOpen: boolean,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: StaffClaimRow[]; readonly total: number }> {
  const { counted } = unmatchedLimits;
  const where = isOpen ? sql`c.state = 'open'` : sql`c.state in ('granted', 'refused')`;
  const order = isOpen ? sql`c.created_at, c.id` : sql`c.decided_at desc, c.id`;
  const shown = Math.max(0, Math.min(limit, counted - offset));
  const rows = await listStaffRows(
    db,
    sql`where ${where} order by ${order} offset ${offset} limit ${shown}`,
  );
  const { rows: totals } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from inbound_parcel_claims c where ${where} limit ${counted}
    ) counted
  `.execute(db);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** How many open claims each of the numbers has; numbers without any are left out. */
export async function countOpenClaims(
  db: Db,
  trackingNumbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (trackingNumbers.length === 0) return new Map();
  const { rows } = await sql<{ trackingNumber: string; count: number }>`
    select tracking_number, count(*)::int as count from inbound_parcel_claims
    where state = 'open' and tracking_number = any(${trackingNumbers}::text[]) group by tracking_number
  `.execute(db);
  return new Map(rows.map(({ trackingNumber, count }) => [trackingNumber, count]));
}

/**
 * Withdraws the open claims of an account that is being closed, whose profile is locked, and erases the notes and reasons of
 * all. Numbers and decisions stay, like those of parcels.
 */
export async function eraseClaims(db: Db, userId: string, now: Date): Promise<void> {
  await sql`
    update inbound_parcel_claims
    set note = '', reason = '', updated_at = ${now},
      state = case when state = 'open' then 'withdrawn' else state end
    where user_id = ${userId}
  `.execute(db);
}

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
  "source",
  "state",
  "carrierCode",
  "carrierConfidence",
  "shop",
  "orderReference",
  "description",
  "declaredValueMinor",
  "declaredCurrency",
  "valueConfirmedAt",
  "condition",
  "battery",
  "goodsFlags",
  "foundBatteries",
  "foundFlags",
] as const;

/** What giving a parcel to a customer depends on, and what passes over to it. */
export type MatchedRow = Pick<RowOf<"inboundParcels">, (typeof matchedColumns)[number]>;

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
  change: UpdateOf<"inboundParcels">,
): Promise<void> {
  await db.updateTable("inboundParcels").set(change).where("id", "=", parcelId).execute();
}
