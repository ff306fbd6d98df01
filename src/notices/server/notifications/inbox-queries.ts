// The SQL about what customers read under the bell.
import { sql } from "kysely";
import { mostUnreadCounted } from "#notices/rules/inbox.ts";
import type { NotificationKind, NotificationPayload } from "#notices/rules/notification.ts";
import type { Db } from "#platform/server/db/open.ts";

type InboxRow = {
  readonly id: bigint;
  readonly kind: NotificationKind;
  readonly subjectId: string;
  readonly payload: NotificationPayload;
  readonly createdAt: Date;
  readonly readAt: Date | null;
};

/** A user's notifications, newest first, from before the one with the id `before`. */
export async function listInboxRows(
  db: Db,
  userId: string,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<InboxRow[]> {
  let query = db
    .selectFrom("notifications")
    .select(["id", "kind", "subjectId", "payload", "createdAt", "readAt"])
    .where("userId", "=", userId)
    .orderBy("id", "desc")
    .limit(page.limit);
  if (page.before !== null) query = query.where("id", "<", page.before);
  return await query.execute();
}

/** How many of a user's notifications are not read, counted up to 100. */
export async function countUnreadRows(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications where user_id = ${userId} and read_at is null limit ${mostUnreadCounted}
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
