import {
  immediateNotificationKinds,
  directNotificationKinds,
  type NotificationKind,
  type NotificationPayload,
} from "#notices/rules/notification.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  listDueUserIds,
  listOpenNotifications,
  lockRecipient,
  updateHandled,
  wasEmailedAfter,
  insertMissingNotifications,
} from "./notification-queries.ts";
import type {
  NotificationEmail,
  NotificationServices,
  OpenNotification,
} from "#notices/server/announcements.ts";
import { listTurnedOff } from "./preference-queries.ts";
import type { AppServices } from "#platform/server/context.ts";

/** The desk sends a parcel's photos right after its record, and they belong into the email. */
const settlingMinutes = 1;
const minutesBetweenEmails = 60;

/** For one run; the others follow a minute later. */
const mostUsers = 1_000;
const mostNotifications = 1_000;

function minutesBefore(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() - minutes * 60_000);
}

/** Queues an email and marks its notifications; where none is sent they are marked too, so that none comes later. */
async function handle(
  { now }: NotificationServices,
  db: Db,
  { notifications, queue }: NotificationEmail,
): Promise<void> {
  if (notifications.length === 0) return;
  const handledAt = now();
  const isQueued = await queue();
  await updateHandled(db, notifications, { handledAt, emailedAt: isQueued ? handledAt : null });
}

async function notifyUser(services: NotificationServices, db: Db, userId: string): Promise<void> {
  const { listeners } = services;
  const recipient = await lockRecipient(db, userId);
  // Another run is emailing this customer, or the account is being changed.
  if (recipient === undefined) return;
  const now = services.now();
  const listed = await listOpenNotifications(db, userId, mostNotifications);
  const turnedOff = await listTurnedOff(db, userId);
  const isOff = ({ kind }: OpenNotification) =>
    turnedOff.some((off) => off.kind === kind && off.channel === "email");
  const open = listed.filter((one) => recipient.isActive && !isOff(one));
  const left = listed.filter((one) => !open.includes(one));
  await updateHandled(db, left, { handledAt: now, emailedAt: null });
  const settledBefore = minutesBefore(now, settlingMinutes);
  const isSettled = ({ createdAt }: OpenNotification) => createdAt <= settledBefore;
  const isImmediate = ({ kind }: OpenNotification) => immediateNotificationKinds.includes(kind);
  const to = { userId, email: recipient.email };
  const settled = open.filter((one) => isImmediate(one) && isSettled(one));
  for (const email of listeners.immediateEmails(services, db, to, settled)) {
    await handle(services, db, email);
  }
  const collected = open.filter((one) => !isImmediate(one));
  if (!collected.some(isSettled)) return;
  if (await wasEmailedAfter(db, userId, minutesBefore(now, minutesBetweenEmails))) return;
  await handle(services, db, {
    notifications: collected,
    queue: () => listeners.queueCollectedEmail(services, db, to, collected),
  });
}

/**
 * Queues emails of the notifications: damage, batteries, goods that close services and decided claims each at once,
 * reminders of storage at once in one email, all others together and at most once an hour for a customer. Of a kind that
 * the customer turned off no email is sent, also later. Each is emailed once, however many servers run this, since
 * emails are queued in the transaction that marks them. Suspended and closed accounts get none. A recurring job.
 */
export async function sendNotifications(services: NotificationServices): Promise<void> {
  const now = services.now();
  const times = {
    settledBefore: minutesBefore(now, settlingMinutes),
    lastEmailBefore: minutesBefore(now, minutesBetweenEmails),
  };
  const failures: unknown[] = [];
  for (const userId of await listDueUserIds(services.db, times, mostUsers)) {
    try {
      await atomically(services.db, (db) => notifyUser(services, db, userId));
    } catch (error) {
      // The other customers must not wait for it.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

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
