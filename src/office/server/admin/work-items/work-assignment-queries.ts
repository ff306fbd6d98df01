// The SQL about who of the staff has taken which thing of the open work.
import { sql, type RawBuilder } from "kysely";
import type { TakeableStage } from "#office/rules/work-item.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sources, type Deadlines } from "./work-source-queries.ts";

/** A thing that stands in its stage, and whose it is. */
export type ListedThing = {
  readonly id: string;
  readonly owned: "request" | "parcel" | "case" | "package";
  readonly ownerId: string | null;
};

/** The stages whose things this module reads. */
export type ReadStage = Exclude<TakeableStage, "tracking_questions">;

const things: Readonly<Record<ReadStage, (deadlines: Deadlines) => RawBuilder<unknown>>> = {
  waiting_for_customers: (deadlines) => sql`
    select r.id, 'request' as owned, r.user_id as owner_id from ${sources.waiting_for_customers.from(deadlines)}`,
  owner_unknown: (deadlines) => sql`
    select i.id, 'parcel' as owned, null::uuid as owner_id from ${sources.owner_unknown.from(deadlines)}`,
  open_cases: () => sql`
    select c.id, 'case' as owned, c.user_id as owner_id from cases c where c.state <> 'closed'`,
  late: (deadlines) => sql`
    select late.id::uuid as id, 'package' as owned, packages.user_id as owner_id
    from ${sources.late.from(deadlines)} join packages on packages.id = late.package_id`,
};

/** Those of `ids` that stand in the stage. */
export async function listThings(
  db: Db,
  kind: ReadStage,
  ids: readonly string[],
  deadlines: Deadlines,
): Promise<ListedThing[]> {
  const { rows } = await sql<ListedThing>`
    select id, owned, owner_id from (${things[kind](deadlines)}) things
    where id = any(${[...ids]}::uuid[])
  `.execute(db);
  return rows;
}

const takerName = sql<string>`coalesce(nullif(btrim(profiles.full_name), ''), profiles.email, '')`;

/** What of a stage somebody of `workers` has taken, first what `readerId` has. */
export async function listAssignmentRows(
  db: Db,
  kind: TakeableStage,
  {
    workers,
    readerId,
    limit,
  }: { readonly workers: readonly string[]; readonly readerId: string; readonly limit: number },
) {
  return await db
    .selectFrom("workAssignments")
    .innerJoin("profiles", "profiles.id", "workAssignments.userId")
    .select(["subjectId", "userId", "takenAt", takerName.as("name")])
    .where("kind", "=", kind)
    .where(sql<boolean>`user_id = any(${[...workers]}::uuid[])`)
    .orderBy(sql`user_id = ${readerId}`, "desc")
    .orderBy("takenAt", "desc")
    .orderBy("subjectId")
    .limit(limit)
    .execute();
}

/** Who has taken a thing; undefined where nobody has. */
export async function findTaker(
  db: Db,
  kind: TakeableStage,
  subjectId: string,
): Promise<{ readonly userId: string; readonly name: string } | undefined> {
  return await db
    .selectFrom("workAssignments")
    .innerJoin("profiles", "profiles.id", "workAssignments.userId")
    .select(["userId", takerName.as("name")])
    .where("kind", "=", kind)
    .where("subjectId", "=", subjectId)
    .executeTakeFirst();
}

type Taking = {
  readonly kind: TakeableStage;
  readonly subjectId: string;
  readonly userId: string;
  readonly takenAt: Date;
};

/** Takes what nobody has, or somebody besides `keepers`; false where nothing changed. */
export async function insertAssignment(
  db: Db,
  { kind, subjectId, userId, takenAt }: Taking,
  keepers: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into work_assignments as taken (kind, subject_id, user_id, taken_at)
    values (${kind}, ${subjectId}, ${userId}, ${takenAt})
    on conflict (kind, subject_id) do update
      set user_id = excluded.user_id, taken_at = excluded.taken_at
      where taken.user_id <> excluded.user_id and taken.user_id <> all(${[...keepers]}::uuid[])
    returning taken.user_id
  `.execute(db);
  return rows.length > 0;
}

export async function countAssignments(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("workAssignments")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The things that somebody has taken, or everybody, by stage. */
export async function listTakenIds(
  db: Db,
  userId: string | null,
): Promise<ReadonlyMap<TakeableStage, readonly string[]>> {
  const { rows } = await sql<{ kind: TakeableStage; ids: string[] }>`
    select kind, array_agg(subject_id) as ids from work_assignments
    where user_id = coalesce(${userId}::uuid, user_id) group by kind order by kind
  `.execute(db);
  return new Map(rows.map(({ kind, ids }) => [kind, ids]));
}

export async function deleteAssignments(
  db: Db,
  kind: TakeableStage,
  subjectIds: readonly string[],
): Promise<void> {
  await sql`
    delete from work_assignments where kind = ${kind} and subject_id = any(${[...subjectIds]}::uuid[])
  `.execute(db);
}

/** Deletes what is taken by others than `userIds`. */
export async function deleteAssignmentsOfOthers(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`delete from work_assignments where user_id <> all(${[...userIds]}::uuid[])`.execute(db);
}

export async function deleteAssignmentsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("workAssignments").where("userId", "=", userId).execute();
}

/** All that somebody has taken, for the export of the account. */
export async function listOwnAssignments(db: Db, userId: string) {
  return await db
    .selectFrom("workAssignments")
    .select(["kind", "subjectId", "takenAt"])
    .where("userId", "=", userId)
    .orderBy("takenAt")
    .orderBy("subjectId")
    .execute();
}
