// The SQL that aggregates the counts of packages.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Adds at most `limit` recorded changes to the counts and returns how many; runs at the same time do not block. */
export async function aggregateCountChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ aggregated: number }>`
    with taken as (
      delete from package_count_changes where id in (
        select id from package_count_changes order by id limit ${limit} for update skip locked
      ) returning status, day, change
    ), added as (
      insert into package_counts as counts (status, day, count)
      select status, day, sum(change) from taken group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (status, day) do update set count = counts.count + excluded.count
    ), summed as (
      insert into package_totals as totals (status, month, count)
      select status, date_trunc('month', day::timestamp)::date, sum(change) from taken group by 1, 2 order by 1, 2
      on conflict (status, month) do update set count = totals.count + excluded.count
    )
    select count(*)::int as aggregated from taken
  `.execute(db);
  return rows[0]?.aggregated ?? 0;
}

/** Deletes counts of zero, as most become once the packages of a day are delivered. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await db.deleteFrom("packageCounts").where("count", "=", 0n).execute();
}
