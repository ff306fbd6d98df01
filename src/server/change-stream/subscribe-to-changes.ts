// Lets an open page follow what changes.
import type { ChangeNotice } from "#contract/change-stream.ts";
import type { SignedInContext } from "#server/context.ts";

/**
 * Streams the person's own changes, to staff everybody's, from `lastEventId` on. Refuses `too_many_requests`
 * beyond ten streams of one person on this server, and `unavailable` while it ends.
 */
export async function subscribeToChanges(
  { changeStream, session, responseHeaders }: SignedInContext,
  { lastEventId }: { readonly lastEventId: string | undefined },
): Promise<AsyncIteratorObject<ChangeNotice, void, void>> {
  // A proxy that collects answers before it passes them on would hold every change back.
  responseHeaders.set("x-accel-buffering", "no");
  responseHeaders.set("cache-control", "no-store, no-transform");
  const { sessionId, person } = session;
  return await changeStream.follow(
    { sessionId, userId: person.id, isAdmin: person.isAdmin },
    lastEventId,
  );
}
