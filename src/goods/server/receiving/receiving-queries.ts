// The SQL that records what arrives.
import { sql } from "kysely";
import { receivingLimits, type ScanOutcome } from "#goods/rules/receiving.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";

export type RecordRow = RowOf<"receivingRecords">;

/** Until the transaction ends, nobody else receives what has one of these keys. */
export async function lockReceiving(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`receiving ${key}`}, 0))`.execute(db);
  }
}

/** What a request with this key recorded. */
export async function findRecordByKey(
  db: Db,
  idempotencyKey: string,
): Promise<
  | {
      readonly inboundParcelId: string;
      readonly requestHash: Buffer;
      readonly outcome: ScanOutcome;
    }
  | undefined
> {
  return await db
    .selectFrom("receivingRecords")
    .select(["inboundParcelId", "requestHash", "outcome"])
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

export async function findRecord(db: Db, recordId: string): Promise<RecordRow | undefined> {
  return await db
    .selectFrom("receivingRecords")
    .selectAll()
    .where("id", "=", recordId)
    .executeTakeFirst();
}

/** The records of a parcel, oldest first. */
export async function listRecords(db: Db, parcelId: string): Promise<RecordRow[]> {
  return await db
    .selectFrom("receivingRecords")
    .selectAll()
    .where("inboundParcelId", "=", parcelId)
    .orderBy("sequence")
    .execute();
}

/** The newest record of a parcel that no other replaced; a correction stands where the record stood that it replaces. */
export async function getCountingRecord(db: Db, parcelId: string): Promise<RecordRow> {
  const { rows } = await sql<RecordRow>`
    with recursive placed as (
      select id, sequence as place from receiving_records
        where inbound_parcel_id = ${parcelId} and replaces_id is null
      union all
      select records.id, placed.place from receiving_records records
        join placed on placed.id = records.replaces_id
    )
    select records.* from placed join receiving_records records using (id)
    where not exists (select from receiving_records newer where newer.replaces_id = records.id)
    order by place desc limit 1
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`Parcel ${parcelId} has no receiving record that counts.`);
  return row;
}

