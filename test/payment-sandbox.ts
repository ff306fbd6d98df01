// Pays hosted checkouts and creates signed events in tests.
import { createHmac } from "node:crypto";
import { sandboxWebhookSecret } from "#app/server/open-sandboxes.ts";
import type { TestApp } from "./test-app.ts";

/** The provider's public test numbers. */
export const testCards = { pays: "4242424242424242", isDeclined: "4000000000000002" } as const;

/** Sends the payment form of the hosted checkout at `url`; 303 when it is paid, 200 with the form otherwise. */
export async function payCheckout(
  app: Pick<TestApp, "sandboxes">,
  url: string,
  number: string = testCards.pays,
): Promise<Response> {
  const { paymentSandbox } = app.sandboxes;
  if (paymentSandbox === null) throw new Error("This server has no payment sandbox.");
  const form = { number, expiry: "12/60", cvc: "123", name: "Mei Chan", email: "mei@example.com" };
  const response = await paymentSandbox.fetch(
    new Request(url, { method: "POST", body: new URLSearchParams(form) }),
  );
  const next = new URL(response.headers.get("location") ?? "", url);
  const isPageAgain = next.pathname === new URL(url).pathname;
  return response.status === 303 && isPageAgain
    ? await paymentSandbox.fetch(new Request(next))
    : response;
}

/** The id of the checkout at `url`. */
export function sessionIdOf(url: string): string {
  return /cs_test_\w+/.exec(url)?.[0] ?? "";
}

/** A call of the payment sandbox's API, as JSON. */
export async function callSandbox(
  app: TestApp,
  path: string,
  body?: Record<string, string>,
): Promise<unknown> {
  const request = new Request(`${app.config.publicUrl}/sandbox/stripe/v1/${path}`, {
    headers: { authorization: "Bearer sk_test_sandbox" },
    ...(body && { method: "POST", body: new URLSearchParams(body) }),
  });
  const response = await app.sandboxes.paymentSandbox?.fetch(request);
  if (response?.ok !== true) throw new Error(`The payment sandbox rejected ${path}.`);
  return await response.json();
}

/** Calls a control of the payment sandbox, which simulates the provider's clock, payers, banks and network. */
export async function controlSandbox<Answer = Record<string, unknown>>(
  app: TestApp,
  path: string,
  body?: Readonly<Record<string, string | number | boolean | null>>,
): Promise<Answer> {
  const request = new Request(`${app.config.publicUrl}/sandbox/stripe/controls/${path}`, {
    headers: { authorization: "Bearer sk_test_sandbox", "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const response = await app.sandboxes.paymentSandbox?.fetch(request);
  if (response?.ok !== true) {
    throw new Error(`The payment sandbox rejected ${path}: ${await response?.text()}`);
  }
  return (await response.json()) as Answer;
}

/** An event's raw body and its signature header, signed `ageSeconds` before the server's time. */
export function signedEvent(
  app: TestApp,
  event: object,
  options: { ageSeconds?: number; secret?: string } = {},
): { rawBody: Uint8Array; signature: string } {
  return signedText(app, JSON.stringify(event), options);
}

/** Like `signedEvent`, for any text. */
export function signedText(
  app: TestApp,
  payload: string,
  { ageSeconds = 0, secret = sandboxWebhookSecret(app.config) } = {},
): { rawBody: Uint8Array; signature: string } {
  const time = Math.floor(app.clock.now().getTime() / 1000) - ageSeconds;
  const signature = createHmac("sha256", secret).update(`${time}.${payload}`).digest("hex");
  return { rawBody: new TextEncoder().encode(payload), signature: `t=${time},v1=${signature}` };
}

let eventCount = 0;

/** An event about a checkout in payment mode, with the provider's fields that are read. */
export function checkoutEvent(
  sessionId: string,
  facts: { id?: string; type?: string; livemode?: boolean; account?: string } = {},
): { id: string } & Record<string, unknown> {
  eventCount += 1;
  const { id = `evt_${eventCount}`, type = "checkout.session.completed", ...others } = facts;
  return {
    id,
    object: "event",
    api_version: "2026-10-28.endive",
    created: 1_790_000_000,
    livemode: false,
    type,
    data: {
      object: {
        id: sessionId,
        object: "checkout.session",
        mode: "payment",
        customer: "cus_1",
        subscription: null,
      },
    },
    ...others,
  };
}
