import { sql, type RawBuilder } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";
import type { FileKinds, FileOwnerKind } from "./file-rules.ts";

/** A file of one kind of owner. */
export type FileRow<Kind extends FileOwnerKind = FileOwnerKind> = RowOf<"files"> & {
  readonly kind: FileKinds[Kind];
};

/** The keys under which the bytes of a file lie. */
export type StoredKeys = Pick<RowOf<"files">, "key" | "thumbnailKey">;

/** Inserts a file; undefined where another request of its account has the key. */
export async function insertFile(
  db: Db,
  file: InsertOf<"files">,
): Promise<RowOf<"files"> | undefined> {
  return await db
    .insertInto("files")
    .values(file)
    .onConflict((conflict) => conflict.columns(["createdBy", "idempotencyKey"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findFile(db: Db, id: string): Promise<RowOf<"files"> | undefined> {
  return await db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The file that a request of this account with this key added. */
export async function findFileByKey(
  db: Db,
  createdBy: string,
  idempotencyKey: string,
): Promise<RowOf<"files"> | undefined> {
  return await db
    .selectFrom("files")
    .selectAll()
    .where("createdBy", "=", createdBy)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

/** The files of these owners, oldest first. */
export async function listFiles<Kind extends FileOwnerKind>(
  db: Db,
  ownerKind: Kind,
  ownerIds: readonly string[],
): Promise<FileRow<Kind>[]> {
  if (ownerIds.length === 0) return [];
  const rows = await db
    .selectFrom("files")
    .selectAll()
    .where("ownerKind", "=", ownerKind)
    .where("ownerId", "=", sql<string>`any(${ownerIds}::uuid[])`)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows as FileRow<Kind>[];
}

/** The ids of the first files of these owners, by owner; those without files are left out. */
export async function listFirstFiles(
  db: Db,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("files")
    .distinctOn("ownerId")
    .select(["id", "ownerId"])
    .where("ownerId", "=", sql<string>`any(${ownerIds}::uuid[])`)
    .orderBy("ownerId")
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ ownerId, id }) => [ownerId, id]));
}

/**
 * The id of the first file of the owner with the id in the SQL `ownerId`, in a statement that lists owners.
 * @param isShown which of `files` count
 */
export function firstFileId(
  ownerId: RawBuilder<unknown>,
  isShown: RawBuilder<boolean> = sql`true`,
): RawBuilder<string | null> {
  return sql`(
    select files.id from files where files.owner_id = ${ownerId} and ${isShown}
    order by files.created_at, files.id limit 1
  )`;
}

export async function countFiles(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom("files")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("ownerId", "=", ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the rows of files; who calls it removes what lies under their keys once the transaction is committed. */
export async function deleteFiles(db: Db, ids: readonly string[]): Promise<StoredKeys[]> {
  return await db
    .deleteFrom("files")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .returning(["key", "thumbnailKey"])
    .execute();
}

/** The same for all files of these owners. */
export async function deleteFilesOf(db: Db, ownerIds: readonly string[]): Promise<StoredKeys[]> {
  return await db
    .deleteFrom("files")
    .where("ownerId", "=", sql<string>`any(${ownerIds}::uuid[])`)
    .returning(["key", "thumbnailKey"])
    .execute();
}

/** The same for all files whose owners in this table are a customer's. */
export async function deleteFilesOfCustomer(
  db: Db,
  { ownerKind, customersTable }: { ownerKind: FileOwnerKind; customersTable: string },
  userId: string,
): Promise<StoredKeys[]> {
  const { rows } = await sql<StoredKeys>`
    delete from files where owner_kind = ${ownerKind}
      and owner_id in (select id from ${sql.table(customersTable)} where user_id = ${userId})
    returning key, thumbnail_key
  `.execute(db);
  return rows;
}

/** Whether what has this id in this table is this customer's. */
export async function isOfCustomer(
  db: Db,
  customersTable: string,
  ownerId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(customersTable)} where id = ${ownerId} and user_id = ${userId}
  `.execute(db);
  return rows.length > 0;
}

/** Those of `keys` of the file store that a row names. */
export async function listNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("files")
    .select(["key", "thumbnailKey"])
    .where((where) => where.or([where("key", "in", keys), where("thumbnailKey", "in", keys)]))
    .execute();
  return new Set(rows.flatMap(({ key, thumbnailKey }) => [key, thumbnailKey ?? key]));
}
