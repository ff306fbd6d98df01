import type { SignedInContext } from "#platform/server/context.ts";
import { updateReadRows } from "./inbox-queries.ts";

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
