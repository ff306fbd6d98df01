// Rules of push notifications: when they wait, how long they are worth sending, and which replace one another.
import { addCalendarDays, localTime, momentOf } from "#platform/rules/calendar.ts";
import { arrivalKinds, notificationMatrix, type NotificationKind } from "./notification.ts";
import type { NotificationPayload } from "./notification-payload.ts";

/** What becomes of a notification at a device. */
export const pushMessageStates = ["queued", "sent", "dropped"] as const;
export type PushMessageState = (typeof pushMessageStates)[number];

/** How many devices of an account may be notified. */
export const mostPushDevices = 20;

/** From when to when nobody is woken, by the clock of the device. */
export const quietFrom = "22:00";
export const quietUntil = "08:00";

/** A push notification is not sent later than this after what it is about; nights count. */
const worthSendingHours = 24;
const hourMilliseconds = 3_600_000;
const firstRetrySeconds = 60;
const longestRetrySeconds = 900;

type Pushed = {
  readonly kind: NotificationKind;
  readonly payload: Pick<NotificationPayload, "variant">;
};

/** Whether it is sent during the quiet hours too: the courier may ring within minutes. */
export function ignoresQuietHours({ kind, payload }: Pushed): boolean {
  return kind === "package_moved" && payload.variant === "out_for_delivery";
}

/** When the quiet hours end in which `at` is; null where it is in none. */
export function endOfQuietHours(timeZone: string, at: Date): Date | null {
  const { day, time } = localTime(timeZone, at);
  if (time >= quietUntil && time < quietFrom) return null;
  const morning = time < quietUntil ? day : addCalendarDays(day, 1);
  return new Date(momentOf(timeZone, morning, quietUntil));
}

/** Until when a notification of `createdAt` may be pushed to a device: a day, and the night after it. */
export function pushExpiresAt(timeZone: string, createdAt: Date): Date {
  const end = new Date(createdAt.getTime() + worthSendingHours * hourMilliseconds);
  const morning = endOfQuietHours(timeZone, end);
  return morning === null ? end : new Date(morning.getTime() + hourMilliseconds);
}

/** How long to wait after a failed attempt, which is the first one for 1. */
export function pushRetrySeconds(attempts: number): number {
  return Math.min(firstRetrySeconds * 2 ** Math.max(0, attempts - 1), longestRetrySeconds);
}

/**
 * What a notification replaces on the screen of a device, and whether it makes itself heard again. Of one package each
 * replaces the one before. Arrivals come many at a time, and the device is heard once.
 */
export function pushTag(
  kind: NotificationKind,
  subjectId: string,
): { readonly tag: string; readonly isHeardAgain: boolean } {
  const { group } = notificationMatrix[kind];
  if (arrivalKinds.includes(kind)) return { tag: kind, isHeardAgain: false };
  return { tag: group === "money" ? `${kind} ${subjectId}` : subjectId, isHeardAgain: true };
}
