// The SQL about legs that are late and of which their customers were not notified.
import { sql } from "kysely";
import type { NamedLeg } from "#catalogue/rules/shipping-service.ts";
import type { Db } from "#platform/server/db/open.ts";

export type ReportedPackage = {
  readonly id: string;
  readonly userId: string;
  readonly userEmail: string;
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
};

type LateLeg = ReportedPackage & { readonly legId: string; readonly leg: NamedLeg };

/** Legs on their way that became late within `days` before `now`, without a notification; of open accounts. */
export async function listLateLegs(
  db: Db,
  now: Date,
  days: number,
  limit: number,
): Promise<LateLeg[]> {
  const { rows } = await sql<LateLeg>`
    select legs.id as leg_id, packages.id, packages.user_id, profiles.email as user_email,
      packages.tracking_number, packages.origin, packages.destination,
      json_build_object('legNumber', legs.leg_number, 'origin', legs.origin, 'destination', legs.destination,
        'legCount', (select count(*) from shipping_legs all_legs where all_legs.package_id = packages.id)) as leg
    from shipping_legs legs join packages on packages.id = legs.package_id
      join profiles on profiles.id = packages.user_id
    where legs.status = 'in_transit' and legs.late_after < ${now}
      and legs.late_after > ${now}::timestamptz - make_interval(days => ${days})
      and packages.status not in ('delivered', 'cancelled', 'voided')
      and profiles.closed_at is null and profiles.suspended_at is null
      and not exists (
        select from notifications
        where notifications.user_id = packages.user_id and kind = 'package_late' and dedupe_key = legs.id::text
      )
    order by legs.id limit ${limit}
  `.execute(db);
  return rows;
}

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
