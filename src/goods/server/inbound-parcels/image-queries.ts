// The SQL about photos of parcels.
import { type Insertable, type Selectable, sql, type RawBuilder } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelsTables } from "#goods/server/tables/inbound-parcels.ts";

export type ParcelImageRow = Selectable<InboundParcelsTables["inboundParcelImages"]>;

/** The photos of a parcel, oldest first. */
export async function listImages(db: Db, parcelId: string): Promise<ParcelImageRow[]> {
  return await db
    .selectFrom("inboundParcelImages")
    .selectAll()
    .where("inboundParcelId", "=", parcelId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** The first photo of each of these parcels. */
export async function listFirstImages(
  db: Db,
  parcelIds: readonly string[],
): Promise<Pick<ParcelImageRow, "id" | "inboundParcelId">[]> {
  if (parcelIds.length === 0) return [];
  return await db
    .selectFrom("inboundParcelImages")
    .distinctOn("inboundParcelId")
    .select(["id", "inboundParcelId"])
    .where("inboundParcelId", "in", parcelIds)
    .orderBy("inboundParcelId")
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** The photo that a request with this key added. */
export async function findImageByKey(
  db: Db,
  idempotencyKey: string,
): Promise<ParcelImageRow | undefined> {
  return await db
    .selectFrom("inboundParcelImages")
    .selectAll()
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

/** How many photos a parcel has; undefined where there is no parcel. */
export async function findImagesCount(db: Db, parcelId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("inboundParcels")
    .select("imagesCount")
    .where("id", "=", parcelId)
    .executeTakeFirst();
  return row?.imagesCount;
}

/** The same, with the parcel's row locked until the transaction ends. */
export async function lockImagesCount(db: Db, parcelId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("inboundParcels")
    .select("imagesCount")
    .where("id", "=", parcelId)
    .forUpdate()
    .executeTakeFirst();
  return row?.imagesCount;
}

export async function insertImage(
  db: Db,
  image: Insertable<InboundParcelsTables["inboundParcelImages"]>,
): Promise<ParcelImageRow> {
  const row = await db
    .insertInto("inboundParcelImages")
    .values(image)
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable("inboundParcels")
    .set((parcel) => ({
      imagesCount: parcel("imagesCount", "+", 1),
      updatedAt: image.createdAt,
    }))
    .where("id", "=", image.inboundParcelId)
    .execute();
  return row;
}

/** A photo, and the owner of its parcel; null: unknown. */
export async function findImage(
  db: Db,
  imageId: string,
): Promise<(ParcelImageRow & { readonly userId: string | null }) | undefined> {
  return await db
    .selectFrom("inboundParcelImages")
    .innerJoin("inboundParcels", "inboundParcels.id", "inboundParcelImages.inboundParcelId")
    .selectAll("inboundParcelImages")
    .select("inboundParcels.userId")
    .where("inboundParcelImages.id", "=", imageId)
    .executeTakeFirst();
}

/** Those of `keys` of the file store that belong to a photo's row. */
export async function listReferencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("inboundParcelImages")
    .select(["imageUrl", "thumbnailUrl"])
    .where((where) => where.or([where("imageUrl", "in", keys), where("thumbnailUrl", "in", keys)]))
    .execute();
  return new Set(rows.flatMap((row) => [row.imageUrl, row.thumbnailUrl]));
}

/** The id of the first photo of the parcel in `table`, in a statement that lists parcels. */
export function firstImageId(table: "inbound_parcels" | "p"): RawBuilder<string | null> {
  const parcels = sql.ref(table);
  return sql`case when ${parcels}.images_count > 0 then (
    select images.id from inbound_parcel_images images
    where images.inbound_parcel_id = ${parcels}.id order by images.created_at, images.id limit 1
  ) end`;
}
