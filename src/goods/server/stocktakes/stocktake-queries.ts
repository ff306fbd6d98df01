// The SQL of stocktakes: what was counted and found.
import { sql } from "kysely";
import type { Stocktake, StocktakeDetails, StoredParcel } from "#goods/contract/stocktakes.ts";
import { stocktakeLimits } from "#goods/rules/receiving.ts";
import type { Db } from "#platform/server/db/open.ts";

type Row = Omit<Stocktake, "startedAt" | "finishedAt"> & {
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
};

const columns = sql`s.id, s.warehouse_id, s.started_at, s.finished_at,
  (select count(*)::int from stocktake_locations where stocktake_id = s.id) as locations_count,
  (select count(*)::int from stocktake_scans where stocktake_id = s.id) as parcels_count`;

function toStocktake({ startedAt, finishedAt, ...row }: Row): Stocktake {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** Inserts a stocktake unless the warehouse has an open one. */
export async function insertUnlessOpen(
  db: Db,
  stocktake: { readonly warehouseId: string; readonly startedBy: string; readonly startedAt: Date },
): Promise<void> {
  await db
    .insertInto("stocktakes")
    .values(stocktake)
    .onConflict((conflict) =>
      conflict.column("warehouseId").where("finishedAt", "is", null).doNothing(),
    )
    .execute();
}

export async function findOpenStocktake(
  db: Db,
  warehouseId: string,
): Promise<Stocktake | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from stocktakes s where s.warehouse_id = ${warehouseId} and s.finished_at is null
  `.execute(db);
  return rows[0] && toStocktake(rows[0]);
}

export async function findStocktake(db: Db, stocktakeId: string): Promise<Stocktake | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from stocktakes s where s.id = ${stocktakeId}
  `.execute(db);
  return rows[0] && toStocktake(rows[0]);
}

/** The newest stocktakes of a warehouse, at most fifty. */
export async function listStocktakeRows(db: Db, warehouseId: string): Promise<Stocktake[]> {
  const { rows } = await sql<Row>`
    select ${columns} from stocktakes s where s.warehouse_id = ${warehouseId}
    order by s.started_at desc, s.id limit ${stocktakeLimits.listed}
  `.execute(db);
  return rows.map(toStocktake);
}

type LockedStocktake = { readonly warehouseId: string; readonly finishedAt: Date | null };

/**
 * Locks a stocktake until the transaction ends: to finish it, or so that nobody finishes it meanwhile. undefined where
 * there is none.
 */
export async function lockStocktake(
  db: Db,
  stocktakeId: string,
  purpose: "finish" | "record",
): Promise<LockedStocktake | undefined> {
  const query = db
    .selectFrom("stocktakes")
    .select(["warehouseId", "finishedAt"])
    .where("id", "=", stocktakeId);
  return await (purpose === "finish" ? query.forUpdate() : query.forShare()).executeTakeFirst();
}

/** What lies in a warehouse and where, newest first, at most 20,000. */
export async function listStored(db: Db, warehouseId: string): Promise<StoredParcel[]> {
  const { rows } = await sql<StoredParcel>`
    select p.label_code, p.tracking_number, l.code as storage_location_code
    from inbound_parcels p left join storage_locations l on l.id = p.storage_location_id
    where p.warehouse_id = ${warehouseId} and p.received_at is not null and p.state in ('received', 'packed')
    order by p.received_at desc limit ${stocktakeLimits.parcels}
  `.execute(db);
  return rows;
}

export async function insertCountedLocation(
  db: Db,
  counted: {
    readonly stocktakeId: string;
    readonly storageLocationId: string;
    readonly firstScannedAt: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows = 0n } = await db
    .insertInto("stocktakeLocations")
    .values(counted)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return rows > 0n;
}

