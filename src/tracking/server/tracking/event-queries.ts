// The SQL that stores events of carriers.
import { sql, type Insertable } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { TrackingTables } from "#tracking/server/tables/tracking.ts";

/**
 * Inserts events, all in one statement; those that are known stay as they are. Returns the trackers (null: for an event that
 * staff added) of those that are new.
 */
export async function insertTrackingEvents(
  db: Db,
  events: readonly Insertable<TrackingTables["trackingEvents"]>[],
): Promise<(string | null)[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({
    tracker_id: event.trackerId,
    leg_id: event.legId,
    key: event.key.toString("hex"),
    stage: event.stage,
    provider_status: event.providerStatus,
    occurred_at: event.occurredAt,
    local_time: event.localTime,
    utc_offset_minutes: event.utcOffsetMinutes,
    time_confidence: event.timeConfidence,
    description: event.description,
    place: event.place,
    country: event.country,
    received_at: event.receivedAt,
    created_by: event.createdBy,
  }));
  const inserted = await sql<{ trackerId: string | null }>`
    insert into tracking_events (tracker_id, leg_id, key, stage, provider_status, occurred_at, local_time,
      utc_offset_minutes, time_confidence, description, place, country, received_at, created_by)
    select tracker_id, leg_id, decode(key, 'hex'), stage, provider_status, occurred_at, local_time,
      utc_offset_minutes, time_confidence, description, place, country, received_at, created_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as events (
      tracker_id uuid, leg_id uuid, key text, stage text, provider_status text, occurred_at timestamptz,
      local_time text, utc_offset_minutes integer, time_confidence text, description text, place text,
      country text, received_at timestamptz, created_by uuid)
    on conflict do nothing
    returning tracker_id
  `.execute(db);
  return inserted.rows.map(({ trackerId }) => trackerId);
}
