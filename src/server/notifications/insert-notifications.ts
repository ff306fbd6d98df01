import type { NotificationKind } from "#core/notification.ts";
import type { Db } from "#server/db/open.ts";

/** Something that a customer is notified about once. */
export type NewNotification = {
  readonly userId: string;
  readonly kind: NotificationKind;
  /** The parcel, or the package that is complete. */
  readonly subjectId: string;
  /** Whatever has the same key is notified once. */
  readonly uniqueKey: string;
};

/** Inserts notifications in the transaction `db` that makes the change; those with a known key are left out. */
export async function insertNotifications(
  db: Db,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<void> {
  if (notifications.length === 0) return;
  await db
    .insertInto("notifications")
    .values(notifications.map((notification) => ({ ...notification, createdAt: now })))
    .onConflict((conflict) => conflict.column("uniqueKey").doNothing())
    .execute();
}
