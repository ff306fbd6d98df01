// The SQL about parcels that are returned to their sender or disposed of.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";

export type RemovalRow = RowOf<"parcelRemovals">;

/** A row with the emails of who asked and who decided; null for a deleted profile. */
export type NamedRemovalRow = RemovalRow & {
  readonly askedByEmail: string | null;
  readonly decidedByEmail: string | null;
};

function namedRemovals(db: Db) {
  return db
    .selectFrom("parcelRemovals")
    .leftJoin("profiles as asking", "asking.id", "parcelRemovals.createdBy")
    .leftJoin("profiles as deciding", "deciding.id", "parcelRemovals.decidedBy")
    .selectAll("parcelRemovals")
    .select(["asking.email as askedByEmail", "deciding.email as decidedByEmail"]);
}

/** The newest of each parcel, by parcel. */
export async function listNewestRemovals(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, RemovalRow>> {
  const rows = await db
    .selectFrom("parcelRemovals")
    .selectAll()
    .distinctOn("inboundParcelId")
    .where("inboundParcelId", "=", ({ fn, val }) => fn.any(val(parcelIds)))
    .orderBy("inboundParcelId")
    .orderBy("createdAt", "desc")
    .execute();
  return new Map(rows.map((row) => [row.inboundParcelId, row]));
}

/** The newest of a parcel, with who asked and decided. */
export async function findNewestRemoval(
  db: Db,
  parcelId: string,
): Promise<NamedRemovalRow | undefined> {
  return await namedRemovals(db)
    .where("inboundParcelId", "=", parcelId)
    .orderBy("parcelRemovals.createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The one for which a photo was taken, which must exist. */
export async function getRemovalOfImage(db: Db, imageId: string): Promise<NamedRemovalRow> {
  return await namedRemovals(db).where("imageId", "=", imageId).executeTakeFirstOrThrow();
}

/** One of a parcel, whose row must be locked. */
export async function findRemoval(
  db: Db,
  parcelId: string,
  removalId: string,
): Promise<RemovalRow | undefined> {
  return await db
    .selectFrom("parcelRemovals")
    .selectAll()
    .where("id", "=", removalId)
    .where("inboundParcelId", "=", parcelId)
    .executeTakeFirst();
}

export async function insertRemoval(db: Db, removal: InsertOf<"parcelRemovals">): Promise<string> {
  const { id } = await db
    .insertInto("parcelRemovals")
    .values(removal)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRemoval(
  db: Db,
  removalId: string,
  change: UpdateOf<"parcelRemovals">,
): Promise<void> {
  await db.updateTable("parcelRemovals").set(change).where("id", "=", removalId).execute();
}

/** Erases what staff typed about the parcels of an account that is being closed. */
export async function eraseRemovalTexts(db: Db, userId: string): Promise<void> {
  await sql`
    update parcel_removals set consent = '', reason = '', decision_reason = ''
    where user_id = ${userId}
      or inbound_parcel_id in (select id from inbound_parcels where user_id = ${userId})
  `.execute(db);
}
