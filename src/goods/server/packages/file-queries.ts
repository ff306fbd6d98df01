import type { Insertable } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { PackageImageRow, PackagesTables, QrCodeRow } from "#goods/server/tables/packages.ts";

export async function insertImage(
  db: Db,
  image: Insertable<PackagesTables["packageImages"]>,
): Promise<PackageImageRow> {
  return await db
    .insertInto("packageImages")
    .values(image)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The images of a package, oldest first. */
export async function listImages(db: Db, packageId: string): Promise<PackageImageRow[]> {
  return await db
    .selectFrom("packageImages")
    .selectAll()
    .where("packageId", "=", packageId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

export async function deleteImageRow(db: Db, imageId: string): Promise<void> {
  await db.deleteFrom("packageImages").where("id", "=", imageId).execute();
}

/** Those of `keys` of the file store that belong to an image's row. */
export async function listReferencedImageKeys(
  db: Db,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("packageImages")
    .select(["imageUrl", "thumbnailUrl"])
    .where((where) => where.or([where("imageUrl", "in", keys), where("thumbnailUrl", "in", keys)]))
    .execute();
  return new Set(rows.flatMap((row) => [row.imageUrl, row.thumbnailUrl]));
}

/** An image, and the owner of its package. */
export async function findImage(
  db: Db,
  imageId: string,
): Promise<(PackageImageRow & { readonly userId: string }) | undefined> {
  return await db
    .selectFrom("packageImages")
    .innerJoin("packages", "packages.id", "packageImages.packageId")
    .selectAll("packageImages")
    .select("packages.userId")
    .where("packageImages.id", "=", imageId)
    .executeTakeFirst();
}

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
