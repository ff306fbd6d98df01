// The SQL about photos of the packing desk.
import { sql, type Insertable } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { PackingImageRow, ShipRequestsTables } from "#shipping/server/tables/ship-requests.ts";

/** The photos of a request's boxes, oldest first. */
export async function listImagesOfRequest(
  db: Db,
  shipRequestId: string,
): Promise<PackingImageRow[]> {
  return await db
    .selectFrom("packingImages")
    .selectAll()
    .where("shipRequestId", "=", shipRequestId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** The photos of ordered extra services, oldest first. */
export async function listImagesOfOrders(
  db: Db,
  orderIds: readonly string[],
): Promise<PackingImageRow[]> {
  if (orderIds.length === 0) return [];
  return await db
    .selectFrom("packingImages")
    .selectAll()
    .where("extraServiceRequestId", "in", orderIds)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

export async function findImageByKey(
  db: Db,
  idempotencyKey: string,
): Promise<PackingImageRow | undefined> {
  return await db
    .selectFrom("packingImages")
    .selectAll()
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

export async function findImage(db: Db, id: string): Promise<PackingImageRow | undefined> {
  return await db.selectFrom("packingImages").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function insertImage(
  db: Db,
  row: Insertable<ShipRequestsTables["packingImages"]>,
): Promise<PackingImageRow> {
  return await db.insertInto("packingImages").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Those of `keys` of the file store that belong to a photo's row. */
export async function listReferencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("packingImages")
    .select(["imageUrl", "thumbnailUrl"])
    .where((where) => where.or([where("imageUrl", "in", keys), where("thumbnailUrl", "in", keys)]))
    .execute();
  return new Set(rows.flatMap((row) => [row.imageUrl, row.thumbnailUrl]));
}

/** Whose the request or order of a photo is, with the row locked so that photos are counted one after the other. */
export async function lockSubject(
  db: Db,
  subject: { readonly shipRequestId: string } | { readonly extraServiceRequestId: string },
): Promise<{ readonly userId: string; readonly count: number } | undefined> {
  const [table, column, id] =
    "shipRequestId" in subject
      ? (["shipRequests", "shipRequestId", subject.shipRequestId] as const)
      : (["extraServiceRequests", "extraServiceRequestId", subject.extraServiceRequestId] as const);
  const row = await db
    .selectFrom(table)
    .select("userId")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { count } = await db
    .selectFrom("packingImages")
    .select(sql<bigint>`count(*)`.as("count"))
    .where(column, "=", id)
    .executeTakeFirstOrThrow();
  return { userId: row.userId, count: Number(count) };
}

/** Deletes the rows of a customer's photos; returns the ids of the requests and orders that they were of. */
export async function deleteImagesOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom("packingImages")
    .where("userId", "=", userId)
    .returning(["shipRequestId", "extraServiceRequestId"])
    .execute();
  const subjects = rows.map((row) => row.shipRequestId ?? row.extraServiceRequestId ?? "");
  return [...new Set(subjects)];
}
