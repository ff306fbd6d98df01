import type { SignedInContext } from "#platform/server/context.ts";
import { countUnreadRows } from "./inbox-queries.ts";

/** How many notifications of the signed-in user are not read, counted up to 100. */
export async function countUnread({
  db,
  session,
}: SignedInContext): Promise<{ unreadCount: number }> {
  return { unreadCount: await countUnreadRows(db, session.person.id) };
}