/** Whether another record replaced this one. */
export async function isReplaced(db: Db, recordId: string): Promise<boolean> {
  const row = await db
    .selectFrom("receivingRecords")
    .select("id")
    .where("replacesId", "=", recordId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRecord(
  db: Db,
  record: InsertOf<"receivingRecords">,
): Promise<RecordRow> {
  return await db
    .insertInto("receivingRecords")
    .values(record)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertParcel(db: Db, parcel: InsertOf<"inboundParcels">): Promise<string> {
  const { id } = await db
    .insertInto("inboundParcels")
    .values(parcel)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateParcels(
  db: Db,
  parcelIds: readonly string[],
  change: UpdateOf<"inboundParcels">,
): Promise<void> {
  if (parcelIds.length === 0) return;
  await db.updateTable("inboundParcels").set(change).where("id", "in", parcelIds).execute();
}

/** What new measurements of a parcel depend on. */
export type MeasuredRow = Pick<
  RowOf<"inboundParcels">,
  "id" | "state" | "userId" | "packageId" | "condition" | "battery" | "goodsFlags"
>;

/** Locks a parcel's row until the transaction ends; undefined where there is none. */
export async function lockParcelRow(db: Db, parcelId: string): Promise<MeasuredRow | undefined> {
  return await db
    .selectFrom("inboundParcels")
    .select(["id", "state", "userId", "packageId", "condition", "battery", "goodsFlags"])
    .where("id", "=", parcelId)
    .forUpdate()
    .executeTakeFirst();
}

const receivedColumns = [
  "id",
  "state",
  "userId",
  "packageId",
  "trackingNumber",
  "piece",
  "source",
  "warehouseId",
  "receivedAt",
  "freeUntil",
  "removalAsked",
  "battery",
  "goodsFlags",
  "foundFlags",
  "foundBatteries",
  "shop",
  "orderReference",
  "description",
  "declaredValueMinor",
  "declaredCurrency",
  "valueConfirmedAt",
] as const;

/** What putting a mistake with a parcel right depends on. */
export type ReceivedRow = Pick<RowOf<"inboundParcels">, (typeof receivedColumns)[number]>;

function receivedRows(db: Db, parcelId: string) {
  return db.selectFrom("inboundParcels").select(receivedColumns).where("id", "=", parcelId);
}

export async function findReceivedRow(db: Db, parcelId: string): Promise<ReceivedRow | undefined> {
  return await receivedRows(db, parcelId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockReceivedRow(db: Db, parcelId: string): Promise<ReceivedRow | undefined> {
  return await receivedRows(db, parcelId).forUpdate().executeTakeFirst();
}

/** How a parcel was declared before it was received last. */
export async function findReceivedBefore(
  db: Db,
  parcelId: string,
): Promise<{ readonly replacedNumber: string | null; readonly wasCancelled: boolean }> {
  const row = await db
    .selectFrom("receivingRecords")
    .select(["replacedNumber", "wasCancelled"])
    .where("inboundParcelId", "=", parcelId)
    .where("kind", "=", "received")
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? { replacedNumber: null, wasCancelled: false };
}

/** What storing a parcel depends on. */
export type StoredRow = Pick<
  RowOf<"inboundParcels">,
  "id" | "labelCode" | "state" | "packageId" | "warehouseId" | "storageLocationId" | "missingSince"
>;

/** The parcels with these labels, locked in order of id until the transaction ends. */
export async function lockParcelsByLabel(
  db: Db,
  labelCodes: readonly string[],
): Promise<StoredRow[]> {
  return await db
    .selectFrom("inboundParcels")
    .select(["id", "labelCode", "state", "packageId", "warehouseId"])
    .select(["storageLocationId", "missingSince"])
    .where("labelCode", "in", labelCodes)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Whether an account was closed. */
export async function isAccountClosed(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("closedAt")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row === undefined || row.closedAt !== null;
}

/** The highest piece of an owner's parcels with this number; null as owner: unknown. */
export async function findHighestPiece(
  db: Db,
  owner: string | null,
  trackingNumber: string,
): Promise<number> {
  const { highest } = await db
    .selectFrom("inboundParcels")
    .select(({ fn }) => fn.max("piece").as("highest"))
    .where("trackingNumber", "=", trackingNumber)
    .where("userId", owner === null ? "is" : "=", owner)
    .executeTakeFirstOrThrow();
  return highest ?? 0;
}

/** Whether another parcel of its owner that is expected or here has the same number and piece. */
export async function isPieceTaken(db: Db, parcelId: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (
      select from inbound_parcels other
      where other.user_id = own.user_id and other.tracking_number = own.tracking_number
        and other.piece = own.piece and other.state in ('expected', 'received', 'packed') and other.id <> own.id
    ) as is_taken from inbound_parcels own where own.id = ${parcelId}
  `.execute(db);
  return rows[0]?.isTaken ?? false;
}

type AwaitedRow = {
  readonly trackingNumber: string;
  readonly memberCode: string;
  readonly nameInitial: string;
  readonly plan: PlanName | null;
};

/** Numbers of all expected parcels, the newest first; an owner may have no member code yet. */
export async function listAwaited(db: Db): Promise<AwaitedRow[]> {
  const { rows } = await sql<AwaitedRow>`
    select p.tracking_number, coalesce(member_codes.code, '') as member_code,
      coalesce(left(profiles.full_name, 1), '') as name_initial, profiles.subscription as plan
    from inbound_parcels p join profiles on profiles.id = p.user_id
    left join member_codes on member_codes.user_id = p.user_id
    where p.state = 'expected' order by p.created_at desc, p.id desc limit ${receivingLimits.awaitedNumbers}
  `.execute(db);
  return rows;
}

/** How many parcels a warehouse received since the day began in its time zone, and within the last hour. */
export async function countReceived(
  db: Db,
  { warehouseId, timeZone }: { readonly warehouseId: string; readonly timeZone: string },
  now: Date,
): Promise<{ readonly todayCount: number; readonly lastHourCount: number }> {
  const { rows } = await sql<{ todayCount: number; lastHourCount: number }>`
    with clock as (select ${now}::timestamptz as now,
      date_trunc('day', ${now}::timestamptz, ${timeZone}) as midnight)
    select count(*) filter (where received_at >= midnight)::int as today_count,
      count(*) filter (where received_at > now - interval '1 hour')::int as last_hour_count
    from clock left join inbound_parcels on warehouse_id = ${warehouseId}
      and received_at >= least(midnight, now - interval '1 hour') and received_at <= now
  `.execute(db);
  return rows[0] ?? { todayCount: 0, lastHourCount: 0 };
}

/** The email of whoever made each record of a parcel. */
export async function listRecorderEmails(
  db: Db,
  parcelId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("receivingRecords")
    .innerJoin("profiles", "profiles.id", "receivingRecords.createdBy")
    .select(["receivingRecords.id", "profiles.email"])
    .where("inboundParcelId", "=", parcelId)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/**
 * What somebody recorded of parcels of a warehouse since midnight there: one row for each that is still here, the newest
 * first, with what its scan turned out to be.
 */
export async function listRecordsOfDay(
  db: Db,
  author: { readonly createdBy: string; readonly warehouseId: string; readonly timeZone: string },
  now: Date,
): Promise<
  {
    readonly inboundParcelId: string;
    readonly kind: "received" | "measured_again";
    readonly outcome: ScanOutcome;
    readonly savedAt: Date;
  }[]
> {
  const { createdBy, warehouseId, timeZone } = author;
  const { rows } = await sql<{
    inboundParcelId: string;
    kind: "received" | "measured_again";
    outcome: ScanOutcome;
    savedAt: Date;
  }>`
    with own as (
      select inbound_parcel_id, max(created_at) as saved_at,
        (array_agg(kind order by kind = 'received' desc, sequence desc))[1] as kind,
        (array_agg(outcome order by kind = 'received' desc, sequence desc))[1] as outcome
      from receiving_records
      where created_by = ${createdBy} and kind in ('received', 'measured_again')
        and created_at >= date_trunc('day', ${now}::timestamptz, ${timeZone})
      group by inbound_parcel_id
    )
    select own.* from own join inbound_parcels p on p.id = own.inbound_parcel_id
    where p.warehouse_id = ${warehouseId} and p.state in ('received', 'packed')
    order by saved_at desc, p.id limit ${receivingLimits.shownRecords}
  `.execute(db);
  return rows;
}
