/** The tests' sandbox on its own file, with the official client, a payer, and a webhook receiver. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// oxlint-disable-next-line boundaries/dependencies -- only tests import this file, and they speak through the official client
import Stripe from "stripe";
import { createStripeSandbox, type StripeSandboxOptions } from "./sandbox.ts";

export const publicUrl = "http://shop.test/sandbox/stripe";
export const webhookSecret = "whsec_test_secret";

/** Makes a folder that is removed when the test's `using` ends. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "stripe-sandbox-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The official client, with every request answered by the sandbox under its path prefix. */
export function clientOf(
  fetchFromSandbox: (request: Request) => Promise<Response>,
  key = "sk_test_anything",
): Stripe {
  const httpClient = Stripe.createFetchHttpClient(
    (input: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return fetchFromSandbox(new Request(`${publicUrl}${pathname}${search}`, init));
    },
  );
  return new Stripe(key, { httpClient, maxNetworkRetries: 0, telemetry: false });
}

/** Opens a sandbox on a new file (or a given one), closed and removed when the test's `await using` ends. */
export function openSandbox(options: Partial<StripeSandboxOptions> = {}) {
  const folder = temporaryFolder();
  const received: { payload: string; signature: string; event: Stripe.Event }[] = [];
  const failures: unknown[] = [];
  const sandbox = createStripeSandbox({
    dataFile: join(folder.path, "stripe.sqlite"),
    publicUrl,
    merchantName: "Harbour & Co",
    webhook: { url: "http://shop.test/webhook", secret: webhookSecret },
    deliver: async (request) => {
      const payload = await request.text();
      const signature = request.headers.get("stripe-signature") ?? "";
      received.push({ payload, signature, event: JSON.parse(payload) as Stripe.Event });
      return new Response(null, { status: 200 });
    },
    log: (message, error) => failures.push([message, error]),
    ...options,
  });
  return {
    sandbox,
    stripe: clientOf(sandbox.fetch),
    received,
    failures,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Calls a control with a key and JSON; `undefined` as body sends a GET. Throws its errors. */
export async function control<Answer = Record<string, unknown>>(
  { sandbox }: Pick<ReturnType<typeof openSandbox>, "sandbox">,
  path: string,
  body?: Record<string, string | number | boolean | null>,
): Promise<Answer> {
  const response = await sandbox.fetch(
    new Request(`${publicUrl}/controls/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: "Bearer sk_test_control", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const answer = (await response.json()) as Answer & { error?: { message: string } };
  if (!response.ok) throw new Error(answer.error?.message);
  return answer;
}

export const payingCard = {
  email: "ada@example.com",
  number: "4242 4242 4242 4242",
  expiry: "12 / 40",
  cvc: "123",
  name: "Ada Lovelace",
};

/** Sends the form of a payment page as a browser does, which is led on to the page again where it was not paid. */
export async function sendForm(
  fetchFromSandbox: (request: Request) => Promise<Response>,
  pageUrl: string,
  fields: Record<string, string>,
): Promise<Response> {
  const response = await fetchFromSandbox(
    new Request(pageUrl, { method: "POST", body: new URLSearchParams(fields) }),
  );
  const next = new URL(response.headers.get("location") ?? "", pageUrl);
  const isPageAgain = next.pathname === new URL(pageUrl).pathname;
  return response.status === 303 && isPageAgain ? fetchFromSandbox(new Request(next)) : response;
}

/** A session over one amount in cents, for a one-off payment. */
export const paymentSession = (amountCents = 5000) =>
  ({
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: amountCents,
          product_data: { name: "Wallet deposit" },
        },
      },
    ],
    success_url: "http://shop.test/back?success=true&session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://shop.test/back?canceled=true",
  }) satisfies Stripe.Checkout.SessionCreateParams;

/** Waits until the condition holds, at most five seconds. */
export async function eventually(condition: () => boolean | Promise<boolean>) {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The condition did not come true within five seconds.");
}

/** The id of a reference that was not expanded. */
export function idOf(reference: string | { id: string } | null): string {
  if (typeof reference !== "string") throw new Error("The reference is empty or expanded.");
  return reference;
}

/** Makes a recurring price of a new product. */
export async function monthlyPrice(stripe: Stripe, amountCents: number, name = "Basic") {
  const product = await stripe.products.create({ name });
  return await stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: amountCents,
    recurring: { interval: "month" },
    lookup_key: name.toLowerCase(),
  });
}

/** Pays a single amount through the payment page; its session, payment intent and charge. */
export async function payOnce(
  { stripe, sandbox }: Pick<ReturnType<typeof openSandbox>, "stripe" | "sandbox">,
  amountCents = 5000,
  number = payingCard.number,
) {
  const { id, url } = await stripe.checkout.sessions.create(paymentSession(amountCents));
  await sendForm(sandbox.fetch, url ?? "", { ...payingCard, number });
  const session = await stripe.checkout.sessions.retrieve(id);
  const intent = await stripe.paymentIntents.retrieve(idOf(session.payment_intent));
  return { session, intent, charge: await stripe.charges.retrieve(idOf(intent.latest_charge)) };
}

/** The types of the events after one, oldest first. */
export async function eventTypesAfter(stripe: Stripe, eventId?: string): Promise<string[]> {
  const { data } = await stripe.events.list({
    limit: 100,
    ...(eventId === undefined ? {} : { ending_before: eventId }),
  });
  return data.map(({ type }) => type).toReversed();
}

/** The newest event's id. */
export async function newestEvent(stripe: Stripe): Promise<string> {
  return (await stripe.events.list({ limit: 1 })).data[0]?.id ?? "";
}

/** Subscribes a new customer to a price through the payment page. */
export async function subscribe(
  { stripe, sandbox }: Pick<ReturnType<typeof openSandbox>, "stripe" | "sandbox">,
  priceId: string,
  number = payingCard.number,
) {
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: priceId, quantity: 1 }],
    customer_email: "ada@example.com",
    client_reference_id: "person-1",
    metadata: { plan: "Basic" },
    subscription_data: { metadata: { person: "person-1" } },
    success_url: "http://shop.test/upgraded",
  });
  await sendForm(sandbox.fetch, session.url ?? "", { ...payingCard, number });
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  const subscription = await stripe.subscriptions.retrieve(idOf(paid.subscription));
  return { session: paid, subscription };
}
