// Works on one kept event of the provider's, and keeps the reason when that fails.
import * as z from "zod";
import { messageOf } from "#core/error-message.ts";
import type { AppServices } from "#server/context.ts";
import type { ProviderEvent } from "#server/adapters/payment/payment.ts";
import { handleEvent } from "./event-handlers.ts";
import { markEventFailed, markEventProcessed, readUnfinishedEvent } from "./payment-queries.ts";

const storedEvent: z.ZodType<ProviderEvent> = z.strictObject({
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
export async function processEvent(services: AppServices, eventId: string): Promise<void> {
  const stored = await readUnfinishedEvent(services.db, eventId);
  if (stored === null) return;
  try {
    await handleEvent(services, storedEvent.parse(stored), (db) =>
      markEventProcessed(db, eventId, services.now()),
    );
  } catch (error) {
    const reason = messageOf(error);
    await markEventFailed(services.db, eventId, reason);
    throw error;
  }
}
