import type { ProviderEventRecord } from "#money/contract/payments.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { describeEvent, maximumEventAttempts } from "./describe-event.ts";
import { isHandled } from "./event-handlers.ts";
import { processEvent } from "./process-event.ts";
import { updateEventReceived, findEvent } from "./provider-event-queries.ts";

/**
 * Processes an event now, whether it failed, is no longer retried, or was ignored by a version that did not handle its
 * type. A processed event stays as it is, and no effect happens twice. Returns the event, with the error if it failed
 * again. Written to the audit log. Throws `not_found`.
 */
export async function retryProviderEvent(
  context: SignedInContext,
  { eventId }: { eventId: string },
): Promise<ProviderEventRecord> {
  const { db, log } = context;
  const event = await findEvent(db, eventId, maximumEventAttempts);
  if (event === undefined) throw apiError("not_found");
  if (event.state !== "processed") {
    await atomically(db, async (inner) => {
      if (event.state === "ignored" && isHandled(event.type)) {
        await updateEventReceived(inner, eventId);
      }
      await recordAdminAction(context, inner, {
        action: "payments.retryProviderEvent",
        target: eventId,
        before: { state: event.state, attempts: event.attempts, lastError: event.lastError },
      });
    });
    await processEvent(context, eventId).catch((error: unknown) => {
      log.warn({ eventId, error }, "Event failed again when an admin retried it");
    });
  }
  return describeEvent((await findEvent(db, eventId, maximumEventAttempts)) ?? event);
}
