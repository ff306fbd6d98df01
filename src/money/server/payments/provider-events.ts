import type { ProviderEventRecord } from "#money/contract/payments.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import {
  countUnfinishedEvents,
  listEvents,
  type EventRow,
  updateEventReceived,
  findEvent,
  insertEvent,
  findUnfinishedPayload,
  updateEventFailed,
  updateEventProcessed,
} from "./provider-event-queries.ts";
import { apiError, errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ProviderEvent } from "#money/server/adapters/payment/payment.ts";
import * as z from "zod";
import { messageOf } from "#platform/rules/error-message.ts";
import { applySubscriptionEvent } from "#money/server/plans/apply-subscription.ts";
import { applyReversals } from "#money/server/wallet/reversals.ts";
import { settleDeposit } from "#money/server/wallet/settle-deposit.ts";
import { moneyJobs } from "#money/server/jobs.ts";

/** One page of the events in a state, the newest first, and the number of unfinished events by state. */
export async function listProviderEvents(
  { db }: SignedInContext,
  input: { state: EventRow["state"] | "all"; page: number; pageSize: number },
): Promise<{
  items: ProviderEventRecord[];
  total: number;
  unfinished: { received: number; failed: number; dead: number };
}> {
  const { state, page, pageSize } = input;
  const { items, total } = await listEvents(db, {
    state,
    maximumAttempts: maximumEventAttempts,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const unfinished = await countUnfinishedEvents(db, maximumEventAttempts);
  return { items: items.map(describeEvent), total, unfinished };
}

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
  if (event.state === "processed") context.unchanged();
  else {
    await atomically(db, async (inner) => {
      if (event.state === "ignored" && isHandled(event.type)) {
        await updateEventReceived(inner, eventId);
      }
      const { state, attempts, lastError } = event;
      await context.audit({ before: { state, attempts, lastError } }, inner);
    });
    await processEvent(context, eventId).catch((error: unknown) => {
      log.warn({ eventId, error }, "Event failed again when an admin retried it");
    });
  }
  return describeEvent((await findEvent(db, eventId, maximumEventAttempts)) ?? event);
}

type WebhookResponse = { readonly status: number; readonly body: unknown };

const accepted: WebhookResponse = { status: 200, body: { received: true } };

/**
 * Responds to a webhook. 400 unless the raw bytes have a valid signature, which is checked before anything is parsed, and
 * contain an event. 200 only once the event is stored together with the job that processes it, so that the provider
 * sends it again until then; 503 while it cannot be stored. Events of the other mode (test or live) or of another account
 * are logged and accepted, and not stored.
 *
 * Only the ids in an event are stored, so that personal data stays at the provider.
 */
export async function receiveEvent(
  services: AppServices,
  rawBody: Uint8Array,
  signatureHeader: string | null,
): Promise<WebhookResponse> {
  const { payment, log, now } = services;
  const event = await payment.verifyEvent(rawBody, signatureHeader, now());
  if (event === "not_signed") return rejected("webhook_not_verified");
  if (event === "malformed") {
    log.warn("Webhook rejected: validly signed, but not an event");
    return rejected("invalid_input");
  }
  const { eventId, type } = event;
  if (event.isLive !== payment.isLive || event.accountId !== null) {
    log.warn({ eventId, type, isLive: event.isLive }, "Event of another mode or account ignored");
    return accepted;
  }
  try {
    const isNew = await storeEvent(services, event);
    if (isNew && isHandled(type)) processWithoutJob(services, eventId);
    return accepted;
  } catch (error) {
    log.error({ eventId, type, error }, "Event not stored; the provider will send it again");
    return rejected("unavailable");
  }
}

function rejected(code: ErrorCode): WebhookResponse {
  const { status, message } = errorCatalogue[code];
  return { status, body: { code, message } };
}

async function storeEvent({ db, jobs, now }: AppServices, event: ProviderEvent): Promise<boolean> {
  const state = isHandled(event.type) ? "received" : "ignored";
  return await atomically(db, async (inner) => {
    const isNew = await insertEvent(inner, event, { state, at: now() });
    if (isNew && state === "received") {
      await jobs.enqueue(inner, "process-provider-event", { eventId: event.eventId });
    }
    return isNew;
  });
}

// The job does the same should this fail or the process end here, but a customer may be waiting now.
function processWithoutJob(services: AppServices, eventId: string): void {
  processEvent(services, eventId).catch((error: unknown) => {
    services.log.warn({ eventId, error }, "Event not processed yet");
  });
}

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
    paymentIntentId: z.string().nullable(),
  }),
});

