// The SQL about the history, records and photos of inbound parcels.
import { sql, type Insertable, type Selectable, type RawBuilder } from "kysely";
import type { InboundParcelEvent, OwnAddress } from "#goods/contract/inbound-parcels.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelsTables } from "#goods/server/tables/inbound-parcels.ts";

export async function insertEvents(
  db: Db,
  events: readonly Insertable<InboundParcelsTables["inboundParcelEvents"]>[],
): Promise<void> {
  if (events.length > 0) await db.insertInto("inboundParcelEvents").values(events).execute();
}

/**
 * The histories of parcels as their owner reads them, by parcel, oldest first: without the packages of others who had
 * them before, and without what those did.
 */
export async function listOwnEvents(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, InboundParcelEvent[]>> {
  const rows = await db
    .selectFrom("inboundParcelEvents as events")
    .leftJoin("packages", "packages.id", "events.packageId")
    .select(["events.id", "events.kind", "events.packageId", "events.byStaff", "events.createdAt"])
    .select(["packages.trackingNumber as packageTrackingNumber", "packages.userId"])
    .select("events.inboundParcelId")
    .where("events.inboundParcelId", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .where(sql<boolean>`(by_staff or actor_id is null or actor_id = ${userId})`)
    .orderBy("events.id")
    .execute();
  const histories = new Map<string, InboundParcelEvent[]>();
  for (const row of rows) {
    const isOthers = row.userId !== null && row.userId !== userId;
    const history = histories.get(row.inboundParcelId) ?? [];
    histories.set(row.inboundParcelId, history);
    history.push({
      id: String(row.id),
      kind: row.kind,
      packageId: isOthers ? null : row.packageId,
      packageTrackingNumber: isOthers ? null : row.packageTrackingNumber,
      byStaff: row.byStaff,
      createdAt: row.createdAt.toISOString(),
    });
  }
  return histories;
}

/** Whether somebody has an open claim of one of these numbers, or has declared it. */
export async function isNumberOf(
  db: Db,
  userId: string,
  trackingNumbers: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_parcel_claims
    where user_id = ${userId} and state = 'open' and tracking_number = any(${trackingNumbers}::text[])
    union all
    select from inbound_parcels
    where user_id = ${userId} and tracking_number = any(${trackingNumbers}::text[])
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** The owners of parcels; one without an owner has null, or `userId` where the number is theirs as in `isNumberOf`. */
export async function listParcelOwners(
  db: Db,
  parcelIds: readonly string[],
  userId: string,
): Promise<{ readonly parcelId: string; readonly ownerId: string | null }[]> {
  const { rows } = await sql<{ parcelId: string; ownerId: string | null }>`
    select p.id as parcel_id, coalesce(p.user_id, case when exists (
      select from inbound_parcel_claims claims
      where claims.user_id = ${userId} and claims.state = 'open' and claims.tracking_number = p.tracking_number
      union all
      select from inbound_parcels declared
      where declared.user_id = ${userId} and declared.tracking_number = p.tracking_number
    ) then ${userId}::uuid end) as owner_id
    from inbound_parcels p where p.id = any(${parcelIds}::uuid[])
  `.execute(db);
  return rows;
}

/** What an address card needs to know of a customer. */
export type Addressee = {
  readonly fullName: string;
  readonly latinName: string | null;
  readonly hasPlan: boolean;
  readonly progress: OwnAddress["progress"];
};

/** The customer's names, and how far their first purchase has come. */
export async function getAddressee(db: Db, userId: string): Promise<Addressee> {
  const { rows } = await sql<Omit<Addressee, "progress"> & Addressee["progress"]>`
    select full_name, latin_name, subscription is not null as has_plan,
      -- What was sent before there was an address was sent without it.
      exists (select from inbound_parcels where user_id = ${userId} and state <> 'cancelled'
        and created_at >= (select min(opened_at) from warehouses)) as has_declared,
      exists (select from inbound_parcels where user_id = ${userId}
        and state in ('received', 'packed', 'departed', 'returned', 'disposed')) as has_received,
      exists (select from packages where user_id = ${userId}
        and stage in ('handed_over', 'on_the_way', 'delivered')) as has_shipped
    from profiles where id = ${userId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no profile ${userId}.`);
  const { fullName, latinName, hasPlan, ...progress } = row;
  return { fullName, latinName, hasPlan, progress };
}

type Rows<Table extends "inboundParcelImages" | "receivingRecords"> = ReadonlyMap<
  string,
  Selectable<InboundParcelsTables[Table]>[]
>;

/** The photos of parcels, by parcel, oldest first. */
export async function listImageRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<Rows<"inboundParcelImages">> {
  const rows = await db
    .selectFrom("inboundParcelImages")
    .selectAll()
    .where("inboundParcelId", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ inboundParcelId }) => inboundParcelId);
}

/** The receiving records of parcels, by parcel, oldest first. */
export async function listRecordRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<Rows<"receivingRecords">> {
  const rows = await db
    .selectFrom("receivingRecords")
    .selectAll()
    .where("inboundParcelId", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .orderBy("sequence")
    .execute();
  return Map.groupBy(rows, ({ inboundParcelId }) => inboundParcelId);
}

/** Erases what staff typed about a customer's parcels. Raw SQL, since the columns are read-only in the tables' types. */
export async function eraseReceivingTexts(db: Db, userId: string): Promise<void> {
  await sql`
    update receiving_records set note = '', reason = ''
    where (note <> '' or reason <> '')
      and inbound_parcel_id in (select id from inbound_parcels where user_id = ${userId})
  `.execute(db);
}

/** Deletes the rows of the photos of a customer's parcels; returns the ids of those parcels. */
export async function deletePhotoRows(db: Db, userId: string, now: Date): Promise<string[]> {
  const own = db.selectFrom("inboundParcels").select("id").where("userId", "=", userId);
  await db.deleteFrom("inboundParcelImages").where("inboundParcelId", "in", own).execute();
  const rows = await db
    .updateTable("inboundParcels")
    .set({ imagesCount: 0, updatedAt: now })
    .where("userId", "=", userId)
    .where("imagesCount", ">", 0)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

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
