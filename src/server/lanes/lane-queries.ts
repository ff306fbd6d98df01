// The SQL about suspended lanes.
import { sql, type Insertable } from "kysely";
import type { Lane, SuspendedLaneFacts } from "#contract/lanes.ts";
import type { Db } from "#server/db/open.ts";
import type { LanesTables, SuspendedLaneRow } from "#server/db/tables/lanes.ts";

const factColumns = [
  "id",
  "carrierId",
  "service",
  "destinationCode",
  "reason",
  "source",
  "suspendedOn",
  "confidence",
] as const;
const laneColumns = [...factColumns, "createdAt", "reopenedAt"] as const;

function laneOf(row: Pick<SuspendedLaneRow, (typeof laneColumns)[number]>): Lane {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    reopenedAt: row.reopenedAt?.toISOString() ?? null,
  };
}

/** Every suspension that is not over, by carrier and destination. */
export async function listOpenSuspensions(db: Db): Promise<SuspendedLaneFacts[]> {
  return await db
    .selectFrom("suspendedLanes")
    .select(factColumns)
    .where("reopenedAt", "is", null)
    .orderBy("carrierId")
    .orderBy("destinationCode")
    .orderBy("service")
    .execute();
}

/** One page of all suspensions and their number; those that are not over come first, each kind newest first. */
export async function listLanesPage(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: Lane[]; total: number }> {
  const rows = await db
    .selectFrom("suspendedLanes")
    .select(laneColumns)
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
  return { items: rows.map(laneOf), total: Number(total) };
}

/** Inserts a suspension; undefined when the same lane is suspended already. */
export async function insertLane(
  db: Db,
  values: Insertable<LanesTables["suspendedLanes"]>,
): Promise<Lane | undefined> {
  const row = await db
    .insertInto("suspendedLanes")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning(laneColumns)
    .executeTakeFirst();
  return row && laneOf(row);
}

/** A suspension, locked until the transaction ends. */
export async function lockLane(db: Db, laneId: string): Promise<Lane | undefined> {
  const row = await db
    .selectFrom("suspendedLanes")
    .select(laneColumns)
    .where("id", "=", laneId)
    .forUpdate()
    .executeTakeFirst();
  return row && laneOf(row);
}

/** Ends a suspension. */
export async function updateReopened(
  db: Db,
  laneId: string,
  reopened: { readonly by: string; readonly at: Date },
): Promise<Lane> {
  const row = await db
    .updateTable("suspendedLanes")
    .set({ reopenedBy: reopened.by, reopenedAt: reopened.at })
    .where("id", "=", laneId)
    .returning(laneColumns)
    .executeTakeFirstOrThrow();
  return laneOf(row);
}
