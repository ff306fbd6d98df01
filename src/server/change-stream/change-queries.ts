// The SQL about changes that pages follow, and about the sessions of those who do.
import { sql } from "kysely";
import { changeTopics, type Change } from "#contract/change-stream.ts";
import type { Db } from "#server/db/open.ts";
import { firstUnseen, type Position } from "./position.ts";

/** A change with whom it concerns; null stands for staff alone or, with a topic of everybody, for everybody. */
export type NotedChange = Change & { readonly userId: string | null };

/** What had not been seen, and the position from which to ask next; `changes` null where there are too many. */
export type ChangeRead = {
  readonly position: Position;
  readonly changes: readonly NotedChange[] | null;
};

type Row = {
  atSeconds: number;
  snapshot: string;
  topic: string | null;
  userId: string | null;
  subjectId: string | null;
};

/** Topics that concern everybody when they name nobody. */
export const topicsOfEverybody = ["everything", "lane", "settings"] as const;

const mostChanges = 2_000;

// Only what this very query's snapshot sees may be told with it, and rows of another cluster's past
// (a restored backup) carry numbers that this one has not come to.
const position = sql`
  position as materialized (
    select pg_current_snapshot() as snapshot, extract(epoch from clock_timestamp())::int as at_seconds
  )`;

const ofEverybody = sql.join(topicsOfEverybody.map((topic) => sql.lit(topic)));

function isTopic(topic: string): topic is Change["topic"] {
  return (changeTopics as readonly string[]).includes(topic);
}

function changeReadOf(rows: readonly Row[]): ChangeRead {
  const [first] = rows;
  if (first === undefined) throw new Error("The database did not say what it sees.");
  const changes = rows.flatMap(({ topic, userId, subjectId }) => {
    if (topic === null) return [];
    // A newer version may know more topics.
    return [{ topic: isTopic(topic) ? topic : ("everything" as const), userId, subjectId }];
  });
  return {
    position: { snapshot: first.snapshot, atSeconds: first.atSeconds },
    changes: changes.length > mostChanges ? null : changes,
  };
}

/** Where the stream of changes stands now. */
export async function selectPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Row>`
    with ${position} select snapshot::text as snapshot, at_seconds from position
  `.execute(db);
  return changeReadOf(rows.map((row) => ({ ...row, topic: null }))).position;
}

/** Everybody's changes that were committed after `since`. */
export async function selectChangesSince(db: Db, since: Position): Promise<ChangeRead> {
  return await selectUnseen(db, since, sql``);
}

/** Changes committed after `since` that concern the one person, and such as concern everybody. */
export async function selectChangesOfPerson(
  db: Db,
  since: Position,
  userId: string,
): Promise<ChangeRead> {
  return await selectUnseen(
    db,
    since,
    sql`and (changes.user_id = ${userId} or changes.user_id is null and changes.topic in (${ofEverybody}))`,
  );
}

async function selectUnseen(
  db: Db,
  { snapshot }: Position,
  narrowed: ReturnType<typeof sql>,
): Promise<ChangeRead> {
  const { rows } = await sql<Row>`
    with ${position}
    select position.snapshot::text as snapshot, at_seconds, topic, user_id, subject_id
    from position left join changes on changes.xid >= ${firstUnseen(snapshot)}::xid8
      and changes.xid < pg_snapshot_xmax(position.snapshot)
      and not pg_visible_in_snapshot(changes.xid, ${snapshot}::pg_snapshot)
      ${narrowed}
    limit ${mostChanges + 1}
  `.execute(db);
  return changeReadOf(rows);
}

/** The changes of the last `seconds`: of `userId` and of everybody, or with null all. */
export async function selectChangesOfLast(
  db: Db,
  seconds: number,
  userId: string | null,
): Promise<ChangeRead> {
  const narrowed =
    userId === null
      ? sql``
      : sql`and (user_id = ${userId} or user_id is null and topic in (${ofEverybody}))`;
  const { rows } = await sql<Row>`
    with ${position}
    select position.snapshot::text as snapshot, at_seconds, topic, user_id, subject_id
    from position left join changes
      on recorded_at > clock_timestamp() - make_interval(secs => ${seconds})
      and changes.xid < pg_snapshot_xmax(position.snapshot) ${narrowed}
    limit ${mostChanges + 1}
  `.execute(db);
  return changeReadOf(rows);
}

/** Which of the sessions still run, and whether their people are staff. */
export async function selectOpenSessions(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, { readonly isAdmin: boolean }>> {
  const rows = await db
    .selectFrom("sessions")
    .innerJoin("profiles", "profiles.id", "sessions.userId")
    .select(["sessions.id", "profiles.isAdmin"])
    .where((expression) => expression("sessions.id", "=", sql<string>`any(${sessionIds}::uuid[])`))
    .where("sessions.expiresAt", ">", now)
    .where("profiles.closedAt", "is", null)
    .where("profiles.suspendedAt", "is", null)
    .execute();
  return new Map(rows.map(({ id, isAdmin }) => [id, { isAdmin }]));
}

/** Removes what was noted more than `seconds` ago, by the database's clock, and returns how many rows. */
export async function deleteChangesOlderThan(db: Db, seconds: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("changes")
    .where("recordedAt", "<", sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
