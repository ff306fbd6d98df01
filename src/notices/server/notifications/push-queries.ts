// The SQL about devices and the messages to them.
import { sql, type RawBuilder } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import { type NotificationKind, shipmentPushKinds } from "#notices/rules/notification.ts";
import type { NotificationPayload } from "#notices/rules/notification-payload.ts";
import type { Language } from "#platform/rules/language.ts";

/** Locks a user's profile until the transaction ends, so that devices are counted one after the other. */
export async function lockProfile(db: Db, userId: string): Promise<void> {
  await db.selectFrom("profiles").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** Deletes the devices of a user whose sessions have ended by themselves. */
export async function deleteEndedDevices(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .deleteFrom("pushSubscriptions")
    .using("sessions")
    .whereRef("sessions.id", "=", "pushSubscriptions.sessionId")
    .where("pushSubscriptions.userId", "=", userId)
    .where("sessions.expiresAt", "<=", now)
    .execute();
}

/** How many devices of a user other than that of the session are notified by push. */
export async function countOtherDevices(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom("pushSubscriptions")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("userId", "=", userId)
    .where("sessionId", "!=", sessionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Stores the device of a session. A browser has one session and one endpoint, so whatever had either before is replaced;
 * what its owner chose for the device stays.
 */
export async function upsertSubscription(
  db: Db,
  subscription: {
    readonly userId: string;
    readonly sessionId: string;
    readonly endpoint: string;
    readonly keysEncrypted: Buffer;
    readonly timeZone: string;
    readonly createdAt: Date;
  },
): Promise<string> {
  const { sessionId, userId, endpoint, keysEncrypted, timeZone } = subscription;
  // Of a session before: the person signed in again, or it is somebody else's browser now.
  const { rows } = await sql<{ showsDetails: boolean }>`
    delete from push_subscriptions where endpoint = ${endpoint} and session_id <> ${sessionId}
    returning user_id = ${userId} and shows_details as shows_details
  `.execute(db);
  const showsDetails = rows.some((row) => row.showsDetails);
  const { id } = await db
    .insertInto("pushSubscriptions")
    .values({ ...subscription, showsDetails })
    .onConflict((conflict) =>
      conflict.column("sessionId").doUpdateSet({ endpoint, keysEncrypted, timeZone, failures: 0 }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The devices of a user whose sessions have not ended by `now`, the one added last first. */
export async function listDevices(db: Db, userId: string, now: Date) {
  return await db
    .selectFrom("pushSubscriptions")
    .innerJoin("sessions", "sessions.id", "pushSubscriptions.sessionId")
    .select([
      "pushSubscriptions.id",
      "pushSubscriptions.sessionId",
      "pushSubscriptions.timeZone",
      "pushSubscriptions.showsDetails",
      "pushSubscriptions.createdAt",
      "pushSubscriptions.lastOkAt",
      "sessions.userAgent",
    ])
    .where("pushSubscriptions.userId", "=", userId)
    .where("sessions.expiresAt", ">", now)
    .orderBy("pushSubscriptions.createdAt", "desc")
    .orderBy("pushSubscriptions.id")
    .execute();
}

/** A device of this user. */
export async function findDevice(db: Db, userId: string, deviceId: string) {
  return await db
    .selectFrom("pushSubscriptions")
    .select(["id", "endpoint", "keysEncrypted"])
    .where("id", "=", deviceId)
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Whether details are shown at a device of this user; false where it has none with this id. */
export async function updateShowsDetails(
  db: Db,
  device: { readonly userId: string; readonly deviceId: string },
  showsDetails: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("pushSubscriptions")
    .set({ showsDetails })
    .where("id", "=", device.deviceId)
    .where("userId", "=", device.userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteDevice(db: Db, userId: string, deviceId: string): Promise<void> {
  await db
    .deleteFrom("pushSubscriptions")
    .where("id", "=", deviceId)
    .where("userId", "=", userId)
    .execute();
}

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
  /** Not read yet, not said by a later one, not turned off, and the device's session and account are open. */
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
      notifications.read_at is null and not notifications.is_joined and sessions.expires_at > ${now}
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
