// Staff have an event of the provider's worked on again.
import type { ProviderEventRecord } from "#contract/payments.ts";
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { describeEvent, mostEventAttempts } from "./describe-event.ts";
import { isHandled } from "./event-handlers.ts";
import { processEvent } from "./process-event.ts";
import { markEventReceived, selectEvent } from "./payment-queries.ts";

/**
 * Works on an event now, whether it failed, was given up, or was ignored by a version that did not know its type yet.
 * One that is done stays as it is, and its effect happens once in any case. Answers with the event as it is then: one
 * that fails again says why. It is on the record. Refuses `not_found`.
 */
export async function retryProviderEvent(
  context: SignedInContext,
  { eventId }: { eventId: string },
): Promise<ProviderEventRecord> {
  const { db, log } = context;
  const event = await selectEvent(db, eventId, mostEventAttempts);
  if (event === undefined) throw apiError("not_found");
  if (event.state !== "processed") {
    await atomically(db, async (inner) => {
      if (event.state === "ignored" && isHandled(event.type)) {
        await markEventReceived(inner, eventId);
      }
      await recordAdminAction(inner, {
        actorId: context.session.person.id,
        ipAddress: context.ipAddress,
        now: context.now(),
        action: "payments.retryProviderEvent",
        target: eventId,
        before: { state: event.state, attempts: event.attempts, lastError: event.lastError },
      });
    });
    await processEvent(context, eventId).catch((error: unknown) => {
      log.warn({ eventId, error }, "Event failed again when staff retried it");
    });
  }
  return describeEvent((await selectEvent(db, eventId, mostEventAttempts)) ?? event);
}
