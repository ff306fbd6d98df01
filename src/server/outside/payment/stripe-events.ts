// Webhooks: the signature over the raw bytes, and of the event only what leads to its object.
import type Stripe from "stripe";
import * as z from "zod";
import type { ProviderEvent } from "./payment.ts";

const toleranceSeconds = 300;

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

/** The fields that are read, of whichever kind of object; an event of any API version has them. */
const signedEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.int(),
  livemode: z.boolean(),
  account: z.string().nullish(),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      object: z.string(),
      mode: z.string().nullish().catch(null),
      customer: reference,
      subscription: reference,
      payment_intent: reference,
      parent: z
        .object({
          subscription_details: z.object({ subscription: reference }).nullish().catch(null),
        })
        .nullish()
        .catch(null),
    }),
  }),
});

/**
 * The event in `rawBody`, or null unless one of `secrets` signed these very bytes within the last 300 s.
 * Nothing of the body is parsed before that is known.
 */
export function verifyStripeEvent(
  stripe: Stripe,
  secrets: readonly string[],
  webhook: { rawBody: Uint8Array; signatureHeader: string | null; receivedAt: Date },
): ProviderEvent | null {
  if (webhook.signatureHeader === null) return null;
  const header = webhook.signatureHeader;
  if (!secrets.some((secret) => isSigned(stripe, secret, { ...webhook, header }))) return null;
  const event = signedEvent.parse(JSON.parse(new TextDecoder().decode(webhook.rawBody)));
  const { object } = event.data;
  const ownSubscription = object.object === "subscription" ? (object.id ?? null) : null;
  return {
    eventId: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000).toISOString(),
    isLive: event.livemode,
    accountId: event.account ?? null,
    object: {
      kind: object.object,
      id: object.id ?? null,
      mode: object.mode ?? null,
      customerId: object.customer,
      subscriptionId:
        ownSubscription ??
        object.subscription ??
        object.parent?.subscription_details?.subscription ??
        null,
      paymentIntentId: object.payment_intent,
    },
  };
}

function isSigned(
  stripe: Stripe,
  secret: string,
  webhook: { rawBody: Uint8Array; header: string; receivedAt: Date },
): boolean {
  try {
    if (stripe.webhooks.signature === null) return false;
    return stripe.webhooks.signature.verifyHeader(
      webhook.rawBody,
      webhook.header,
      secret,
      toleranceSeconds,
      undefined,
      webhook.receivedAt.getTime(),
    );
  } catch {
    // It reads nothing but its arguments, and answers a header that makes no sense with any error.
    return false;
  }
}
