import { messageOf } from "#platform/rules/error-message.ts";
import type { ProviderTracker, Tracking } from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import {
  findMessageState,
  lockDueMessages,
  lockUnfinishedMessage,
  updateMessageFailed,
  updateMessagesDone,
  type WaitingMessage,
} from "./message-queries.ts";
import { recordProviderTrackers } from "./record-provider-trackers.ts";
import { shownText } from "./shown-text.ts";

/**
 * What one transaction processes at most: the oldest messages, those about the same numbers, and their bytes together. A
 * longer transaction would stop the answers to webhooks for longer.
 */
const mostTogether = { oldest: 100, together: 400, bytes: 4_000_000 };
/** A run leaves the rest to the next one, well before it counts as lost. */
const longestRunMilliseconds = 60_000;

const firstRetrySeconds = 1;
const longestRetrySeconds = 3600;
/** With the delays above, about three days. */
const maxAttempts = 90;

type ReadMessage = WaitingMessage & { readonly provided: ProviderTracker | null };

/** Throws TrackingError where the provider does not understand the body. */
function readMessage(provider: Tracking, message: WaitingMessage): ReadMessage {
  const provided = provider.readMessage(JSON.parse(message.body.toString("utf8")));
  return { ...message, provided };
}

/** Stores what messages say and that they are done, in the transaction `db` that locked them. */
async function processMessages(
  services: AppServices,
  db: Db,
  messages: readonly ReadMessage[],
): Promise<void> {
  const received = messages.flatMap(({ provided, receivedAt }) =>
    provided === null ? [] : [{ provided, receivedAt }],
  );
  const trackerIds = await recordProviderTrackers(withoutSession(services), db, received);
  const byTracker = new Map(received.map(({ provided }, index) => [provided, trackerIds[index]]));
  const done = messages.map(({ id, provided }) => ({
    id,
    trackerId: (provided === null ? null : byTracker.get(provided)) ?? null,
  }));
  await updateMessagesDone(db, done, services.now());
}

/**
 * Processes a message alone, unless it is done. Throws when it failed; the message is then stored as failed, with the
 * reason.
 */
export async function processCarrierMessage(
  services: AppServices,
  messageId: string,
): Promise<void> {
  const { db, now } = services;
  try {
    const provider = await services.currentTracking();
    if (provider === null) throw new Error("No tracking provider is configured.");
    await atomically(db, async (inner) => {
      const message = await lockUnfinishedMessage(inner, messageId);
      if (message === undefined) return;
      await processMessages(services, inner, [readMessage(provider, message)]);
    });
  } catch (error) {
    // It may quote the message, and the database cannot store every character either.
    const reason = shownText(messageOf(error), 500);
    const attempts = (await findMessageState(db, messageId))?.attempts ?? 0;
    const seconds = Math.min(firstRetrySeconds * 2 ** attempts, longestRetrySeconds);
    const nextTryAt =
      attempts + 1 < maxAttempts ? new Date(now().getTime() + seconds * 1000) : null;
    await updateMessageFailed(db, messageId, { reason, nextTryAt });
    throw new Error(reason, { cause: error });
  }
}

/** Each message in a transaction of its own, so that what cannot be processed holds nothing else up. */
async function processAlone(services: AppServices, messageIds: readonly string[]): Promise<void> {
  for (const messageId of messageIds) {
    try {
      await processCarrierMessage(services, messageId);
    } catch (error) {
      const message = await findMessageState(services.db, messageId);
      // The failure could not be stored either, so that the database is at fault.
      if (message?.state === "received") throw error;
      services.log.warn({ messageId, error }, "Message of a carrier failed; it will be retried");
    }
  }
}

/** Processes what is due, at most `mostTogether`; returns how many messages there were. */
async function processSome(services: AppServices, provider: Tracking): Promise<number> {
  const { db, now } = services;
  let taken: readonly string[] = [];
  try {
    await atomically(db, async (inner) => {
      taken = [];
      const messages = await lockDueMessages(inner, now(), mostTogether);
      taken = messages.map(({ id }) => id);
      if (messages.length === 0) return;
      const read = messages.map((message) => readMessage(provider, message));
      await processMessages(services, inner, read);
    });
  } catch (error) {
    if (taken.length === 0) throw error;
    await processAlone(services, taken);
  }
  return taken.length;
}

/**
 * Stores the events of the messages that are due and moves what has their numbers, many in one transaction, until none is
 * left. Several runs may do so at once: events are stored once, and what follows depends on the set of events. A message
 * that fails is stored as failed, with the reason, and retried later. Without a provider they wait.
 */
export async function processCarrierMessages(services: AppServices): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < longestRunMilliseconds) {
    const provider = await services.currentTracking();
    if (provider === null) return;
    if ((await processSome(services, provider)) === 0) return;
  }
  await services.jobs.enqueue(services.db, "process-carrier-messages", {});
}
