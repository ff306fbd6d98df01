import type { Insertable } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { PackagesTables, QrCodeRow } from "#goods/server/tables/packages.ts";

/** The codes of a package, by leg. */
export async function listCodes(db: Db, packageId: string): Promise<QrCodeRow[]> {
  return await db
    .selectFrom("qrCodes")
    .selectAll()
    .where("packageId", "=", packageId)
    .orderBy("legNumber")
    .execute();
}

export async function findCode(db: Db, qrCodeId: string): Promise<QrCodeRow | undefined> {
  return await db.selectFrom("qrCodes").selectAll().where("id", "=", qrCodeId).executeTakeFirst();
}

export async function insertCode(
  db: Db,
  code: Insertable<PackagesTables["qrCodes"]>,
): Promise<QrCodeRow> {
  return await db.insertInto("qrCodes").values(code).returningAll().executeTakeFirstOrThrow();
}

export async function deleteCode(db: Db, qrCodeId: string): Promise<void> {
  await db.deleteFrom("qrCodes").where("id", "=", qrCodeId).execute();
}

/** Those of `keys` of the file store that belong to a code's row. */
export async function listReferencedCodeKeys(
  db: Db,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db.selectFrom("qrCodes").select("path").where("path", "in", keys).execute();
  return new Set(rows.map(({ path }) => path));
}
