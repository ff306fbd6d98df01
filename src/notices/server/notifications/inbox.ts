import type { Notification } from "#notices/contract/notifications.ts";
import { type NotificationKind } from "#notices/rules/notification.ts";
import type { NotificationPayload } from "#notices/rules/notification-payload.ts";
import { notificationPath } from "#notices/rules/notification-path.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import {
  listInboxRows,
  updateReadRows,
  countUnreadRows,
  deleteNotificationsBefore,
} from "./notification-queries.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { notificationRetentionDays } from "#notices/rules/inbox.ts";
import { brandName } from "#platform/rules/brand.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { arrivalText } from "#catalogue/server/lanes/times/read-lane-of-leg.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import { translate } from "#platform/server/translate.ts";

const pageLength = 20;

/**
 * Twenty notifications of the signed-in user, the newest or those before the one with the id `before`, with their
 * sentences in the language of the request, and the cursor of the next page, null at the end.
 */
export async function listNotifications(
  { db, session, language }: SignedInContext,
  input: { readonly before?: string | undefined },
): Promise<{ items: Notification[]; olderThan: string | null }> {
  const before = input.before === undefined ? null : BigInt(input.before);
  const page = { before, limit: pageLength + 1 };
  const rows = await listInboxRows(db, session.person.id, page);
  const items = rows.slice(0, pageLength).map((row) => ({
    id: String(row.id),
    kind: row.kind,
    text: notificationText(row, language),
    detail: notificationDetail(row.payload, language),
    path: notificationPath(row.kind, row.subjectId, row.payload),
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  }));
  return { items, olderThan: rows.length > pageLength ? (items.at(-1)?.id ?? null) : null };
}

/** Marks an own notification as read or, with `withOlder`, it and all before it. A repeat changes nothing. */
export async function markRead(
  { db, session, now }: SignedInContext,
  input: { readonly notificationId: string; readonly withOlder: boolean },
): Promise<Record<string, never>> {
  const { notificationId, withOlder } = input;
  await updateReadRows(db, session.person.id, {
    id: BigInt(notificationId),
    withOlder,
    readAt: now(),
  });
  return {};
}

/** How many notifications of the signed-in user are not read, counted up to 100. */
export async function countUnread({
  db,
  session,
}: SignedInContext): Promise<{ unreadCount: number }> {
  return { unreadCount: await countUnreadRows(db, session.person.id) };
}

/** Rows of one statement, so that none holds its locks for long. */
const batchRows = 5_000;

/** Deletes notifications older than 90 days, read or not; a recurring job. */
export async function deleteOldNotifications({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  const before = addDays(now(), -notificationRetentionDays);
  while ((await deleteNotificationsBefore(db, before, batchRows)) === batchRows);
}

/** All of the signed-in user's notifications, the newest first, for the export of the account. */
export async function exportNotifications(context: SignedInContext): Promise<Notification[]> {
  const all: Notification[] = [];
  let before: string | undefined;
  do {
    const { items, olderThan } = await listNotifications(context, { before });
    all.push(...items);
    before = olderThan ?? undefined;
  } while (before !== undefined);
  return all;
}

function wordingId(kind: NotificationKind, variant: string | undefined): MessageId {
  const name = variant === undefined ? kind : `${kind}_${variant}`;
  // A test compares the sentences with the kinds and their variants.
  return `notifications.text.${name}` as MessageId;
}

function dayText(at: string, locale: string): string {
  return new Date(at).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
}

/** The sentence of a notification in the reader's language. */
export function notificationText(
  { kind, payload }: { readonly kind: NotificationKind; readonly payload: NotificationPayload },
  language: Language,
): string {
  const { number = "", variant, amountCents = 0, balanceCents = 0, plan = "", at } = payload;
  const { count = 1, depositCents = 0, stoppedBy = [] } = payload;
  const locale = localeOf(language);
  const carriers = stoppedBy.map((names) => names[language]);
  return translate(language, wordingId(kind, variant), {
    brand: brandName,
    number,
    plan,
    count,
    isNamed: carriers.length > 0 ? "yes" : "no",
    carriers: new Intl.ListFormat(locale, { type: "conjunction" }).format(carriers),
    deposit: formatUsd(depositCents, locale),
    amount: formatUsd(amountCents, locale),
    balance: formatUsd(balanceCents, locale),
    day: at === undefined ? "" : dayText(at, locale),
  });
}

/**
 * The leg that it is about and when the package arrives, of a delivered one what its page asks, and what a parcel was taken
 * out of, in one line; null where there is nothing of that.
 */
export function notificationDetail(
  payload: Pick<
    NotificationPayload,
    "variant" | "leg" | "arrival" | "packageName" | "wasRequested"
  >,
  language: Language,
): string | null {
  const { variant, leg, arrival, packageName: name } = payload;
  const facts: string[] =
    variant === "delivered" ? [translate(language, "notifications.answerDelivered")] : [];
  if (leg !== undefined) {
    const origin = placeName(leg.origin, language);
    const destination = placeName(leg.destination, language);
    facts.push(translate(language, "notifications.leg", { ...leg, origin, destination }));
  }
  if (arrival !== undefined) {
    facts.push(
      translate(language, "labels.arrival.line", { when: arrivalText(arrival, language) }),
    );
  }
  if (name !== undefined) {
    const id = payload.wasRequested
      ? "notifications.leftPackageAndRequest"
      : "notifications.leftPackage";
    facts.push(translate(language, id, { name }));
  }
  return facts.length === 0 ? null : facts.join(" · ");
}
