import { sql } from "kysely";
import type { Change } from "#platform/contract/change-stream.ts";
import { changeTopics } from "#platform/rules/change-topic.ts";
import type { Db } from "#platform/server/db/open.ts";
import { firstUnseenTransaction, type Position } from "./position.ts";

export type RecordedChange = Change & {
  /** Whom it concerns; null: staff only or, for a broadcast topic, everyone. */
  readonly userId: string | null;
};

export type ChangeRead = {
  /** Where the next read starts. */
  readonly position: Position;
  /** Null: too many to list. */
  readonly changes: readonly RecordedChange[] | null;
};

type Row = {
  atSeconds: number;
  snapshot: string;
  topic: string | null;
  userId: string | null;
  subjectId: string | null;
};

/** Topics that concern everyone when no user is named. */
export const broadcastTopics = ["everything", "lane", "carrier", "settings"] as const;

const maxChanges = 2_000;

// A change may be read only together with the snapshot that contains it, and rows of another cluster (a restored backup)
// carry transaction numbers that this one has not reached.
const position = sql`
  position as materialized (
    select pg_current_snapshot() as snapshot, extract(epoch from clock_timestamp())::int as at_seconds
  )`;

const broadcast = sql.join(broadcastTopics.map((topic) => sql.lit(topic)));

function isTopic(topic: string): topic is Change["topic"] {
  return (changeTopics as readonly string[]).includes(topic);
}

function toChangeRead(rows: readonly Row[]): ChangeRead {
  const [first] = rows;
  if (first === undefined) throw new Error("The database returned no position.");
  const changes = rows.flatMap(({ topic, userId, subjectId }) => {
    if (topic === null) return [];
    // A newer version may know more topics.
    return [{ topic: isTopic(topic) ? topic : ("everything" as const), userId, subjectId }];
  });
  return {
    position: { snapshot: first.snapshot, atSeconds: first.atSeconds },
    changes: changes.length > maxChanges ? null : changes,
  };
}

/** The current position. */
export async function getPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Row>`
    with ${position} select snapshot::text as snapshot, at_seconds from position
  `.execute(db);
  return toChangeRead(rows.map((row) => ({ ...row, topic: null }))).position;
}

/** Everyone's changes committed after `since`. */
export async function listChangesSince(db: Db, since: Position): Promise<ChangeRead> {
  return await listUnseenChanges(db, since, sql``);
}

/** Changes committed after `since` that concern the user or everyone. */
export async function listUserChangesSince(
  db: Db,
  since: Position,
  userId: string,
): Promise<ChangeRead> {
  return await listUnseenChanges(
    db,
    since,
    sql`and (changes.user_id = ${userId} or changes.user_id is null and changes.topic in (${broadcast}))`,
  );
}

async function listUnseenChanges(
  db: Db,
  { snapshot }: Position,
  filter: ReturnType<typeof sql>,
): Promise<ChangeRead> {
  const { rows } = await sql<Row>`
    with ${position}
    select position.snapshot::text as snapshot, at_seconds, topic, user_id, subject_id
    from position left join changes on changes.xid >= ${firstUnseenTransaction(snapshot)}::xid8
      and changes.xid < pg_snapshot_xmax(position.snapshot)
      and not pg_visible_in_snapshot(changes.xid, ${snapshot}::pg_snapshot)
      ${filter}
    limit ${maxChanges + 1}
  `.execute(db);
  return toChangeRead(rows);
}

/** The changes of the last `seconds` that concern `userId` or everyone; with null, all. */
export async function listRecentChanges(
  db: Db,
  seconds: number,
  userId: string | null,
): Promise<ChangeRead> {
  const filter =
    userId === null
      ? sql``
      : sql`and (user_id = ${userId} or user_id is null and topic in (${broadcast}))`;
  const { rows } = await sql<Row>`
    with ${position}
    select position.snapshot::text as snapshot, at_seconds, topic, user_id, subject_id
    from position left join changes
      on recorded_at > clock_timestamp() - make_interval(secs => ${seconds})
      and changes.xid < pg_snapshot_xmax(position.snapshot) ${filter}
    limit ${maxChanges + 1}
  `.execute(db);
  return toChangeRead(rows);
}

/** Deletes changes recorded more than `seconds` ago, by the database's clock, and returns how many. */
export async function deleteChangesOlderThan(db: Db, seconds: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("changes")
    .where("recordedAt", "<", sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