/** The ids of the parcels with these labels that lie in the warehouse, locked in order of id. */
export async function lockStoredParcels(
  db: Db,
  warehouseId: string,
  labelCodes: readonly string[],
): Promise<{ readonly id: string; readonly labelCode: string; readonly isMissing: boolean }[]> {
  if (labelCodes.length === 0) return [];
  return await db
    .selectFrom("inboundParcels")
    .select(["id", "labelCode", sql<boolean>`missing_since is not null`.as("isMissing")])
    .where("labelCode", "in", labelCodes)
    .where("warehouseId", "=", warehouseId)
    .where("state", "in", ["received", "packed"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Records where parcels were found; of two scans of a parcel the later one stays. */
export async function insertScans(
  db: Db,
  scans: readonly {
    readonly stocktakeId: string;
    readonly inboundParcelId: string;
    readonly storageLocationId: string;
    readonly scannedAt: Date;
    readonly scannedBy: string;
  }[],
): Promise<boolean> {
  if (scans.length === 0) return false;
  const { numInsertedOrUpdatedRows: rows = 0n } = await db
    .insertInto("stocktakeScans")
    .values(scans)
    .onConflict((conflict) =>
      conflict
        .columns(["stocktakeId", "inboundParcelId"])
        .doUpdateSet(({ ref }) => ({
          storageLocationId: ref("excluded.storageLocationId"),
          scannedAt: ref("excluded.scannedAt"),
          scannedBy: ref("excluded.scannedBy"),
        }))
        .whereRef("excluded.scannedAt", ">", "stocktakeScans.scannedAt"),
    )
    .executeTakeFirst();
  return rows > 0n;
}

export type Difference = StocktakeDetails["differences"][number] & {
  readonly packageId: string | null;
  readonly recordedLocationId: string | null;
  readonly foundLocationId: string | null;
};

/**
 * How the warehouse differs from what is recorded now, by recorded location and label: parcels of counted locations that
 * were not found, and parcels found elsewhere. What was received or stored after its scan is no difference, since it has
 * moved meanwhile, and neither is what was packed, since it is in a box.
 */
export async function listDifferencesNow(db: Db, stocktakeId: string): Promise<Difference[]> {
  const movedAfter = (moment: ReturnType<typeof sql>) => sql`exists (
    select from events e where e.subject_kind = 'inbound_parcel' and e.subject_id = p.id
      and e.kind in ('received', 'stored') and e.created_at > ${moment})`;
  const { rows } = await sql<Difference>`
    with differing as (
      select p.id, 'missing' as kind, p.storage_location_id as recorded_location_id,
        null::uuid as found_location_id
      from stocktake_locations counted
        join inbound_parcels p on p.storage_location_id = counted.storage_location_id
      where counted.stocktake_id = ${stocktakeId} and p.state = 'received'
        and not exists (select from stocktake_scans s
          where s.stocktake_id = ${stocktakeId} and s.inbound_parcel_id = p.id)
        and not ${movedAfter(sql`counted.first_scanned_at`)}
      union all
      select p.id, 'misplaced', p.storage_location_id, s.storage_location_id
      from stocktake_scans s join inbound_parcels p on p.id = s.inbound_parcel_id
      where s.stocktake_id = ${stocktakeId} and p.state = 'received'
        and s.storage_location_id is distinct from p.storage_location_id
        and not ${movedAfter(sql`s.scanned_at`)}
    )
    select p.id as inbound_parcel_id, p.label_code, p.tracking_number, p.package_id, d.kind,
      d.recorded_location_id, d.found_location_id,
      recorded.code as recorded_location_code, found.code as found_location_code
    from differing d join inbound_parcels p on p.id = d.id
      left join storage_locations recorded on recorded.id = d.recorded_location_id
      left join storage_locations found on found.id = d.found_location_id
    order by recorded.code nulls last, p.label_code
  `.execute(db);
  return rows;
}

/** What a finished stocktake found, in the same order. */
export async function listRecordedDifferences(db: Db, stocktakeId: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select p.id as inbound_parcel_id, p.label_code, p.tracking_number, p.package_id, d.kind,
      d.recorded_location_id, d.found_location_id,
      recorded.code as recorded_location_code, found.code as found_location_code
    from stocktake_differences d join inbound_parcels p on p.id = d.inbound_parcel_id
      left join storage_locations recorded on recorded.id = d.recorded_location_id
      left join storage_locations found on found.id = d.found_location_id
    where d.stocktake_id = ${stocktakeId}
    order by recorded.code nulls last, p.label_code
  `.execute(db);
  return rows;
}

/** The counted locations by code, with how many unpacked parcels are recorded there now and how many were found. */
export async function listCountedLocations(
  db: Db,
  stocktakeId: string,
): Promise<StocktakeDetails["locations"]> {
  const { rows } = await sql<StocktakeDetails["locations"][number]>`
    select l.code,
      (select count(*)::int from inbound_parcels p
        where p.storage_location_id = l.id and p.state = 'received') as recorded_count,
      (select count(*)::int from stocktake_scans s
        where s.stocktake_id = ${stocktakeId} and s.storage_location_id = l.id) as found_count
    from stocktake_locations counted join storage_locations l on l.id = counted.storage_location_id
    where counted.stocktake_id = ${stocktakeId}
    order by l.code
  `.execute(db);
  return rows;
}

export async function lockParcelsById(db: Db, parcelIds: readonly string[]): Promise<void> {
  if (parcelIds.length === 0) return;
  await db
    .selectFrom("inboundParcels")
    .select("id")
    .where("id", "in", parcelIds)
    .orderBy("id")
    .forUpdate()
    .execute();
}

const rowsPerInsert = 1_000;

export async function insertDifferences(
  db: Db,
  stocktakeId: string,
  differences: readonly Difference[],
): Promise<void> {
  const rows = differences.map(
    ({ inboundParcelId, kind, recordedLocationId, foundLocationId }) => ({
      stocktakeId,
      inboundParcelId,
      kind,
      recordedLocationId,
      foundLocationId,
    }),
  );
  // A statement has at most 65,535 values.
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const chunk = rows.slice(start, start + rowsPerInsert);
    await db.insertInto("stocktakeDifferences").values(chunk).execute();
  }
}

export async function updateFinished(
  db: Db,
  stocktakeId: string,
  finished: { readonly finishedBy: string; readonly finishedAt: Date },
): Promise<void> {
  await db.updateTable("stocktakes").set(finished).where("id", "=", stocktakeId).execute();
}

/** Marks parcels as missing, or as seen again. */
export async function updateMissing(
  db: Db,
  parcelIds: readonly string[],
  change: { readonly missingSince: Date | null; readonly updatedAt: Date },
): Promise<void> {
  if (parcelIds.length === 0) return;
  await db.updateTable("inboundParcels").set(change).where("id", "in", parcelIds).execute();
}
