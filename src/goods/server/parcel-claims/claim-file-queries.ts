// The SQL about the proofs of claims.
import { sql, type Insertable, type Selectable } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelsTables } from "#goods/server/tables/inbound-parcels.ts";

type FilesTable = InboundParcelsTables["inboundParcelClaimFiles"];
export type ClaimFileRow = Selectable<FilesTable>;

/** The proofs of claims, by claim, oldest first. */
export async function listClaimFiles(
  db: Db,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, ClaimFileRow[]>> {
  if (claimIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("inboundParcelClaimFiles")
    .selectAll()
    .where("claimId", "=", sql<string>`any(${claimIds}::uuid[])`)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ claimId }) => claimId);
}

/** The proof that a request with this key added. */
export async function findClaimFileByKey(
  db: Db,
  idempotencyKey: string,
): Promise<ClaimFileRow | undefined> {
  return await db
    .selectFrom("inboundParcelClaimFiles")
    .selectAll()
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

export async function countClaimFiles(db: Db, claimId: string): Promise<number> {
  const { count } = await db
    .selectFrom("inboundParcelClaimFiles")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("claimId", "=", claimId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertClaimFile(db: Db, file: Insertable<FilesTable>): Promise<void> {
  await db.insertInto("inboundParcelClaimFiles").values(file).execute();
}

/** A proof, and whose claim it is. */
export async function findClaimFile(
  db: Db,
  fileId: string,
): Promise<(ClaimFileRow & { readonly userId: string }) | undefined> {
  return await db
    .selectFrom("inboundParcelClaimFiles as files")
    .innerJoin("inboundParcelClaims as claims", "claims.id", "files.claimId")
    .selectAll("files")
    .select("claims.userId")
    .where("files.id", "=", fileId)
    .executeTakeFirst();
}

/** Those of `keys` of the file store that belong to a proof. */
export async function listReferencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("inboundParcelClaimFiles")
    .select("fileUrl")
    .where("fileUrl", "in", keys)
    .execute();
  return new Set(rows.map(({ fileUrl }) => fileUrl));
}

export async function deleteClaimFiles(db: Db, claimIds: readonly string[]): Promise<void> {
  if (claimIds.length === 0) return;
  await db.deleteFrom("inboundParcelClaimFiles").where("claimId", "in", claimIds).execute();
}
