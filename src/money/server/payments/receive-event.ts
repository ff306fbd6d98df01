import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import type { ProviderEvent } from "#money/server/adapters/payment/payment.ts";
import { isHandled } from "./event-handlers.ts";
import { processEvent } from "./process-event.ts";
import { insertEvent } from "./provider-event-queries.ts";

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
