import type Stripe from "stripe";
import * as z from "zod";
import { isStorable } from "#platform/rules/normalize-text.ts";
import type { ProviderEvent } from "./payment.ts";

const toleranceSeconds = 300;
/** The last second of the year 9999, the latest that a date column takes. */
const latestSecond = 253_402_300_799;

const name = z.string().min(1).max(255).refine(isStorable);

const reference = z
  .union([name, z.object({ id: name }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

/** Only the fields that are read, which events of every API version have. */
const signedEvent = z.object({
  id: name,
  type: name,
  created: z.int().min(0).max(latestSecond),
  livemode: z.boolean(),
  account: name.nullish(),
  data: z.object({
    object: z.object({
      id: name.nullish(),
      object: name,
      mode: name.nullish().catch(null),
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
 * The event in `rawBody`; `not_signed` unless one of `secrets` signed these bytes at most 300 s before or after
 * `receivedAt`. The body is parsed only after its signature was verified.
 */
export function verifyStripeEvent(
  stripe: Stripe,
  secrets: readonly string[],
  webhook: { rawBody: Uint8Array; signatureHeader: string | null; receivedAt: Date },
): ProviderEvent | "not_signed" | "malformed" {
  if (webhook.signatureHeader === null) return "not_signed";
  const header = webhook.signatureHeader;
  const isVerified = secrets.some((secret) => isSigned(stripe, secret, { ...webhook, header }));
  if (!isVerified || isFromFuture(header, webhook.receivedAt)) return "not_signed";
  const event = readEvent(webhook.rawBody);
  if (event === null) return "malformed";
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

function readEvent(rawBody: Uint8Array): z.infer<typeof signedEvent> | null {
  try {
    return signedEvent.parse(JSON.parse(new TextDecoder().decode(rawBody)));
  } catch {
    return null;
  }
}

/** The SDK only rejects old signatures. Of several timestamps in a header it takes the last, and so does this. */
function isFromFuture(header: string, receivedAt: Date): boolean {
  const signedAt = Number([...header.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1]);
  return !(signedAt - Math.floor(receivedAt.getTime() / 1000) <= toleranceSeconds);
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
    // The SDK throws various errors for malformed headers.
    return false;
  }
}
