// The SQL that finds what a scan says.
import { sql, type RawBuilder } from "kysely";
import { type InboundParcelState, isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { receivingLimits } from "#goods/rules/receiving.ts";
import type { ScannedParcel } from "#goods/rules/scan-match.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A stored parcel, as far as a scan decides by it; its owner is the account's id. */
export type StoredParcel = ScannedParcel & {
  readonly id: string;
  readonly state: InboundParcelState;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
  readonly piece: number;
  readonly carrierCode: string | null;
};

type Row = Omit<StoredParcel, "place">;

/** More parcels with one number than staff could tell apart. */
const maxParcels = 50;

const columns = sql`id, state, user_id as owner, package_id, tracking_number, piece, carrier_code`;

function placeOf(state: InboundParcelState): StoredParcel["place"] {
  if (state === "expected" || state === "cancelled") return state;
  return state === "received" || state === "packed" ? "here" : "gone";
}

async function listParcels(db: Db, where: RawBuilder<unknown>): Promise<StoredParcel[]> {
  const { rows } = await sql<Row>`select ${columns} from inbound_parcels where ${where}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, place: placeOf(row.state) }));
}

/**
 * Parcels with one of these numbers that are expected or here, and those of the last 180 days that are neither; those of
 * `owner` first, of several pieces the first one first.
 */
export async function listParcelsByNumber(
  db: Db,
  trackingNumbers: readonly string[],
  owner: string | null,
  now: Date,
): Promise<StoredParcel[]> {
  const since = new Date(now.getTime() - receivingLimits.sameNumberDays * 86_400_000);
  return await listParcels(
    db,
    sql`tracking_number = any(${trackingNumbers}::text[]) and (
      state in ('expected', 'received', 'packed')
      or state = 'cancelled' and created_at >= ${since}
      or received_at >= ${since}
    ) order by coalesce(user_id = ${owner}::uuid, false) desc, piece, received_at desc nulls last, created_at, id limit ${maxParcels}`,
  );
}

/** Expected parcels with one of these numbers, those of `owner` and the newest first. */
export async function listExpectedByNumber(
  db: Db,
  trackingNumbers: readonly string[],
  owner: string | null,
): Promise<StoredParcel[]> {
  if (trackingNumbers.length === 0) return [];
  return await listParcels(
    db,
    sql`state = 'expected' and tracking_number = any(${trackingNumbers}::text[])
      order by coalesce(user_id = ${owner}::uuid, false) desc, created_at desc, id limit ${maxParcels}`,
  );
}

export async function findParcelByLabel(
  db: Db,
  labelCode: string,
): Promise<StoredParcel | undefined> {
  return (await listParcels(db, sql`label_code = ${labelCode}`))[0];
}

export async function findParcel(db: Db, parcelId: string): Promise<StoredParcel | undefined> {
  return (await listParcels(db, sql`id = ${parcelId}`))[0];
}

/** The time zone of a warehouse; undefined where there is none. */
export async function findTimeZone(db: Db, warehouseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("warehouses")
    .select("timeZone")
    .where("id", "=", warehouseId)
    .executeTakeFirst();
  return row?.timeZone;
}

/** The active storage location with this code in a warehouse. */
export async function findStorageLocationId(
  db: Db,
  warehouseId: string,
  code: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("storageLocations")
    .select("id")
    .where("warehouseId", "=", warehouseId)
    .where("code", "=", code)
    .where("isActive", "=", true)
    .executeTakeFirst();
  return row?.id;
}

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
