// Works on one kept event of the provider's, and keeps the reason when that fails.
import * as z from "zod";
import { messageOf } from "#core/error-message.ts";
import type { Parts } from "#server/context.ts";
import type { ProviderEvent } from "#server/outside/payment/payment.ts";
import { handleEvent } from "./event-handlers.ts";
import { markEventFailed, markEventProcessed, readUnfinishedEvent } from "./store.ts";

const keptEvent: z.ZodType<ProviderEvent> = z.strictObject({
  eventId: z.string(),
  type: z.string(),
  createdAt: z.iso.datetime(),
  isLive: z.boolean(),
  accountId: z.string().nullable(),
  object: z.strictObject({
    kind: z.string(),
    id: z.string().nullable(),
    mode: z.string().nullable(),
    customerId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    // Events kept by earlier versions lack it.
    paymentIntentId: z.string().nullable().default(null),
  }),
});

/**
 * Does what the event `eventId` leads to, unless that is done. It may run several times at once: each
 * effect happens once by its own key. Throws when it is to be tried again; the event then stays as failed,
 * with the reason, until a try succeeds.
 */
export async function processEvent(parts: Parts, eventId: string): Promise<void> {
  const kept = await readUnfinishedEvent(parts.db, eventId);
  if (kept === null) return;
  try {
    await handleEvent(parts, keptEvent.parse(kept), (db) =>
      markEventProcessed(db, eventId, parts.now()),
    );
  } catch (error) {
    const reason = messageOf(error);
    await markEventFailed(parts.db, eventId, reason);
    throw error;
  }
}
