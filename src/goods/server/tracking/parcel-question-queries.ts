// The SQL about what staff are asked of inbound parcels.
import { sql } from "kysely";
import {
  earlierJourneyDays,
  parcelQuestions,
  type TrackingQuestion,
} from "#tracking/rules/tracking-rules.ts";
import type { Db } from "#platform/server/db/open.ts";
import { isWarehouseEntered } from "#catalogue/server/db/warehouse-columns.ts";

/**
 * Questions about inbound parcels that are awaited: the latest event of their number that asks, and was received since
 * staff answered, which begins another use of the number. Before a warehouse was entered nobody sees parcels.
 */
export const aboutParcels = sql`
  from inbound_parcels parcels
    join tracker_uses uses on uses.inbound_parcel_id = parcels.id and uses.until is null
    join trackers on trackers.id = uses.tracker_id and trackers.tracking_number = parcels.tracking_number
      and trackers.last_event_at is not null
    cross join lateral (
      select events.stage, events.occurred_at, events.description from tracking_events events
      where events.tracker_id = trackers.id and events.stage = any(${[...parcelQuestions]}::text[])
        and events.received_at > uses.since
        and events.occurred_at > uses.since - ${sql.lit(earlierJourneyDays)} * interval '1 day'
      order by events.occurred_at desc, events.id desc limit 1
    ) asked
  where parcels.state = 'expected' and ${isWarehouseEntered}`;

/** What staff are asked about an inbound parcel, and the use of its number; undefined for nothing. */
export async function findParcelQuestion(
  db: Db,
  inboundParcelId: string,
): Promise<
  | {
      readonly question: TrackingQuestion;
      readonly questionAt: Date;
      readonly useId: bigint;
      readonly trackerId: string;
    }
  | undefined
> {
  const { rows } = await sql<{
    question: TrackingQuestion;
    questionAt: Date;
    useId: bigint;
    trackerId: string;
  }>`
    select asked.stage as question, asked.occurred_at as question_at, uses.id as use_id, uses.tracker_id
    ${aboutParcels} and parcels.id = ${inboundParcelId}
  `.execute(db);
  return rows[0];
}

/** Locks a parcel and marks it as changed now; returns whether there is one. */
export async function touchParcel(
  db: Db,
  inboundParcelId: string,
  updatedAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("inboundParcels")
    .set({ updatedAt })
    .where("id", "=", inboundParcelId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
