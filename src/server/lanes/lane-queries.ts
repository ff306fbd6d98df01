// The SQL about suspended lanes.
import { sql, type Insertable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { LanesTables, SuspendedLaneRow } from "#server/db/tables/lanes.ts";

/** Every suspension that stands, by carrier and destination. */
export async function selectSuspendedLanes(db: Db): Promise<SuspendedLaneRow[]> {
  return await db
    .selectFrom("suspendedLanes")
    .selectAll()
    .where("reopenedAt", "is", null)
    .orderBy("carrierId")
    .orderBy("destinationCode")
    .orderBy("service")
    .execute();
}

/** One page of all suspensions, those that stand first, each kind newest first. */
export async function selectLanes(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: SuspendedLaneRow[]; total: number }> {
  const items = await db
    .selectFrom("suspendedLanes")
    .selectAll()
    .orderBy(sql`reopened_at is not null`)
    .orderBy("suspendedOn", "desc")
    .orderBy("id")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await db
    .selectFrom("suspendedLanes")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** Adds a suspension; nothing when the same lane is suspended already. */
export async function insertLane(
  db: Db,
  row: Insertable<LanesTables["suspendedLanes"]>,
): Promise<SuspendedLaneRow | undefined> {
  return await db
    .insertInto("suspendedLanes")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A suspension, locked until the transaction ends. */
export async function lockLane(db: Db, laneId: string): Promise<SuspendedLaneRow | undefined> {
  return await db
    .selectFrom("suspendedLanes")
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
    .updateTable("suspendedLanes")
    .set({ reopenedBy: reopened.by, reopenedAt: reopened.at })
    .where("id", "=", laneId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
