/** Signs webhook requests. */
import { createHmac } from "node:crypto";

/**
 * The value of the `Stripe-Signature` header: the time, and an HMAC-SHA256 of `{time}.{payload}` under the endpoint's
 * secret, in hex. The format is the provider's, documented under "Verify webhook signatures manually".
 */
export function signPayload(payload: string, secret: string, timeSeconds: number): string {
  const signature = createHmac("sha256", secret).update(`${timeSeconds}.${payload}`).digest("hex");
  return `t=${timeSeconds},v1=${signature}`;
}
