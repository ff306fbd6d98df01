// The SQL about labels of inbound parcels.
import { sql } from "kysely";
import { isOpenParcel, type InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import type { Db } from "#platform/server/db/open.ts";

/** What a label shows about a parcel; null for what is not known or does not apply. */
export type ParcelStickerFacts = {
  readonly labelCode: string;
  readonly memberCode: string | null;
  readonly warehouseCode: string | null;
  readonly storageLocationCode: string | null;
  /** The day in the warehouse's time zone, such as 2026-11-22. */
  readonly receivedOn: string | null;
  readonly weightGrams: number | null;
  /** The parcel's place among the open parcels of its package, by the time at which they became known; null: loose. */
  readonly place: { readonly number: number; readonly total: number } | null;
};

type ParcelStickerRow = Omit<ParcelStickerFacts, "place"> & {
  readonly state: InboundParcelState;
  readonly number: number | null;
  readonly total: number | null;
};

/** What the label of an open parcel shows; undefined for a parcel that has ended, left or never existed. */
export async function findParcelStickerFacts(
  db: Db,
  inboundParcelId: string,
): Promise<ParcelStickerFacts | undefined> {
  const { rows } = await sql<ParcelStickerRow>`
    select p.state, p.label_code, p.weight_grams,
      member_codes.code as member_code,
      warehouses.code as warehouse_code,
      storage_locations.code as storage_location_code,
      to_char(p.received_at at time zone coalesce(warehouses.time_zone, 'UTC'), 'YYYY-MM-DD') as received_on,
      siblings.number, siblings.total
    from inbound_parcels p
    left join member_codes on member_codes.user_id = p.user_id
    left join warehouses on warehouses.id = p.warehouse_id
    left join storage_locations on storage_locations.id = p.storage_location_id
    left join lateral (
      select count(*)::int as total,
        count(*) filter (where (s.created_at, s.id) <= (p.created_at, p.id))::int as number
      from inbound_parcels s
      where s.package_id = p.package_id and s.state in ('expected', 'received', 'packed')
    ) siblings on p.package_id is not null
    where p.id = ${inboundParcelId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined || !isOpenParcel(row.state)) return undefined;
  const { state: _state, number, total, ...facts } = row;
  return { ...facts, place: number === null || total === null ? null : { number, total } };
}

/** The parcel on which a label is, whatever its state. */
export async function findParcelIdByLabel(db: Db, labelCode: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("inboundParcels")
    .select("id")
    .where("labelCode", "=", labelCode)
    .executeTakeFirst();
  return row?.id;
}
