import type { SignedInContext } from "#platform/server/context.ts";
import { deleteDevice } from "./subscription-queries.ts";

/** Sends nothing to an own device any more. A repeat, and an id of somebody else, change nothing. */
export async function unsubscribePush(
  { db, session }: SignedInContext,
  { deviceId }: { readonly deviceId: string },
): Promise<Record<string, never>> {
  await deleteDevice(db, session.person.id, deviceId);
  return {};
}
