// The SQL of adding up the changes to the counts of packages.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/** Adds the changes up to now to the counts; returns how many it added. Others that do so meanwhile do not wait. */
export async function aggregateCountChanges(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ aggregated: number }>`
    with taken as (
      delete from package_count_changes where id in (
        select id from package_count_changes order by id limit ${most} for update skip locked
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

/** Removes counts that have come to nothing, as most do once the packages of a day are delivered. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await db.deleteFrom("packageCounts").where("count", "=", 0n).execute();
}
