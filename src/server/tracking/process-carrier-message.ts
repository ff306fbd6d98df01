import { messageOf } from "#core/error-message.ts";
import type { ProviderTracker } from "#server/adapters/tracking/tracking.ts";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import {
  findUnfinishedMessage,
  listWaitingMessages,
  updateMessagesDone,
  updateMessageFailed,
} from "./message-queries.ts";
import { shownText } from "./shown-text.ts";
import { recordProviderTracker } from "./record-provider-tracker.ts";

/** Throws where there is no provider, and TrackingError where the provider does not understand the body. */
async function readBody(services: AppServices, body: Buffer): Promise<ProviderTracker | null> {
  const provider = await services.currentTracking();
  if (provider === null) throw new Error("No tracking provider is configured.");
  return provider.readMessage(JSON.parse(body.toString("utf8")));
}

/** At most so many messages about one number are processed together. */
const maxTogether = 50;

/** What several messages say about one registration, with the events of all. */
function mergedOf(provided: ProviderTracker, others: readonly ProviderTracker[]): ProviderTracker {
  const all = [provided, ...others];
  return {
    ...provided,
    state: all.some(({ state }) => state === "ended") ? "ended" : provided.state,
    events: all.flatMap(({ events }) => events),
  };
}

/** Other messages about the same registration that wait, so that a storm of them is one change of the package. */
async function readWaiting(
  services: AppServices,
  message: { readonly id: string; readonly trackingNumber: string | null },
  provided: ProviderTracker | null,
): Promise<{ readonly id: string; readonly provided: ProviderTracker }[]> {
  if (provided === null || message.trackingNumber === null) return [];
  const waiting = await listWaitingMessages(services.db, message, maxTogether);
  const read = await Promise.all(
    waiting.map(async ({ id, body }) => {
      const other = await readBody(services, body);
      return other === null ? [] : [{ id, provided: other }];
    }),
  );
  return read
    .flat()
    .filter(
      ({ provided: { tag, providerCarrier } }) =>
        tag === provided.tag && providerCarrier === provided.providerCarrier,
    );
}

/**
 * Stores the events of a message and moves what has its number, all or nothing, unless that was done before. Others that
 * wait about the same number are processed with it. It may run several times at once: events are stored once, and what
 * follows depends on the set of events. Throws when it has to be retried; the message is then stored as failed, with the
 * reason.
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
    const others = await readWaiting(services, message, provided);
    const all = others.map((other) => other.provided);
    await atomically(db, async (inner) => {
      const trackerId =
        provided === null
          ? undefined
          : await recordProviderTracker(
              context,
              inner,
              mergedOf(provided, all),
              message.receivedAt,
            );
      const together = trackerId === undefined ? [] : others.map(({ id }) => id);
      await updateMessagesDone(inner, [messageId, ...together], {
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
