import type { Notification } from "#notices/contract/notifications.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listNotifications } from "./list-notifications.ts";

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
