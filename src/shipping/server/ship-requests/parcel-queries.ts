// The SQL about the parcels of a package that is to be sent.
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { sql } from "kysely";
import { apiError } from "#platform/contract/errors.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import { statedGoods, type KnownGoods } from "#goods/server/db/stated-goods.ts";
import { openStates } from "./request-queries.ts";

export type GatheredForShipping = KnownGoods &
  Pick<
    RowOf<"inboundParcels">,
    | "id"
    | "state"
    | "warehouseId"
    | "removalAsked"
    | "labelCode"
    | "trackingNumber"
    | "description"
    | "weightGrams"
    | "lengthMm"
    | "widthMm"
    | "heightMm"
  >;

function parcels(db: Db) {
  return db
    .selectFrom("inboundParcels")
    .select(["id", "state", "removalAsked", "warehouseId", "labelCode", "trackingNumber"])
    .select([
      "description",
      "weightGrams",
      "lengthMm",
      "widthMm",
      "heightMm",
      "battery",
      "goodsFlags",
    ])
    .select(statedGoods(sql`inbound_parcels.id`));
}

function gathered(db: Db, packageId: string) {
  return parcels(db).where("packageId", "=", packageId).orderBy("createdAt").orderBy("id");
}

/** The parcels that a package gathers, the oldest first. */
export async function listGathered(db: Db, packageId: string): Promise<GatheredForShipping[]> {
  return await gathered(db, packageId).execute();
}

/** Whether a parcel that a package gathers may go: it is here, and nobody asks to return it or to dispose of it. */
export function isFreeToGo({ state, removalAsked }: GatheredForShipping): boolean {
  return state === "received" && removalAsked === null;
}

/** The same, or it lies in a packed box. */
export function isFreeOrPacked(parcel: GatheredForShipping): boolean {
  return isFreeToGo(parcel) || parcel.state === "packed";
}

/** The error of a choice of parcels that may not all go. */
export function notFreeError(chosen: readonly GatheredForShipping[]): ApiError {
  const isAsked = chosen.some(({ removalAsked }) => removalAsked !== null);
  return apiError(isAsked ? "parcel_removal_open" : "inbound_parcel_not_free");
}

/** The same, locked until the transaction ends; the package's row must be locked. */
export async function lockGathered(db: Db, packageId: string): Promise<GatheredForShipping[]> {
  return await gathered(db, packageId).forUpdate().execute();
}

/** A parcel that may be sent, wherever it is. */
export type ShelfParcel = GatheredForShipping & { readonly packageId: string | null };

function ownParcels(db: Db, userId: string) {
  return parcels(db).select("packageId").where("userId", "=", userId);
}

/** Those of a customer's parcels, the oldest first. */
export async function listShelfParcels(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<ShelfParcel[]> {
  return await ownParcels(db, userId)
    .where("id", "in", parcelIds)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** The parcels of a customer that lie in a warehouse and go with no open request, the newest first. */
function freeParcels(db: Db, userId: string) {
  return ownParcels(db, userId)
    .where("state", "=", "received")
    .where("removalAsked", "is", null)
    .where("warehouseId", "is not", null)
    .where(
      sql<boolean>`not exists (select from ship_requests r
        where r.package_id = inbound_parcels.package_id and r.state in ${openStates})`,
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc");
}

/** The newest of them in the warehouse where the newest lies. */
export async function listFreeParcels(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ readonly parcels: ShelfParcel[]; readonly warehouseId: string | null }> {
  const newest = await freeParcels(db, userId).limit(1).executeTakeFirst();
  const warehouseId = newest?.warehouseId ?? null;
  if (warehouseId === null) return { parcels: [], warehouseId };
  const there = freeParcels(db, userId).where("warehouseId", "=", warehouseId);
  return { parcels: await there.limit(limit).execute(), warehouseId };
}

/** The newest of them beside others in the same warehouse. */
export async function listOtherShelfParcels(
  db: Db,
  userId: string,
  other: { readonly than: readonly string[]; readonly warehouseId: string; readonly limit: number },
): Promise<ShelfParcel[]> {
  return await freeParcels(db, userId)
    .where("warehouseId", "=", other.warehouseId)
    .where("id", "not in", other.than)
    .limit(other.limit)
    .execute();
}

/** A request that is not packed yet, with the parcels that go with it. */
type UnpackedRequest = {
  readonly userId: string;
  readonly warehouseId: string;
  readonly dueAt: Date;
  readonly parcelIds: string[];
};

/** A request with its parcels while it is not packed; undefined once it is, or has ended. */
export async function findUnpackedRequest(
  db: Db,
  shipRequestId: string,
): Promise<UnpackedRequest | undefined> {
  const { rows } = await sql<UnpackedRequest>`
    select r.user_id, r.warehouse_id, r.due_at, array_agg(chosen.inbound_parcel_id) as parcel_ids
    from ship_requests r
      join ship_request_parcels chosen on chosen.ship_request_id = r.id and chosen.state <> 'left_out'
    where r.id = ${shipRequestId} and r.packed_at is null and r.ended_at is null
    group by r.id
  `.execute(db);
  return rows[0];
}

export type DueParcel = {
  readonly id: string;
  readonly userId: string;
  readonly freeUntil: string;
  readonly daysLeft: number;
};

/**
 * The parcels of the next `limit` customers after `afterUserId` that lie where it is `hour` o'clock or later and have at
 * most `mostDaysLeft` free days left, customer by customer. Suspended and closed accounts are left out, and so is what should
 * have been packed by now, whose clock stands still.
 */
export async function listDueParcels(
  db: Db,
  after: { readonly userId: string; readonly limit: number },
  due: { readonly hour: number; readonly mostDaysLeft: number; readonly now: Date },
): Promise<DueParcel[]> {
  const { rows } = await sql<DueParcel>`
    with open as (
      select id, local::date as today from (
        select id, ${due.now}::timestamptz at time zone time_zone as local from warehouses
      ) clocks where extract(hour from local) >= ${due.hour}
    ), due as (
      select p.id, p.user_id, p.free_until, p.free_until - open.today as days_left
      from inbound_parcels p join open on open.id = p.warehouse_id
      where p.state in ('received', 'packed') and p.free_until is not null
        and p.free_until <= open.today + ${due.mostDaysLeft}::int and p.user_id > ${after.userId}
        and not exists (
          select from ship_request_parcels chosen join ship_requests r on r.id = chosen.ship_request_id
          where chosen.inbound_parcel_id = p.id and chosen.state <> 'left_out' and r.packed_at is null
            and r.ended_at is null and r.due_at < ${due.now}
        )
    ), customers as (
      select distinct due.user_id from due join profiles on profiles.id = due.user_id
      where profiles.suspended_at is null and profiles.closed_at is null
      order by due.user_id limit ${after.limit}
    )
    select due.* from due join customers using (user_id) order by user_id, id
  `.execute(db);
  return rows;
}
