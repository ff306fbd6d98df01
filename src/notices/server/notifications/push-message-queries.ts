// The SQL about messages to devices.
import { sql, type RawBuilder } from "kysely";
import {
  type NotificationKind,
  type NotificationPayload,
  shipmentPushKinds,
} from "#notices/rules/notification.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";

export type DueMessage = {
  readonly notificationId: bigint;
  readonly subscriptionId: string;
  /** With the one that is about to be made. */
  readonly attempts: number;
  readonly kind: NotificationKind;
  readonly subjectId: string;
  readonly payload: NotificationPayload;
  readonly createdAt: Date;
  readonly endpoint: string;
  readonly keysEncrypted: Buffer;
  readonly timeZone: string;
  readonly showsDetails: boolean;
  readonly language: Language;
  /** Not read yet, not turned off, and the device's session and account are open. */
  readonly isWanted: boolean;
};

type MessageId = Pick<DueMessage, "notificationId" | "subscriptionId">;

/**
 * Claims messages that are due, the longest waiting first. Nobody else gets them before `claimedUntil`, when their sender
 * must have died.
 */
export async function claimDueMessages(
  db: Db,
  {
    now,
    claimedUntil,
    limit,
  }: { readonly now: Date; readonly claimedUntil: Date; readonly limit: number },
): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as materialized (
      select notification_id, subscription_id from push_messages
      where state = 'queued' and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    ), claimed as (
      update push_messages set due_at = ${claimedUntil}, attempts = attempts + 1
      from due
      where push_messages.notification_id = due.notification_id
        and push_messages.subscription_id = due.subscription_id
      returning push_messages.notification_id, push_messages.subscription_id, push_messages.attempts
    )
    select claimed.*, notifications.kind, notifications.subject_id, notifications.payload,
      notifications.created_at, devices.endpoint, devices.keys_encrypted, devices.time_zone,
      devices.shows_details, profiles.language,
      notifications.read_at is null and sessions.expires_at > ${now}
        and profiles.closed_at is null and profiles.suspended_at is null
        and ${isPushWanted(sql.ref("notifications.kind"))} as is_wanted
    from claimed join notifications on notifications.id = claimed.notification_id
      join push_subscriptions devices on devices.id = claimed.subscription_id
      join sessions on sessions.id = devices.session_id
      join profiles on profiles.id = devices.user_id
    order by claimed.notification_id
  `.execute(db);
  return rows;
}

function updateMessage(db: Db, { notificationId, subscriptionId }: MessageId) {
  return db
    .updateTable("pushMessages")
    .where("notificationId", "=", notificationId)
    .where("subscriptionId", "=", subscriptionId);
}

/** Marks messages as sent, and their devices as reached. */
export async function updateSent(
  db: Db,
  messages: readonly MessageId[],
  sentAt: Date,
): Promise<void> {
  if (messages.length === 0) return;
  const notificationIds = messages.map(({ notificationId }) => notificationId);
  const subscriptionIds = messages.map(({ subscriptionId }) => subscriptionId);
  await sql`
    with sent as (
      update push_messages set state = 'sent', sent_at = ${sentAt}
      from unnest(${notificationIds}::bigint[], ${subscriptionIds}::uuid[])
        as handled (notification_id, subscription_id)
      where push_messages.notification_id = handled.notification_id
        and push_messages.subscription_id = handled.subscription_id
      returning push_messages.subscription_id
    ), reached as (
      -- In one order, since another server may mark the same devices.
      select id from push_subscriptions where id in (select subscription_id from sent) order by id for no key update
    )
    update push_subscriptions set last_ok_at = ${sentAt}, failures = 0
    from reached where push_subscriptions.id = reached.id
  `.execute(db);
}

/** Marks a message as one that is not sent any more. */
export async function updateDropped(db: Db, message: MessageId): Promise<void> {
  await updateMessage(db, message).set({ state: "dropped" }).execute();
}

/** Postpones a message. Without `isAttempt` nothing was tried, and this time does not count. */
export async function updateDueAt(
  db: Db,
  message: MessageId,
  { dueAt, isAttempt }: { readonly dueAt: Date; readonly isAttempt: boolean },
): Promise<void> {
  await updateMessage(db, message)
    .set((row) => ({ dueAt, attempts: row("attempts", "-", isAttempt ? 0 : 1) }))
    .execute();
}

/** Counts that a device's push service refused a message, and deletes the device after `mostFailures` in a row. */
export async function countRefusal(
  db: Db,
  subscriptionId: string,
  mostFailures: number,
): Promise<void> {
  await db
    .updateTable("pushSubscriptions")
    .set((row) => ({ failures: row("failures", "+", 1) }))
    .where("id", "=", subscriptionId)
    .execute();
  await db
    .deleteFrom("pushSubscriptions")
    .where("id", "=", subscriptionId)
    .where("failures", ">=", mostFailures)
    .execute();
}

export async function deleteSubscription(db: Db, subscriptionId: string): Promise<void> {
  await db.deleteFrom("pushSubscriptions").where("id", "=", subscriptionId).execute();
}

const shipmentKinds = sql.join(shipmentPushKinds.map((kind) => sql.lit(kind)));

/** Whether the customer in the joined row of `profiles` wants pushes of this kind. */
export function isPushWanted(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    (profiles.shipment_updates or ${kind} not in (${shipmentKinds}))
    and not exists (
      select from notification_preferences turned_off
      where turned_off.user_id = profiles.id and turned_off.channel = 'push' and turned_off.kind = ${kind}
    ))`;
}
