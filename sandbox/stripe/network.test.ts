/** The sandbox behind a real server: client, payer and webhook use it over the network, under a path prefix. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { createStripeSandbox } from "./sandbox.ts";
import {
  eventually,
  payingCard,
  paymentSession,
  temporaryFolder,
  webhookSecret,
} from "./sandbox-harness.ts";

test("a payment goes through over the network, from the session to the webhook", async () => {
  using folder = temporaryFolder();
  const app = new Hono();
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  if (!server.listening) await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const apiBase = `${origin}/sandbox/stripe`;
  const events: Stripe.Event[] = [];
  const sandbox = createStripeSandbox({
    dataFile: join(folder.path, "stripe.sqlite"),
    publicUrl: apiBase,
    webhook: { url: `${origin}/webhook`, secret: webhookSecret },
  });
  app.all("/sandbox/stripe/*", (context) => sandbox.fetch(context.req.raw));
  app.post("/webhook", async (context) => {
    const signature = context.req.header("stripe-signature") ?? "";
    const payload = await context.req.text();
    events.push(Stripe.webhooks.constructEvent(payload, signature, webhookSecret));
    return context.json({ received: true });
  });
  sandbox.start();
  const stripe = new Stripe("sk_test_network", {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(
      (input: string | URL | Request, init?: RequestInit) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input);
        return fetch(`${apiBase}${pathname}${search}`, init);
      },
    ),
  });

  const session = await stripe.checkout.sessions.create(paymentSession(2500));
  const page = await fetch(session.url ?? "");
  expect(await page.text()).toContain("Pay $25.00");
  const paid = await fetch(session.url ?? "", {
    method: "POST",
    body: new URLSearchParams(payingCard),
    redirect: "manual",
  });
  expect(paid.status).toBe(303);
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
  await eventually(() => events.some(({ type }) => type === "checkout.session.completed"));

  await sandbox.close();
  server.close();
  await once(server, "close");
});
