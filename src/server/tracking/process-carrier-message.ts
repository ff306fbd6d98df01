import { messageOf } from "#core/error-message.ts";
import type { ProviderTracker } from "#server/adapters/tracking/tracking.ts";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import {
  findUnfinishedMessage,
  updateMessageDone,
  updateMessageFailed,
} from "./message-queries.ts";
import { shownText } from "./shown-text.ts";
import { recordProviderTracker } from "./record-provider-tracker.ts";

/** Throws where there is no provider, and TrackingError where the provider does not understand the body. */
async function readBody(services: AppServices, body: Buffer): Promise<ProviderTracker | null> {
  const provider = await services.tracking.current();
  if (provider === null) throw new Error("No tracking provider is configured.");
  return provider.readMessage(JSON.parse(body.toString("utf8")));
}

/**
 * Stores the events of a message and moves what has its number, all or nothing, unless that was done before. It may run
 * several times at once: events are stored once, and what follows depends on the set of events. Throws when it has to be
 * retried; the message is then stored as failed, with the reason.
 */
export async function processCarrierMessage(
  services: AppServices,
  messageId: string,
): Promise<void> {
  const { db, now } = services;
  const message = await findUnfinishedMessage(db, messageId);
  if (message === undefined) return;
  try {
    const provided = await readBody(services, message.body);
    const context = { ...services, session: null };
    await atomically(db, async (inner) => {
      const trackerId =
        provided === null
          ? undefined
          : await recordProviderTracker(context, inner, provided, message.receivedAt);
      await updateMessageDone(inner, messageId, {
        state: trackerId === undefined ? "ignored" : "processed",
        trackerId: trackerId ?? null,
        processedAt: now(),
      });
    });
  } catch (error) {
    // It may quote the message, and the queue cannot store every character either.
    const reason = shownText(messageOf(error), 500);
    await updateMessageFailed(db, messageId, reason);
    throw new Error(reason, { cause: error });
  }
}
