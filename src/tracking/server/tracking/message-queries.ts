// The SQL about messages of the tracking provider.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";

type MessageRow = RowOf<"carrierMessages">;

/** Inserts a message; returns false when the same bytes were stored before. */
export async function insertMessage(
  db: Db,
  message: Pick<MessageRow, "contentHash" | "body" | "trackingNumber" | "receivedAt">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("carrierMessages")
    .values({ ...message, state: "received", nextTryAt: message.receivedAt })
    .onConflict((conflict) => conflict.column("contentHash").doNothing())
    .executeTakeFirst();
  return inserted === 1n;
}

/** A message that is to be processed. */
export type WaitingMessage = Pick<MessageRow, "id" | "body" | "receivedAt" | "attempts">;

/**
 * Locks messages that are due until the transaction ends, in the order in which they came, and with them what waits about
 * the same numbers. Those that another server processes now are left out.
 */
export async function lockDueMessages(
  db: Db,
  now: Date,
  most: { readonly oldest: number; readonly together: number; readonly bytes: number },
): Promise<WaitingMessage[]> {
  const { rows } = await sql<WaitingMessage>`
    with oldest as (
      select id, tracking_number from carrier_messages where next_try_at <= ${now}
      order by next_try_at, id limit ${most.oldest}
    ), due as (
      select id, sum(octet_length(body)) over (order by next_try_at, id) as bytes,
        row_number() over (order by next_try_at, id) as place
      from carrier_messages
      where next_try_at <= ${now}
        and (id in (select id from oldest) or tracking_number in (select tracking_number from oldest))
      order by next_try_at, id limit ${most.together}
    )
    select id, body, received_at, attempts from carrier_messages
    where next_try_at <= ${now} and id in (select id from due where bytes <= ${most.bytes} or place = 1)
    order by received_at, id
    for update skip locked
  `.execute(db);
  return rows;
}

/** The same for one message, whenever it is due; undefined when there is nothing to do. */
export async function lockUnfinishedMessage(
  db: Db,
  messageId: string,
): Promise<WaitingMessage | undefined> {
  return await db
    .selectFrom("carrierMessages")
    .select(["id", "body", "receivedAt", "attempts"])
    .where("id", "=", messageId)
    .where("state", "in", ["received", "failed"])
    .forUpdate()
    .executeTakeFirst();
}

/** Stores that messages are done: processed with their tracker, or ignored without one. */
export async function updateMessagesDone(
  db: Db,
  done: readonly { readonly id: string; readonly trackerId: string | null }[],
  processedAt: Date,
): Promise<void> {
  await sql`
    update carrier_messages set state = case when done.tracker_id is null then 'ignored' else 'processed' end,
      tracker_id = done.tracker_id, processed_at = ${processedAt}, last_error = null, next_try_at = null,
      attempts = attempts + 1
    from unnest(${done.map(({ id }) => id)}::uuid[], ${done.map((one) => one.trackerId)}::uuid[])
      as done (id, tracker_id)
    where carrier_messages.id = done.id and state in ('received', 'failed')
  `.execute(db);
}

/** Stores that a message failed; with null it is not tried again by itself. */
export async function updateMessageFailed(
  db: Db,
  messageId: string,
  { reason, nextTryAt }: { readonly reason: string; readonly nextTryAt: Date | null },
): Promise<void> {
  await db
    .updateTable("carrierMessages")
    .set({ state: "failed", lastError: reason, nextTryAt })
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", messageId)
    .where("state", "in", ["received", "failed"])
    .execute();
}

/** Deletes messages that were done before `before`; returns how many. */
export async function deleteDoneMessages(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("carrierMessages")
    .where("state", "in", ["processed", "ignored"])
    .where("receivedAt", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** One page of the messages that failed, the newest first. */
export async function listFailedMessageRows(
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Pick<MessageRow, "id" | "attempts" | "lastError" | "receivedAt">[]> {
  return await db
    .selectFrom("carrierMessages")
    .select(["id", "attempts", "lastError", "receivedAt"])
    .where("state", "=", "failed")
    .orderBy("receivedAt", "desc")
    .orderBy("id")
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countFailedMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("carrierMessages")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("state", "=", "failed")
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findMessageState(
  db: Db,
  messageId: string,
): Promise<Pick<MessageRow, "state" | "attempts" | "lastError"> | undefined> {
  return await db
    .selectFrom("carrierMessages")
    .select(["state", "attempts", "lastError"])
    .where("id", "=", messageId)
    .executeTakeFirst();
}

/**
 * Inserts events, all in one statement; those that are known stay as they are. Returns the trackers (null: for an event that
 * staff added) of those that are new.
 */
export async function insertTrackingEvents(
  db: Db,
  events: readonly InsertOf<"trackingEvents">[],
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

/** Since when requests to the provider fail; undefined while they succeed. */
export async function findFailingSince(db: Db): Promise<Date | undefined> {
  const { trackingFailingSince } = await db
    .selectFrom("settings")
    .select("trackingFailingSince")
    .executeTakeFirstOrThrow();
  return trackingFailingSince ?? undefined;
}

/** Stores since when they fail, unless that is stored already, or with null that they succeed. Returns whether it changed. */
export async function updateFailingSince(db: Db, since: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("settings")
    .set({ trackingFailingSince: since })
    .where("trackingFailingSince", since === null ? "is not" : "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
