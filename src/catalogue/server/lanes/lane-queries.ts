// The SQL about suspended lanes.
import { sql } from "kysely";
import type { Language } from "#platform/rules/language.ts";
import type { Lane, SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";

const rowColumns = [
  "id",
  "carrierId",
  "service",
  "destinationCode",
  "reason",
  "source",
  "suspendedOn",
  "confidence",
  "translations",
] as const;
const laneColumns = [...rowColumns, "createdAt", "reopenedAt"] as const;

type SuspensionRow = Pick<RowOf<"suspendedLanes">, (typeof rowColumns)[number]>;

/** The suspension with reason and source in `language`, or in English where they are not translated. */
function factsIn<Row extends SuspensionRow>({ translations, ...row }: Row, language: Language) {
  const translation = translations[language];
  return {
    ...row,
    reason: translation?.reason ?? row.reason,
    source: translation?.source ?? row.source,
  };
}

function toLane(
  row: Pick<RowOf<"suspendedLanes">, (typeof laneColumns)[number]>,
  language: Language,
): Lane {
  return {
    ...factsIn(row, language),
    createdAt: row.createdAt.toISOString(),
    reopenedAt: row.reopenedAt?.toISOString() ?? null,
  };
}

/** Every suspension that is not over, by carrier and destination. */
export async function listOpenSuspensions(
  db: Db,
  language: Language,
): Promise<SuspendedLaneFacts[]> {
  const rows = await db
    .selectFrom("suspendedLanes")
    .select(rowColumns)
    .where("reopenedAt", "is", null)
    .orderBy("carrierId")
    .orderBy("destinationCode")
    .orderBy("service")
    .execute();
  return rows.map((row) => factsIn(row, language));
}

/** One page of all suspensions and their number; those that are not over come first, each kind newest first. */
export async function listLanesPage(
  db: Db,
  page: { readonly offset: number; readonly limit: number; readonly language: Language },
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
  return { items: rows.map((row) => toLane(row, page.language)), total: Number(total) };
}

/** A suspension to insert. */
export type NewLane = InsertOf<"suspendedLanes">;

/** Inserts a suspension; undefined when the same lane is suspended already. */
export async function insertLane(
  db: Db,
  values: NewLane,
  language: Language,
): Promise<Lane | undefined> {
  const row = await db
    .insertInto("suspendedLanes")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning(laneColumns)
    .executeTakeFirst();
  return row && toLane(row, language);
}

/** A suspension, locked until the transaction ends. */
export async function lockLane(
  db: Db,
  laneId: string,
  language: Language,
): Promise<Lane | undefined> {
  const row = await db
    .selectFrom("suspendedLanes")
    .select(laneColumns)
    .where("id", "=", laneId)
    .forUpdate()
    .executeTakeFirst();
  return row && toLane(row, language);
}

/** Ends a suspension. */
export async function updateReopened(
  db: Db,
  laneId: string,
  reopened: { readonly by: string; readonly at: Date; readonly language: Language },
): Promise<Lane> {
  const row = await db
    .updateTable("suspendedLanes")
    .set({ reopenedBy: reopened.by, reopenedAt: reopened.at })
    .where("id", "=", laneId)
    .returning(laneColumns)
    .executeTakeFirstOrThrow();
  return toLane(row, reopened.language);
}
