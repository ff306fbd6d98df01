import { createHash } from "node:crypto";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import type { Tracking } from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { enqueueProcessing } from "./enqueue-processing.ts";
import { insertMessage } from "./message-queries.ts";

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
