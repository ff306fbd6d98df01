import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Counts one more occurrence, reopens the group if it was resolved, and returns the group's id. */
export async function upsertErrorGroup(
  db: Db,
  group: {
    readonly fingerprint: Buffer;
    readonly source: string;
    readonly errorMessage: string;
    readonly place: string | null;
    readonly now: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into error_groups as stored
      (fingerprint, source, error_message, place, times, first_seen_at, last_seen_at)
    values (${group.fingerprint}, ${group.source}, ${group.errorMessage}, ${group.place}, 1,
      ${group.now}, ${group.now})
    on conflict (fingerprint) do update set times = stored.times + 1,
      last_seen_at = greatest(stored.last_seen_at, excluded.last_seen_at),
      resolved_at = null, resolved_by = null
    returning id
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The error group was neither inserted nor updated.");
  return row.id;
}

export async function insertErrorLog(
  db: Db,
  entry: {
    readonly groupId: string;
    readonly errorMessage: string;
    readonly errorStack: string | null;
    readonly source: string;
    readonly context: string | null;
    readonly userId: string | null;
    readonly createdAt: Date;
  },
): Promise<void> {
  await db.insertInto("errorLogs").values(entry).execute();
}

function groups(db: Db) {
  return db.selectFrom("errorGroups").select([
    "errorGroups.id",
    "errorGroups.errorMessage",
    "errorGroups.source",
    "errorGroups.place",
    "errorGroups.times",
    "errorGroups.firstSeenAt",
    "errorGroups.lastSeenAt",
    "errorGroups.resolvedAt",
    sql<number>`(select count(distinct user_id)::int from error_logs
      where group_id = error_groups.id)`.as("usersAffected"),
  ]);
}

export type ErrorGroupRow = Awaited<
  ReturnType<ReturnType<typeof groups>["executeTakeFirstOrThrow"]>
>;

const stateConditions = {
  all: sql<boolean>`true`,
  open: sql<boolean>`resolved_at is null`,
  resolved: sql<boolean>`resolved_at is not null`,
} as const;
const sourceConditions = {
  all: sql<boolean>`true`,
  server: sql<boolean>`source = 'server'`,
  browser: sql<boolean>`source <> 'server'`,
} as const;

/** One page of error groups, seen last first, with the total, and the number of open ones whatever the filter. */
export async function listErrorGroups(
  db: Db,
  filter: {
    readonly state: keyof typeof stateConditions;
    readonly source: keyof typeof sourceConditions;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ items: ErrorGroupRow[]; total: number; openCount: number }> {
  const condition = sql<boolean>`${stateConditions[filter.state]} and ${sourceConditions[filter.source]}`;
  const items = await groups(db)
    .where(condition)
    .orderBy("lastSeenAt", "desc")
    .orderBy("id", "desc")
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
  const { rows } = await sql<{ total: number; openCount: number }>`
    select (count(*) filter (where ${condition}))::int as total,
      (count(*) filter (where resolved_at is null))::int as open_count
    from error_groups
  `.execute(db);
  return { items, ...(rows[0] ?? { total: 0, openCount: 0 }) };
}

export async function findErrorGroup(
  db: Db,
  errorGroupId: string,
): Promise<ErrorGroupRow | undefined> {
  return await groups(db).where("id", "=", errorGroupId).executeTakeFirst();
}

/** Locks the group until the transaction ends, against others who resolve or reopen it. */
export async function lockErrorGroup(db: Db, errorGroupId: string): Promise<void> {
  await db
    .selectFrom("errorGroups")
    .select("id")
    .where("id", "=", errorGroupId)
    .forNoKeyUpdate()
    .execute();
}

/** The newest errors of a group. */
export async function listOccurrences(db: Db, errorGroupId: string, limit: number) {
  return await db
    .selectFrom("errorLogs")
    .select(["id", "userId", "errorStack", "context", "createdAt"])
    .where("groupId", "=", errorGroupId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Marks a group as resolved, or with null as open. */
export async function updateResolution(
  db: Db,
  errorGroupId: string,
  resolved: { readonly by: string; readonly at: Date } | null,
): Promise<void> {
  await db
    .updateTable("errorGroups")
    .set({ resolvedAt: resolved?.at ?? null, resolvedBy: resolved?.by ?? null })
    .where("id", "=", errorGroupId)
    .execute();
}

/** Deletes errors from before `moment` and the groups not seen since; returns the number of errors. */
export async function deleteErrorsBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("errorLogs")
    .where("createdAt", "<", moment)
    .executeTakeFirst();
  await db.deleteFrom("errorGroups").where("lastSeenAt", "<", moment).execute();
  return Number(numDeletedRows);
}

/** The errors that a user's browser reported. */
export async function listReportsOf(db: Db, userId: string) {
  return await db
    .selectFrom("errorLogs")
    .select(["errorMessage", "source", "context", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .execute();
}

/** Removes who reported errors, and where. */
export async function eraseReporter(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("errorLogs")
    .set({ userId: null, context: null })
    .where("userId", "=", userId)
    .execute();
}
