import { immediateNotificationKinds } from "#core/notification.ts";
import { atomically, type Db } from "#server/db/open.ts";
import {
  listDueUserIds,
  listOpenNotifications,
  lockRecipient,
  updateHandled,
  wasEmailedAfter,
  type OpenNotification,
} from "./notification-queries.ts";
import { listTurnedOff } from "./preferences/preference-queries.ts";
import {
  queueAttention,
  queueClaimDecided,
  queueReceived,
  queueStorageReminder,
  type NotificationServices,
  type Recipient,
} from "./notification-emails.ts";

/** The desk sends a parcel's photos right after its record, and they belong into the email. */
const settlingMinutes = 1;
const minutesBetweenEmails = 60;

/** For one run; the others follow a minute later. */
const mostUsers = 1_000;
const mostNotifications = 1_000;

function minutesBefore(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() - minutes * 60_000);
}

/** Emails of the notifications and marks them; those of which no email is sent are marked too, so that none comes later. */
async function handle(
  services: NotificationServices,
  db: Db,
  notifications: readonly OpenNotification[],
  queue: () => Promise<boolean>,
): Promise<void> {
  if (notifications.length === 0) return;
  const now = services.now();
  const isQueued = await queue();
  await updateHandled(db, notifications, { handledAt: now, emailedAt: isQueued ? now : null });
}

async function handleImmediate(
  services: NotificationServices,
  db: Db,
  recipient: Recipient,
  settled: readonly OpenNotification[],
): Promise<void> {
  const reminders = settled.filter(({ kind }) => kind === "storage_reminder");
  await handle(services, db, reminders, () =>
    queueStorageReminder(services, db, recipient, reminders),
  );
  const others = settled.filter(({ kind }) => kind !== "storage_reminder");
  const bySubject = Map.groupBy(others, ({ subjectId }) => subjectId);
  for (const [subjectId, notifications] of bySubject) {
    const isClaim = notifications.some(({ kind }) => kind === "claim_decided");
    await handle(services, db, notifications, () =>
      isClaim
        ? queueClaimDecided(services, db, recipient, subjectId)
        : queueAttention(services, db, recipient, { parcelId: subjectId, notifications }),
    );
  }
}

async function notifyUser(services: NotificationServices, db: Db, userId: string): Promise<void> {
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
  await handleImmediate(
    services,
    db,
    to,
    open.filter((one) => isImmediate(one) && isSettled(one)),
  );
  const collected = open.filter((one) => !isImmediate(one));
  if (!collected.some(isSettled)) return;
  if (await wasEmailedAfter(db, userId, minutesBefore(now, minutesBetweenEmails))) return;
  await handle(services, db, collected, () => queueReceived(services, db, to, collected));
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
