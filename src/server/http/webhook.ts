// Takes the payment provider's signed events, which come without an origin and are read as raw bytes.
import type { AppServices } from "#server/context.ts";
import { receiveEvent } from "#server/payments/receive-event.ts";
import { bodyLimits, readBody } from "./read-body.ts";

/** Hands the request's bytes and signature on; nothing of the body is read before its signature is checked. */
export async function answerWebhook(services: AppServices, request: Request): Promise<Response> {
  const body = await readBody(request, bodyLimits.json);
  const signature = request.headers.get("stripe-signature");
  const answer = await receiveEvent(services, body ?? new Uint8Array(), signature);
  return Response.json(answer.body, {
    status: answer.status,
    headers: { "cache-control": "no-store" },
  });
}