/**
 * Applies the effect of the event `eventId`, unless it was processed before. It may run several times at once: each
 * effect has an idempotency key. Throws when it has to be retried; the event is then stored as failed, with the reason.
 */
export async function processEvent(services: AppServices, eventId: string): Promise<void> {
  const payload = await findUnfinishedPayload(services.db, eventId);
  if (payload === undefined) return;
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

/**
 * Updates our state from the current state of the event's object at the provider. Events may come repeated, late and in
 * any order. `markProcessed` runs in the database transaction of the effect where there is one.
 */
type EventHandler = (
  services: AppServices,
  event: ProviderEvent,
  markProcessed: (db: Db) => Promise<void>,
) => Promise<void>;

const applyToPlan: EventHandler = async (services, event, markProcessed) => {
  await applySubscriptionEvent(services, event);
  await markProcessed(services.db);
};

const applyCheckout: EventHandler = async (services, event, markProcessed) => {
  const { id: sessionId, mode } = event.object;
  if (mode === "subscription") await applyToPlan(services, event, markProcessed);
  else if (mode === "payment" && sessionId !== null) {
    await settleDeposit(services, sessionId, { inTransaction: markProcessed });
  } else await markProcessed(services.db);
};

const applyToDeposit: EventHandler = async (services, event, markProcessed) => {
  const { paymentIntentId } = event.object;
  if (paymentIntentId !== null) await applyReversals(services, paymentIntentId);
  await markProcessed(services.db);
};

const handlers: ReadonlyMap<string, EventHandler> = new Map([
  ["checkout.session.completed", applyCheckout],
  ["checkout.session.async_payment_succeeded", applyCheckout],
  ["checkout.session.async_payment_failed", applyCheckout],
  ["checkout.session.expired", applyCheckout],
  ["customer.subscription.created", applyToPlan],
  ["customer.subscription.updated", applyToPlan],
  ["customer.subscription.deleted", applyToPlan],
  ["customer.subscription.paused", applyToPlan],
  ["customer.subscription.resumed", applyToPlan],
  ["invoice.paid", applyToPlan],
  ["invoice.payment_failed", applyToPlan],
  ["invoice.payment_action_required", applyToPlan],
  ["invoice.marked_uncollectible", applyToPlan],
  ["invoice.voided", applyToPlan],
  ["charge.refunded", applyToDeposit],
  ["charge.refund.updated", applyToDeposit],
  ["refund.created", applyToDeposit],
  ["refund.updated", applyToDeposit],
  ["refund.failed", applyToDeposit],
  ["charge.dispute.created", applyToDeposit],
  ["charge.dispute.updated", applyToDeposit],
  ["charge.dispute.funds_withdrawn", applyToDeposit],
  ["charge.dispute.funds_reinstated", applyToDeposit],
  ["charge.dispute.closed", applyToDeposit],
]);

/** Whether events of this type have an effect; others are stored as ignored. */
function isHandled(type: string): boolean {
  return handlers.has(type);
}

/** Applies the effect of an event. Throws when it has to be retried. */
async function handleEvent(
  services: AppServices,
  event: ProviderEvent,
  markProcessed: (db: Db) => Promise<void>,
): Promise<void> {
  const handle = handlers.get(event.type) ?? ((_services, _event, mark) => mark(services.db));
  await handle(services, event, markProcessed);
}

/** An event that failed more often than this is no longer retried until an admin does. */
export const maximumEventAttempts = moneyJobs["process-provider-event"].retries;

/** The event as the contract defines it. */
function describeEvent(row: EventRow): ProviderEventRecord {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
  };
}
