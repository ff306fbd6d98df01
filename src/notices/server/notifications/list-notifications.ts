import type { Notification } from "#notices/contract/notifications.ts";
import { notificationPath } from "#notices/rules/notification.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listInboxRows } from "./inbox-queries.ts";
import { notificationDetail, notificationText } from "./notification-text.ts";

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
    path: notificationPath(row.kind, row.subjectId),
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  }));
  return { items, olderThan: rows.length > pageLength ? (items.at(-1)?.id ?? null) : null };
}
