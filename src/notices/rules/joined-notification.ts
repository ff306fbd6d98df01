// What an entry under the bell says that stands in the place of an earlier one of the same step.
import type { NotificationKind } from "./notification.ts";
import type { NotificationPayload } from "./notification-payload.ts";

type Said = { readonly kind: NotificationKind; readonly payload: NotificationPayload };

const joinedForMinutes = 60;
const minuteMilliseconds = 60_000;

/** Of these only entries of the last hour are joined, of all others any that is open. */
const kindsOfTheHour: ReadonlySet<NotificationKind> = new Set([
  "parcel_received",
  "parcel_undeclared",
  "package_complete",
  "deposit_received",
]);

/** Three of them are one entry about three. */
const countedKinds: ReadonlySet<NotificationKind> = new Set([
  "parcel_received",
  "parcel_undeclared",
  "extra_service_ended",
]);

/** Whether an entry made at `createdAt` is joined at `now`. */
export function isStillJoined(
  { kind, createdAt }: { readonly kind: NotificationKind; readonly createdAt: Date },
  now: Date,
): boolean {
  const ageMinutes = (now.getTime() - createdAt.getTime()) / minuteMilliseconds;
  return !kindsOfTheHour.has(kind) || ageMinutes <= joinedForMinutes;
}

/**
 * What the later one says with the earlier one: how many they are, what deposits come to, or the deposit with which a
 * request goes on.
 */
export function joinedPayload(earlier: Said, later: Said): NotificationPayload {
  const { kind, payload } = later;
  if (earlier.kind === kind && countedKinds.has(kind)) {
    return { ...payload, count: (earlier.payload.count ?? 1) + (payload.count ?? 1) };
  }
  const { amountCents = 0 } = earlier.payload;
  if (earlier.kind !== "deposit_received") return payload;
  return kind === "deposit_received"
    ? { ...payload, amountCents: amountCents + (payload.amountCents ?? 0) }
    : { ...payload, depositCents: amountCents };
}
