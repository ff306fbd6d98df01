// Takes in the provider's webhook: signature first, kept before it is answered, worked on afterwards.
import { problems, type ProblemCode } from "#contract/problems.ts";
import type { Parts } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import type { ProviderEvent } from "#server/outside/payment/payment.ts";
import { isHandled } from "./event-handlers.ts";
import { processEvent } from "./process-event.ts";
import { keepEvent } from "./store.ts";

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
  parts: Parts,
  rawBody: Uint8Array,
  signatureHeader: string | null,
): Promise<Answer> {
  const { payment, log, now } = parts;
  const event = await payment.verifyEvent(rawBody, signatureHeader, now());
  if (event === "not_signed") return refused("webhook_not_verified");
  if (event === "malformed") {
    log.warn("A webhook was signed as it must be and holds no event; refused");
    return refused("invalid_input");
  }
  const { eventId, type } = event;
  if (event.isLive !== payment.isLive || event.accountId !== null) {
    log.warn({ eventId, type, isLive: event.isLive }, "Event of another mode or account ignored");
    return taken;
  }
  try {
    const isNew = await keep(parts, event);
    if (isNew && isHandled(type)) processSoon(parts, eventId);
    return taken;
  } catch (error) {
    log.error({ eventId, type, error }, "Event not kept; the provider will send it again");
    return refused("unavailable");
  }
}

function refused(code: ProblemCode): Answer {
  const { status, message } = problems[code];
  return { status, body: { code, message } };
}

async function keep({ db, jobs, now }: Parts, event: ProviderEvent): Promise<boolean> {
  const state = isHandled(event.type) ? "received" : "ignored";
  return await atomically(db, async (inner) => {
    const isNew = await keepEvent(inner, event, { state, at: now() });
    if (isNew && state === "received") {
      await jobs.enqueue(inner, "process-provider-event", { eventId: event.eventId });
    }
    return isNew;
  });
}

// The job does the same, should this process end here or the work fail; but people are waiting now.
function processSoon(parts: Parts, eventId: string): void {
  processEvent(parts, eventId).catch((error: unknown) => {
    parts.log.warn({ eventId, error }, "Event not processed yet");
  });
}
