import * as z from "zod";
import { messageOf } from "#platform/rules/error-message.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { ProviderEvent } from "#money/server/adapters/payment/payment.ts";
import { handleEvent } from "./event-handlers.ts";
import {
  findUnfinishedPayload,
  updateEventFailed,
  updateEventProcessed,
} from "./provider-event-queries.ts";

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
    // Events stored by earlier versions lack it.
    paymentIntentId: z.string().nullable().default(null),
  }),
});

/**
 * Applies the effect of the event `eventId`, unless it was processed before. It may run several times at once: each
 * effect has an idempotency key. Throws when it has to be retried; the event is then stored as failed, with the reason.
 */
export async function processEvent(services: AppServices, eventId: string): Promise<void> {
  const payload = await findUnfinishedPayload(services.db, eventId);
  if (payload === null) return;
  try {
    await handleEvent(services, storedEvent.parse(payload), (db) =>
      updateEventProcessed(db, eventId, services.now()),
    );
  } catch (error) {
    const reason = messageOf(error);
    await updateEventFailed(services.db, eventId, reason);
    throw error;
  }
}
