import { dueReminder, reminderDays } from "#goods/rules/storage-fee.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#notices/server/notifications/send-notifications.ts";
import { listDueParcels, type DueParcel } from "./parcel-queries.ts";

/** Nobody is reminded before this hour in the time zone of the warehouse. */
const earliestHour = 9;
const mostCustomers = 200;
const mostRows = 1_000;

function toReminder({ id, userId, freeUntil, daysLeft }: DueParcel): NewNotification[] {
  const reminder = dueReminder(daysLeft);
  if (reminder === null) return [];
  const dedupeKey = `${id} ${freeUntil} ${reminder}`;
  const variant = reminder < 0 ? "over" : "due";
  return [
    {
      userId,
      kind: "storage_reminder",
      subjectId: id,
      dedupeKey,
      payload: { variant, at: freeUntil },
    },
  ];
}

/**
 * Notifies customers whose free storage ends soon or has ended, each parcel 7, 3 and 1 days before and every 14 days
 * after. A reminder is known by its parcel, last free day and number, so it is made once whatever runs twice or at once;
 * after an outage only the latest is. All of a customer's are made in one transaction, so that one email has them. A
 * recurring job.
 */
export async function remindOfStorage(
  services: Pick<AppServices, "db" | "jobs" | "listeners" | "now">,
): Promise<void> {
  const { db, now } = services;
  const due = { hour: earliestHour, mostDaysLeft: Math.max(...reminderDays), now: now() };
  let afterUserId = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const after = { userId: afterUserId, limit: mostCustomers };
    const parcels = await listDueParcels(db, after, due);
    const last = parcels.at(-1);
    if (last === undefined) return;
    const reminders = parcels.flatMap(toReminder);
    await atomically(db, async (inner) => {
      for (let start = 0; start < reminders.length; start += mostRows) {
        await insertNotifications(services, inner, reminders.slice(start, start + mostRows));
      }
    });
    afterUserId = last.userId;
  }
}
