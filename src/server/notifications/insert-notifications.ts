import {
  directNotificationKinds,
  type NotificationKind,
  type NotificationPayload,
} from "#core/notification.ts";
import type { Db } from "#server/db/open.ts";
import { insertMissingNotifications } from "./notification-queries.ts";

/** Something that a customer is notified about once. */
export type NewNotification = {
  readonly userId: string;
  readonly kind: NotificationKind;
  /** The parcel, package or claim; of money the deposit, charge, subscription or payout, else the customer. */
  readonly subjectId: string;
  /** Of one customer and kind, whatever has the same key is notified once. */
  readonly dedupeKey: string;
  /** The number of a parcel, package or claim is added to it. */
  readonly payload?: Omit<NotificationPayload, "number">;
};

/**
 * Inserts notifications in the transaction `db` that makes the change, and leaves out those with a known key. Returns
 * whether any is new. The emails of some kinds are queued later from these rows; of the others the caller queues them.
 */
export async function insertNotifications(
  db: Db,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<boolean> {
  if (notifications.length === 0) return false;
  const rows = notifications.map(({ payload = {}, ...notification }) => ({
    ...notification,
    payload,
    handledAt: directNotificationKinds.includes(notification.kind) ? now : null,
  }));
  return (await insertMissingNotifications(db, rows, now)) > 0;
}
