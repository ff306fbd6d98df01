// Takes in the provider's webhook: signature first, kept before it is answered, worked on afterwards.
import { errorCatalogue, type ErrorCode } from "#contract/errors.ts";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import type { ProviderEvent } from "#server/adapters/payment/payment.ts";
import { isHandled } from "./event-handlers.ts";
import { processEvent } from "./process-event.ts";
import { insertEvent } from "./payment-queries.ts";

type Answer = { readonly status: number; readonly body: unknown };

const taken: Answer = { status: 200, body: { received: true } };

/**
 * Answers a webhook. 400 unless the raw bytes are signed as they must be, before anything is parsed, and hold an event:
 * then nothing is kept.
 * 2xx only once the event is kept for good, together with the job that works on it, so that the provider
 * sends it again until it is. 503 while it cannot be kept. Events of the other mode or of another
 * account are not ours: they are logged and answered, never kept.
 *
 * What is kept of an event is where it leads, not what it says: people's data stay at the provider.
 */
export async function receiveEvent(
  services: AppServices,
  rawBody: Uint8Array,
  signatureHeader: string | null,
): Promise<Answer> {
  const { payment, log, now } = services;
  const event = await payment.verifyEvent(rawBody, signatureHeader, now());
  if (event === "not_signed") return rejected("webhook_not_verified");
  if (event === "malformed") {
    log.warn("A webhook was signed as it must be and holds no event; refused");
    return rejected("invalid_input");
  }
  const { eventId, type } = event;
  if (event.isLive !== payment.isLive || event.accountId !== null) {
    log.warn({ eventId, type, isLive: event.isLive }, "Event of another mode or account ignored");
    return taken;
  }
  try {
    const isNew = await keep(services, event);
    if (isNew && isHandled(type)) processSoon(services, eventId);
    return taken;
  } catch (error) {
    log.error({ eventId, type, error }, "Event not kept; the provider will send it again");
    return rejected("unavailable");
  }
}

function rejected(code: ErrorCode): Answer {
  const { status, message } = errorCatalogue[code];
  return { status, body: { code, message } };
}

async function keep({ db, jobs, now }: AppServices, event: ProviderEvent): Promise<boolean> {
  const state = isHandled(event.type) ? "received" : "ignored";
  return await atomically(db, async (inner) => {
    const isNew = await insertEvent(inner, event, { state, at: now() });
    if (isNew && state === "received") {
      await jobs.enqueue(inner, "process-provider-event", { eventId: event.eventId });
    }
    return isNew;
  });
}

// The job does the same, should this process end here or the work fail; but people are waiting now.
function processSoon(services: AppServices, eventId: string): void {
  processEvent(services, eventId).catch((error: unknown) => {
    services.log.warn({ eventId, error }, "Event not processed yet");
  });
}
