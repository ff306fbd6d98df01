import type { ChangeNotice } from "#platform/contract/change-stream.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { deleteChangesOlderThan } from "./change-queries.ts";
import { deletedAfterSeconds } from "./position.ts";

/**
 * Streams the user's own changes, and to staff everyone's that their roles permit, after the event that the header Last-Event-ID names. Throws
 * `too_many_requests` beyond ten streams of one user on this server, and `unavailable` while the server shuts down.
 */
export async function subscribeToChanges({
  changeStream,
  session,
  requestHeaders,
  responseHeaders,
}: SignedInContext): Promise<AsyncIteratorObject<ChangeNotice, void, void>> {
  // A proxy that buffers responses would delay every change.
  responseHeaders.set("x-accel-buffering", "no");
  responseHeaders.set("cache-control", "no-store, no-transform");
  const { sessionId, person } = session;
  const { id: userId, isAdmin, roles, hasTwoFactor } = person;
  return await changeStream.subscribe(
    { sessionId, userId, isAdmin, roles, hasTwoFactor },
    requestHeaders.get("last-event-id") ?? undefined,
  );
}

/** Deletes changes older than two hours and returns how many; a recurring job. */
export async function deleteOldChanges({ db }: { db: Db }): Promise<number> {
  return await deleteChangesOlderThan(db, deletedAfterSeconds);
}
