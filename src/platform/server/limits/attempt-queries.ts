import { sql } from "kysely";
import { beginningWith, containing } from "#platform/server/db/search-by-part.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { LimitName } from "#platform/rules/attempt-limits.ts";

type BucketLimit = {
  readonly bucket: string;
  readonly attempts: number;
  readonly since: Date;
  readonly now: Date;
};

/**
 * Inserts an attempt into each bucket in order, up to the first that is full; returns their ids, and null for that one
 * and those after it. One statement, so that there is only one write to wait for.
 */
export async function insertAttemptsWithin(
  db: Db,
  limits: readonly BucketLimit[],
): Promise<(bigint | null)[]> {
  const names = limits.map((_, number) => `attempt_${number}`);
  const inserts = limits.map(({ bucket, attempts, since, now }, number) => {
    const before = names[number - 1];
    const condition =
      before === undefined ? sql`true` : sql`${sql.ref(`${before}.id`)} is not null`;
    return sql`lateral (
      select case when ${condition} then count_attempt(${bucket}, ${attempts}::int, ${since}::timestamptz, ${now}::timestamptz) end as id
    ) as ${sql.table(names[number] ?? "")}`;
  });
  const { rows } = await sql<{ ids: (string | null)[] }>`
    select array[${sql.join(names.map((name) => sql.ref(`${name}.id`)))}]::text[] as ids
    from ${sql.join(inserts, sql` cross join `)}
  `.execute(db);
  return (rows[0]?.ids ?? []).map((id) => (id === null ? null : BigInt(id)));
}

/** Inserts an attempt unless its bucket has `attempts` since `since`; null then. Exact also under concurrency. */
export async function insertAttemptWithin(db: Db, limit: BucketLimit): Promise<bigint | null> {
  const { bucket, attempts, since, now } = limit;
  const { rows } = await sql<{ id: bigint | null }>`
    select count_attempt(${bucket}, ${attempts}, ${since}, ${now}) as id
  `.execute(db);
  return rows[0]?.id ?? null;
}

export async function deleteAttempt(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom("attempts").where("id", "=", id).execute();
}

/** Deletes attempts, and inserts those of them that are `counted` again as made at `now`. */
export async function replaceAttempts(
  db: Db,
  ids: readonly bigint[],
  counted: readonly bigint[],
  now: Date,
): Promise<void> {
  await sql`
    with deleted as (delete from attempts where id = any(${ids.map(String)}::bigint[]) returning id, bucket)
    insert into attempts (bucket, attempted_at)
    select bucket, ${now} from deleted where id = any(${counted.map(String)}::bigint[])
  `.execute(db);
}

type Window = {
  readonly limitName: LimitName;
  readonly since: Date;
  readonly mostAttempts: number;
};

/** One page of buckets with their attempts, those closest to their limit first. */
export async function listBuckets(
  db: Db,
  windows: readonly Window[],
  page: { readonly search: string; readonly offset: number; readonly limit: number },
): Promise<{
  rows: { limitName: LimitName; who: string; attempts: number; oldestAt: Date }[];
  total: number;
}> {
  const pattern = containing(page.search);
  const names = windows.map(({ limitName }) => limitName);
  const since = windows.map((window) => window.since.toISOString());
  const most = windows.map(({ mostAttempts }) => mostAttempts);
  const { rows } = await sql<{
    limitName: LimitName;
    who: string;
    attempts: number;
    oldestAt: Date;
    total: number;
  }>`
    select name as limit_name, who, count(*)::int as attempts, min(attempted_at) as oldest_at,
           (count(*) over ())::int as total
    from (
      select name, most, substr(bucket, length(name) + 2) as who, attempted_at
      from unnest(${names}::text[], ${since}::timestamptz[], ${most}::int[]) as counted (name, since, most)
      join attempts on bucket >= name || ':' and bucket < name || ';' and attempted_at > since
    ) as attempt
    where who ilike ${pattern}
    group by name, who, most
    order by count(*)::numeric / most desc, min(attempted_at) desc, name, who
    offset ${page.offset} limit ${page.limit}
  `.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Deletes the attempts of a bucket; returns how many of them were after `since`. */
export async function deleteBucket(db: Db, bucket: string, since: Date): Promise<number> {
  const rows = await db
    .deleteFrom("attempts")
    .where("bucket", "=", bucket)
    .returning("attemptedAt")
    .execute();
  return rows.filter(({ attemptedAt }) => attemptedAt > since).length;
}

/** Deletes the attempts of these buckets, and of those that are named after one of them and a place. */
export async function deleteBucketsOf(db: Db, buckets: readonly string[]): Promise<void> {
  await db
    .deleteFrom("attempts")
    .where(({ or, eb }) =>
      or([
        eb("bucket", "in", buckets),
        ...buckets.map((bucket) => eb("bucket", "like", beginningWith(`${bucket} `))),
      ]),
    )
    .execute();
}

/** When the oldest attempt of a bucket after `since` was made; undefined when there is none. */
export async function findOldestAttempt(
  db: Db,
  bucket: string,
  since: Date,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom("attempts")
    .select("attemptedAt")
    .where("bucket", "=", bucket)
    .where("attemptedAt", ">", since)
    .orderBy("attemptedAt")
    .limit(1)
    .executeTakeFirst();
  return row?.attemptedAt;
}

/** Deletes the attempts made before `moment`; returns how many. */
export async function deleteAttemptsBefore(db: Db, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("attempts")
    .where("attemptedAt", "<", moment)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
