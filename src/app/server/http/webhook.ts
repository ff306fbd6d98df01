import type { AppServices } from "#platform/server/context.ts";
import { receiveEvent } from "#money/server/payments/provider-events.ts";
import { receiveCarrierMessage } from "#tracking/server/tracking/carrier-messages.ts";
import { bodyLimits, readBody } from "#platform/server/http/read-body.ts";

function respond(answer: { readonly status: number; readonly body: unknown }): Response {
  return Response.json(answer.body, {
    status: answer.status,
    headers: { "cache-control": "no-store" },
  });
}

/** Passes on the raw bytes, since the body may not be parsed before its signature is checked. */
export async function answerWebhook(services: AppServices, request: Request): Promise<Response> {
  const body = await readBody(request, bodyLimits.json);
  const signature = request.headers.get("stripe-signature");
  const answer = await receiveEvent(services, body ?? new Uint8Array(), signature);
  return respond(answer);
}

/** The same for messages of the tracking provider. */
export async function answerTrackingWebhook(
  services: AppServices,
  request: Request,
): Promise<Response> {
  const body = await readBody(request, bodyLimits.json);
  return respond(await receiveCarrierMessage(services, body ?? new Uint8Array(), request.headers));
}
