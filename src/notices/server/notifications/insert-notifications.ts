import {
  directNotificationKinds,
  type NotificationKind,
  type NotificationPayload,
} from "#notices/rules/notification.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
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
 * those that are new. The emails of some kinds are queued later from these rows; of the others the caller queues them.
 * Pushes are sent after the commit.
 */
export async function insertNotifications(
  { jobs, listeners, now }: Pick<AppServices, "jobs" | "listeners" | "now">,
  db: Db,
  notifications: readonly NewNotification[],
): Promise<NewNotification[]> {
  if (notifications.length === 0) return [];
  const createdAt = now();
  const rows = notifications.map(({ payload = {}, ...notification }, place) => ({
    ...notification,
    place,
    payload,
    handledAt: directNotificationKinds.includes(notification.kind) ? createdAt : null,
  }));
  const { inserted, queued } = await insertMissingNotifications(listeners, db, rows, createdAt);
  if (queued > 0) await jobs.enqueue(db, "send-push", {});
  const places = new Set(inserted);
  return notifications.filter((_one, place) => places.has(place));
}
