// The SQL about what is in parcels.
import { sql } from "kysely";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

const itemColumns = [
  "description",
  "descriptionOriginal",
  "quantity",
  "unitValueMinor",
  "currency",
  "netGrams",
  "hsCode",
  "hsCodeSource",
  "originCode",
  "merchantProductId",
  "manufacturerProductId",
  "standardProductId",
  "flags",
  "battery",
] as const satisfies readonly (keyof RowOf<"goodsItems">)[];

type ItemRow = Pick<RowOf<"goodsItems">, (typeof itemColumns)[number]>;

function toGoodsItem({ unitValueMinor, ...item }: ItemRow): GoodsItem {
  return { ...item, unitValueMinor: unitValueMinor === null ? null : Number(unitValueMinor) };
}

/** The goods items of parcels, in their order; parcels without any are left out. */
export async function listItems(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, GoodsItem[]>> {
  if (parcelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("goodsItems")
    .select(["inboundParcelId", ...itemColumns])
    .where("inboundParcelId", "in", parcelIds)
    .orderBy("inboundParcelId")
    .orderBy("position")
    .execute();
  const byParcel = Map.groupBy(rows, ({ inboundParcelId }) => inboundParcelId);
  return new Map(
    [...byParcel].map(([id, of]) => [
      id,
      of.map(({ inboundParcelId: _id, ...row }) => toGoodsItem(row)),
    ]),
  );
}

/** What a customer said about a parcel as a whole. */
export type SaidContents = {
  readonly id: string;
  readonly description: string;
  readonly declaredValueMinor: bigint | null;
  readonly declaredCurrency: string | null;
};

/** The same of several; the parcel with which a package was registered has the package's description where it has none. */
export async function listSaidContents(
  db: Db,
  parcelIds: readonly string[],
): Promise<SaidContents[]> {
  if (parcelIds.length === 0) return [];
  const { rows } = await sql<SaidContents>`
    select p.id, p.declared_value_minor, p.declared_currency, case
        when p.description <> '' then p.description
        when packages.tracking_number = p.tracking_number and p.piece = 1 then coalesce(packages.description, '')
        else ''
      end as description
    from inbound_parcels p left join packages on packages.id = p.package_id
    where p.id = any(${parcelIds}::uuid[])
  `.execute(db);
  return rows;
}

/** What is known of parcels whose goods are declared. */
export async function listDeclaredParcels(db: Db, parcelIds: readonly string[]) {
  if (parcelIds.length === 0) return [];
  return await db
    .selectFrom("inboundParcels")
    .select(["id", "userId", "trackingNumber", "labelCode", "description", "shop"])
    .select(["orderReference", "battery", "weightGrams"])
    .select(["declaredValueMinor", "declaredCurrency", "valueConfirmedAt"])
    .where("id", "in", parcelIds)
    .execute();
}

/** The positions of goods items that staff corrected and their customer has not signed since, by parcel. */
export async function listCorrectedPositions(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  if (parcelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("goodsItems")
    .select(["inboundParcelId", "position"])
    .where("inboundParcelId", "in", parcelIds)
    .where("correctedAt", "is not", null)
    .orderBy("position")
    .execute();
  const byParcel = Map.groupBy(rows, ({ inboundParcelId }) => inboundParcelId);
  return new Map([...byParcel].map(([id, of]) => [id, of.map(({ position }) => position)]));
}

/** Marks goods items of a parcel as corrected by staff. */
export async function markCorrected(
  db: Db,
  parcelId: string,
  positions: readonly number[],
  correctedAt: Date,
): Promise<void> {
  if (positions.length === 0) return;
  await db
    .updateTable("goodsItems")
    .set({ correctedAt })
    .where("inboundParcelId", "=", parcelId)
    .where("position", "in", positions)
    .execute();
}

/** Says that the customer of parcels has signed what staff corrected. */
export async function clearCorrections(db: Db, parcelIds: readonly string[]): Promise<void> {
  if (parcelIds.length === 0) return;
  await db
    .updateTable("goodsItems")
    .set({ correctedAt: null })
    .where("inboundParcelId", "in", parcelIds)
    .where("correctedAt", "is not", null)
    .execute();
}

/** The goods items of a customer's parcels, those of the newest parcel first; at most `limit`. */
export async function listNewestItems(db: Db, userId: string, limit: number): Promise<GoodsItem[]> {
  const rows = await db
    .selectFrom("inboundParcels")
    .innerJoin("goodsItems", "goodsItems.inboundParcelId", "inboundParcels.id")
    .select(itemColumns.map((column) => `goodsItems.${column}` as const))
    .where("inboundParcels.userId", "=", userId)
    .orderBy("inboundParcels.createdAt", "desc")
    .orderBy("inboundParcels.id", "desc")
    .orderBy("goodsItems.position")
    .limit(limit)
    .execute();
  return rows.map(toGoodsItem);
}

/** Inserts the goods items of parcels that have none, in their order. */
export async function insertItems(
  db: Db,
  parcels: readonly { readonly id: string; readonly goodsItems: readonly GoodsItem[] }[],
): Promise<void> {
  const rows = parcels.flatMap(({ id, goodsItems }) =>
    goodsItems.map((item, at) => ({ ...item, inboundParcelId: id, position: at + 1 })),
  );
  if (rows.length > 0) await db.insertInto("goodsItems").values(rows).execute();
}

export async function deleteItems(db: Db, parcelId: string): Promise<void> {
  await db.deleteFrom("goodsItems").where("inboundParcelId", "=", parcelId).execute();
}

/** Gives the goods items and proofs of a parcel to the one that it turned out to be, in place of those that that one has. */
export async function moveItems(db: Db, fromParcelId: string, toParcelId: string): Promise<void> {
  await deleteItems(db, toParcelId);
  await sql`
    update goods_items set inbound_parcel_id = ${toParcelId} where inbound_parcel_id = ${fromParcelId}
  `.execute(db);
  await sql`
    update goods_proofs moved set inbound_parcel_id = ${toParcelId} where inbound_parcel_id = ${fromParcelId}
      and not exists (select from goods_proofs there
        where there.inbound_parcel_id = ${toParcelId} and there.user_id = moved.user_id)
  `.execute(db);
}

/** Takes the typed net weight of a goods item away; `index` is its place from 0. */
export async function updateNetWeightToNone(
  db: Db,
  inboundParcelId: string,
  index: number,
): Promise<void> {
  await db
    .updateTable("goodsItems")
    .set({ netGrams: null })
    .where("inboundParcelId", "=", inboundParcelId)
    .where("position", "=", index + 1)
    .execute();
}

export async function deleteItemsOfCustomer(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom("goodsItems")
    .where("inboundParcelId", "in", (query) =>
      query.selectFrom("inboundParcels").select("id").where("userId", "=", userId),
    )
    .execute();
}
