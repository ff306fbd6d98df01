// The SQL about notifications and who gets them.
import { sql } from "kysely";
import {
  collectedKinds,
  type NotificationKind,
  notificationKinds,
  notificationMatrix,
} from "#notices/rules/notification.ts";
import type { NotificationPayload } from "#notices/rules/notification-payload.ts";
import type { Listeners } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { isPushWanted } from "./push-queries.ts";
import { mostUnreadCounted } from "#notices/rules/inbox.ts";

export type OpenNotification = Pick<
  RowOf<"notifications">,
  "id" | "kind" | "subjectId" | "payload" | "createdAt" | "dueAt"
>;

const isCollected = sql`kind in (${sql.join(collectedKinds.map((kind) => sql.lit(kind)))})`;

/**
 * The customers with notifications of which they may be emailed by `now`; of those that are collected only where their
 * last email with others was sent before `lastEmailBefore`. Those who wait longest come first.
 */
export async function listDueUserIds(
  db: Db,
  times: { readonly now: Date; readonly lastEmailBefore: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from notifications waiting
    where handled_at is null and due_at <= ${times.now}
      and (not ${isCollected} or not exists (
        select from notifications emailed
        where emailed.user_id = waiting.user_id and emailed.emailed_at > ${times.lastEmailBefore}
          and ${isCollected}
      ))
    group by user_id order by min(due_at), user_id limit ${limit}
  `.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Locks a customer's profile until the transaction ends; undefined where somebody else has locked it. */
export async function lockRecipient(
  db: Db,
  userId: string,
): Promise<{ readonly email: string; readonly isActive: boolean } | undefined> {
  const profile = await db
    .selectFrom("profiles")
    .select(["email", "suspendedAt", "closedAt"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (profile === undefined) return undefined;
  const { email, suspendedAt, closedAt } = profile;
  return { email, isActive: suspendedAt === null && closedAt === null };
}

/** The customer's notifications that were not handled yet, oldest first. */
export async function listOpenNotifications(
  db: Db,
  userId: string,
  limit: number,
): Promise<OpenNotification[]> {
  return await db
    .selectFrom("notifications")
    .select(["id", "kind", "subjectId", "payload", "createdAt", "dueAt"])
    .where("userId", "=", userId)
    .where("handledAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Whether the customer was emailed of what is collected after `moment`. */
export async function wasEmailedAfter(db: Db, userId: string, moment: Date): Promise<boolean> {
  const row = await db
    .selectFrom("notifications")
    .select("id")
    .where("userId", "=", userId)
    .where("emailedAt", ">", moment)
    .where("kind", "in", collectedKinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks notifications as handled: put into an email, or left out. */
export async function updateHandled(
  db: Db,
  notifications: readonly OpenNotification[],
  at: { readonly handledAt: Date; readonly emailedAt: Date | null },
): Promise<void> {
  if (notifications.length === 0) return;
  const ids = notifications.map(({ id }) => id);
  await db.updateTable("notifications").set(at).where("id", "in", ids).execute();
}

/** The newest notification of each subject, of kinds about packages: what was before it is no news any more. */
export async function listNewestIds(db: Db, subjectIds: readonly string[]): Promise<Set<bigint>> {
  if (subjectIds.length === 0) return new Set();
  const { rows } = await sql<{ id: bigint }>`
    select newest.id from unnest(${subjectIds}::uuid[]) as subject (id) cross join lateral (
      select id from notifications
      where subject_id = subject.id and kind in (${sql.join(packageKinds.map((kind) => sql.lit(kind)))})
      order by id desc limit 1
    ) newest
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const packageKinds = notificationKinds.filter(
  (kind) => notificationMatrix[kind].group === "packages",
);

type Keyed = {
  readonly place: number;
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly dedupeKey: string;
};

/** The places of those that nobody was notified of yet. Another transaction may insert the same at this moment. */
export async function listUnknownPlaces(
  db: Db,
  notifications: readonly Keyed[],
): Promise<number[]> {
  const keys = notifications.map(({ place, userId, kind, dedupeKey }) => ({
    place,
    userId,
    kind,
    dedupeKey,
  }));
  const { rows } = await sql<{ place: number }>`
    select place from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as given (place integer, "userId" uuid, kind text, "dedupeKey" text)
    where not exists (
      select from notifications
      where user_id = "userId" and notifications.kind = given.kind and dedupe_key = "dedupeKey"
    )
    order by place
  `.execute(db);
  return rows.map(({ place }) => place);
}

/** An entry that the next one of its step joins. */
export type OpenStep = Pick<RowOf<"notifications">, "id" | "kind" | "payload" | "createdAt"> & {
  readonly userId: string;
  readonly step: string;
};

/** Locks the open entries of steps, in one order. */
export async function lockOpenSteps(
  db: Db,
  steps: readonly { readonly userId: string; readonly step: string }[],
): Promise<OpenStep[]> {
  if (steps.length === 0) return [];
  const userIds = steps.map(({ userId }) => userId);
  const names = steps.map(({ step }) => step);
  const { rows } = await sql<OpenStep>`
    select id, user_id, step, kind, payload, created_at from notifications
    where (user_id, step) in (select * from unnest(${userIds}::uuid[], ${names}::text[]))
    order by id for no key update
  `.execute(db);
  return rows;
}

/** Ends the steps of entries, which are listed no more where a later one says them too. */
export async function updateToEnded(
  db: Db,
  ids: readonly bigint[],
  isJoined: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("notifications")
    .set({ step: null, isJoined })
    .where("id", "in", ids)
    .execute();
}

/** The open entry of a step of a customer. */
export async function findOpenStep(
  db: Db,
  userId: string,
  step: string,
): Promise<Pick<RowOf<"notifications">, "dedupeKey" | "payload" | "createdAt"> | undefined> {
  return await db
    .selectFrom("notifications")
    .select(["dedupeKey", "payload", "createdAt"])
    .where("userId", "=", userId)
    .where("step", "=", step)
    .executeTakeFirst();
}

/** Whether a deposit that something waited for was announced to a customer after `moment`. */
export async function hasAwaitedDeposit(db: Db, userId: string, moment: Date): Promise<boolean> {
  const { rows } = await sql`
    select from notifications
    where user_id = ${userId} and kind = 'deposit_received' and created_at > ${moment}
      and payload @> '{"isAwaited": true}'
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** The time zone of each customer's newest device, and the country of their profile. */
export async function listMorningFacts(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; timeZone: string | null; country: string | null }[]> {
  const { rows } = await sql<{ userId: string; timeZone: string | null; country: string | null }>`
    select profiles.id as user_id, profiles.country, (
      select time_zone from push_subscriptions
      where push_subscriptions.user_id = profiles.id order by created_at desc limit 1
    ) as time_zone
    from profiles where profiles.id = any(${userIds}::uuid[])
  `.execute(db);
  return rows;
}

/**
 * Inserts notifications with the number of the parcel, package or claim, and queues each for the devices that are notified
 * of it. Returns the places of those that were inserted, without those that another transaction has inserted or whose step
 * it has opened, and how many messages were queued.
 */
export async function insertMissingNotifications(
  { numberOfSubject }: Pick<Listeners, "numberOfSubject">,
  db: Db,
  notifications: readonly (Keyed & {
    readonly subjectId: string;
    readonly payload: NotificationPayload;
    readonly step: string | null;
    /** Whether a later one of the same call says it too. */
    readonly isJoined: boolean;
    /** From when it may be emailed. */
    readonly dueAt: Date | null;
    /** Where no email follows from the row. */
    readonly handledAt: Date | null;
  })[],
  now: Date,
): Promise<{ readonly inserted: readonly number[]; readonly queued: number }> {
  const { rows } = await sql<{ inserted: number[]; queued: number }>`
    with given as materialized (
      select given.* from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as given (
        place integer, "userId" uuid, kind text, "subjectId" uuid, "dedupeKey" text, payload jsonb, step text,
        "isJoined" boolean, "dueAt" timestamptz, "handledAt" timestamptz
      )
    ), inserted as (
      insert into notifications
        (user_id, kind, subject_id, dedupe_key, payload, step, is_joined, due_at, handled_at, created_at)
      select "userId", kind, "subjectId", "dedupeKey", payload || jsonb_strip_nulls(jsonb_build_object(
        'number', ${numberOfSubject(sql`"subjectId"`)})), step, "isJoined", "dueAt", "handledAt", ${now}
      from given order by place
      on conflict do nothing
      returning id, user_id, kind, dedupe_key, is_joined
    ), queued as (
      insert into push_messages (notification_id, subscription_id, due_at)
      select inserted.id, push_subscriptions.id, ${now}
      from inserted join push_subscriptions using (user_id) join profiles on profiles.id = user_id
        join sessions on sessions.id = push_subscriptions.session_id and sessions.expires_at > ${now}
      where not inserted.is_joined and ${isPushWanted(sql.ref("inserted.kind"))}
      -- A device that is signed out meanwhile is left out, instead of failing the change.
      for key share of push_subscriptions
      returning 1
    )
    select (select count(*)::int from queued) as queued, array(
      select min(place) from given join inserted
        on user_id = "userId" and inserted.kind = given.kind and dedupe_key = "dedupeKey"
      group by inserted.id
    ) as inserted
  `.execute(db);
  return rows[0] ?? { inserted: [], queued: 0 };
}

type InboxRow = {
  readonly id: bigint;
  readonly kind: NotificationKind;
  readonly subjectId: string;
  readonly payload: NotificationPayload;
  readonly createdAt: Date;
  readonly readAt: Date | null;
};

/** A user's entries under the bell, newest first, from before the one with the id `before`. */
export async function listInboxRows(
  db: Db,
  userId: string,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<InboxRow[]> {
  let query = db
    .selectFrom("notifications")
    .select(["id", "kind", "subjectId", "payload", "createdAt", "readAt"])
    .where("userId", "=", userId)
    .where("isJoined", "=", false)
    .orderBy("id", "desc")
    .limit(page.limit);
  if (page.before !== null) query = query.where("id", "<", page.before);
  return await query.execute();
}

/** How many of a user's notifications are not read, counted up to 100. */
export async function countUnreadRows(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications where user_id = ${userId} and read_at is null and not is_joined limit ${mostUnreadCounted}
    ) unread
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Marks one of a user's notifications as read or, with `withOlder`, it and all before it. */
export async function updateReadRows(
  db: Db,
  userId: string,
  read: { readonly id: bigint; readonly withOlder: boolean; readonly readAt: Date },
): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ readAt: read.readAt })
    .where("userId", "=", userId)
    .where("readAt", "is", null)
    .where("id", read.withOlder ? "<=" : "=", read.id)
    .execute();
}

/** Deletes at most `limit` notifications made before `moment`, oldest first, and returns how many. */
export async function deleteNotificationsBefore(
  db: Db,
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${moment} order by created_at limit ${limit}
    )
  `.execute(db);
  return Number(numAffectedRows);
}

/** Deletes what a user was notified of, and what they turned off. */
export async function eraseNotifications(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("notifications").where("userId", "=", userId).execute();
  await db.deleteFrom("notificationPreferences").where("userId", "=", userId).execute();
}
