// The SQL about the platform's record of errors.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/** Counts one more error of a kind, which begins with it where it is new; answers the kind's id. */
export async function upsertErrorGroup(
  db: Db,
  kind: {
    readonly fingerprint: Buffer;
    readonly source: string;
    readonly errorMessage: string;
    readonly place: string | null;
    readonly now: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into error_groups as kept
      (fingerprint, source, error_message, place, times, first_seen_at, last_seen_at)
    values (${kind.fingerprint}, ${kind.source}, ${kind.errorMessage}, ${kind.place}, 1,
      ${kind.now}, ${kind.now})
    on conflict (fingerprint) do update set times = kept.times + 1,
      last_seen_at = greatest(kept.last_seen_at, excluded.last_seen_at),
      resolved_at = null, resolved_by = null
    returning id
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("A kind of error was neither added nor counted.");
  return row.id;
}

/** Adds one error to the record. */
export async function insertErrorLog(
  db: Db,
  entry: {
    readonly groupId: string;
    readonly errorMessage: string;
    readonly errorStack: string | null;
    readonly source: string;
    readonly context: string | null;
    readonly userId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto("errorLogs")
    .values({
      groupId: entry.groupId,
      errorMessage: entry.errorMessage,
      errorStack: entry.errorStack,
      source: entry.source,
      context: entry.context,
      userId: entry.userId,
      createdAt: entry.now,
    })
    .execute();
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

/** One page of kinds of errors, seen last first, how many there are, and how many are open at all. */
export async function selectErrorGroups(
  db: Db,
  asked: {
    readonly state: keyof typeof stateConditions;
    readonly source: keyof typeof sourceConditions;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ items: ErrorGroupRow[]; total: number; openCount: number }> {
  const condition = sql<boolean>`${stateConditions[asked.state]} and ${sourceConditions[asked.source]}`;
  const items = await groups(db)
    .where(condition)
    .orderBy("lastSeenAt", "desc")
    .orderBy("id", "desc")
    .offset(asked.offset)
    .limit(asked.limit)
    .execute();
  const { rows } = await sql<{ total: number; openCount: number }>`
    select (count(*) filter (where ${condition}))::int as total,
      (count(*) filter (where resolved_at is null))::int as "openCount"
    from error_groups
  `.execute(db);
  return { items, ...(rows[0] ?? { total: 0, openCount: 0 }) };
}

export async function selectErrorGroup(
  db: Db,
  errorGroupId: string,
): Promise<ErrorGroupRow | undefined> {
  return await groups(db).where("id", "=", errorGroupId).executeTakeFirst();
}

/** The newest errors of a kind. */
export async function selectErrors(db: Db, errorGroupId: string, limit: number) {
  return await db
    .selectFrom("errorLogs")
    .select(["id", "userId", "errorStack", "context"])
    .select("createdAt")
    .where("groupId", "=", errorGroupId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Marks a kind as resolved by somebody, or with null as open. */
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

/** Removes errors from before `moment`, and the kinds that were not seen since; returns how many errors went. */
export async function deleteErrorsBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("errorLogs")
    .where("createdAt", "<", moment)
    .executeTakeFirst();
  await db.deleteFrom("errorGroups").where("lastSeenAt", "<", moment).execute();
  return Number(numDeletedRows);
}
