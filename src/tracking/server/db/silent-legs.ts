// SQL about the last news of a leg that is on its way, where its carrier is followed.
import { sql } from "kysely";
import { laneTimeLimits } from "#catalogue/rules/lane-time.ts";

/** When there was last news of leg `l`, whose number tracker `t` follows: its departure where nothing came since. */
export const lastReport = sql<Date | null>`greatest(
  t.last_event_at, l.departed_at,
  (select max(events.occurred_at) from tracking_events events where events.leg_id = l.id)
)`;

/** The tracker `t` that follows the number of leg `l`. */
export const followingTracker = sql`
  join tracker_uses uses on uses.leg_id = l.id and uses.until is null
  join trackers t on t.id = uses.tracker_id and t.state = 'following'`;

/** Whether leg `l` has been silent at `now`. */
export function isSilent(now: Date) {
  // The first comparison spares most legs the second one.
  return sql<boolean>`t.last_event_at < ${now}::timestamptz - ${sql.lit(laneTimeLimits.minSilentDays)} * interval '1 day'
    and ${lastReport} < ${now}::timestamptz
      - coalesce(l.silent_days, ${sql.lit(laneTimeLimits.minSilentDays)}) * interval '1 day'`;
}
