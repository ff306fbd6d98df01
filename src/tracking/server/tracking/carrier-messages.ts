import { createHash } from "node:crypto";
import { errorCatalogue, type ErrorCode, apiError } from "#platform/contract/errors.ts";
import type { Tracking, ProviderTracker } from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import {
  insertMessage,
  findMessageState,
  lockDueMessages,
  lockUnfinishedMessage,
  updateMessageFailed,
  updateMessagesDone,
  type WaitingMessage,
  countFailedMessages,
  listFailedMessageRows,
} from "./message-queries.ts";
import { messageOf } from "#platform/rules/error-message.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import { recordProviderTrackers, shownText } from "./record-provider-trackers.ts";
import type { FailedCarrierMessage } from "#tracking/contract/tracking.ts";
import type { Jobs } from "#platform/server/jobs/jobs.ts";
import { singleFlight } from "#platform/server/limits/queues.ts";

type WebhookResponse = { readonly status: number; readonly body: unknown };

function rejected(code: ErrorCode): WebhookResponse {
  const { status, message } = errorCatalogue[code];
  return { status, body: { code, message } };
}

/** The number that a message is about; null where it cannot be read, which processing finds out. */
function numberOf(provider: Tracking, body: Buffer): string | null {
  try {
    const number = provider.readMessage(JSON.parse(body.toString("utf8")))?.trackingNumber ?? "";
    return /^[A-Z0-9-]{1,60}$/.test(number) ? number : null;
  } catch {
    return null;
  }
}

/**
 * Responds to a webhook of the tracking provider. 400, and nothing is stored, unless the raw bytes have its signature,
 * which is checked before anything is parsed. 200 only once the message is stored, so that the provider sends it again
 * until then; 503 while it cannot be stored. The same bytes are stored once. What is stored is processed, if not by the
 * job that is queued here, then by that of the next minute.
 */
export async function receiveCarrierMessage(
  services: AppServices,
  rawBody: Uint8Array,
  headers: Headers,
): Promise<WebhookResponse> {
  const { db, log, now } = services;
  try {
    const provider = await services.currentTracking();
    if (provider === null || !provider.isSigned(rawBody, headers)) {
      return rejected("webhook_not_verified");
    }
    const body = Buffer.from(rawBody);
    const trackingNumber = numberOf(provider, body);
    const contentHash = createHash("sha256").update(body).digest();
    const message = { contentHash, body, trackingNumber, receivedAt: now() };
    if (await insertMessage(db, message)) enqueueProcessing(services);
    return { status: 200, body: { received: true } };
  } catch (error) {
    log.error({ error }, "Message of a carrier not stored; the provider will send it again");
    return rejected("unavailable");
  }
}

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
async function processCarrierMessage(services: AppServices, messageId: string): Promise<void> {
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

/** Processes a message now; one that is done stays as it is. Throws `not_found`. */
export async function retryCarrierMessage(
  context: SignedInContext,
  { messageId }: { readonly messageId: string },
): Promise<{ isDone: boolean }> {
  const { db, log } = context;
  const message = await findMessageState(db, messageId);
  if (message === undefined) throw apiError("not_found");
  if (message.state !== "received" && message.state !== "failed") context.unchanged();
  else {
    const { state, attempts, lastError } = message;
    await context.audit({ before: { state, attempts, lastError } });
    await processCarrierMessage(context, messageId).catch((error: unknown) => {
      log.warn({ messageId, error }, "Message failed again when staff retried it");
    });
  }
  const after = await findMessageState(db, messageId);
  return { isDone: after?.state === "processed" || after?.state === "ignored" };
}

/** One page of the messages that could not be processed, the newest first. */
export async function listFailedMessages(
  { db }: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: FailedCarrierMessage[]; total: number }> {
  const rows = await listFailedMessageRows(db, { offset: (page - 1) * pageSize, limit: pageSize });
  return {
    items: rows.map((message) => ({ ...message, receivedAt: message.receivedAt.toISOString() })),
    total: await countFailedMessages(db),
  };
}

/** How many messages of carriers could not be processed yet. */
export async function countUnprocessed(db: Db): Promise<number> {
  return await countFailedMessages(db);
}

type Queueing = { readonly flight: ReturnType<typeof singleFlight<void>>; last: Promise<void> };

const queueings = new WeakMap<Jobs, Queueing>();

/**
 * Queues the job that processes carriers' messages, after a message was stored, without being waited for: a message whose
 * job cannot be queued is processed within a minute. Calls meanwhile share one that begins after them, since the job that
 * is being queued may run before their messages are stored.
 */
function enqueueProcessing({ db, jobs, log }: Pick<AppServices, "db" | "jobs" | "log">): void {
  const queueing = queueings.get(jobs) ?? { flight: singleFlight<void>(), last: Promise.resolve() };
  queueings.set(jobs, queueing);
  queueing.last = queueing
    .flight("", () => jobs.enqueue(db, "process-carrier-messages", {}))
    .catch((error: unknown) => {
      log.warn({ error }, "Messages of carriers are processed within a minute");
    });
}

/** Resolves once the jobs of the messages stored so far are queued, or could not be. */
export async function processingQueued(jobs: Jobs): Promise<void> {
  await queueings.get(jobs)?.last;
}
