// The SQL about suspended lanes.
import { sql, type Insertable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { LanesTables, SuspendedLaneRow } from "#server/db/tables/lanes.ts";

/** Every suspension that stands, by carrier and destination. */
export async function selectSuspendedLanes(db: Db): Promise<SuspendedLaneRow[]> {
  return await db
    .selectFrom("suspended_lanes")
    .selectAll()
    .where("reopened_at", "is", null)
    .orderBy("carrier_id")
    .orderBy("destination_code")
    .orderBy("service")
    .execute();
}

/** One page of all suspensions, those that stand first, each kind newest first. */
export async function selectLanes(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: SuspendedLaneRow[]; total: number }> {
  const items = await db
    .selectFrom("suspended_lanes")
    .selectAll()
    .orderBy(sql`reopened_at is not null`)
    .orderBy("suspended_on", "desc")
    .orderBy("id")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await db
    .selectFrom("suspended_lanes")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** Adds a suspension; nothing when the same lane is suspended already. */
export async function insertLane(
  db: Db,
  row: Insertable<LanesTables["suspended_lanes"]>,
): Promise<SuspendedLaneRow | undefined> {
  return await db
    .insertInto("suspended_lanes")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A suspension, locked until the transaction ends. */
export async function lockLane(db: Db, laneId: string): Promise<SuspendedLaneRow | undefined> {
  return await db
    .selectFrom("suspended_lanes")
    .selectAll()
    .where("id", "=", laneId)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends a suspension. */
export async function markReopened(
  db: Db,
  laneId: string,
  reopened: { readonly by: string; readonly at: Date },
): Promise<SuspendedLaneRow> {
  return await db
    .updateTable("suspended_lanes")
    .set({ reopened_by: reopened.by, reopened_at: reopened.at })
    .where("id", "=", laneId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
