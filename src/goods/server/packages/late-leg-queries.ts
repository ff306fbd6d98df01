// The SQL about legs that are late and of which their customers were not notified.
import { sql } from "kysely";
import type { NamedLeg } from "#catalogue/rules/shipping-leg.ts";
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
