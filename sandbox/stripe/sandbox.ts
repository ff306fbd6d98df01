/** The payment sandbox: a local replacement for Stripe with a database, webhooks and payment pages. */
import { Hono } from "hono";
import { createControlsRoutes } from "#sandbox/stripe/controls/controls-routes.ts";
import { prepareDeliveries } from "#sandbox/stripe/deliveries/delivery-queries.ts";
import {
  createWebhookDelivery,
  type WebhookEndpoint,
} from "#sandbox/stripe/deliveries/webhook-delivery.ts";
import { createApi } from "./api.ts";
import { createBillingRoutes } from "./billing/billing-routes.ts";
import { createCheckoutRoutes } from "./checkout-routes.ts";
import { accountNow, deleteExpiredResponses, settleDue } from "./clock.ts";
import { makeIdentifier } from "./identifiers.ts";
import { getOrInsertSetting, openDatabase } from "./resource-queries.ts";
import type { SandboxState } from "./sandbox-state.ts";

export interface StripeSandboxOptions {
  /** The SQLite file; created when missing. Several processes may share it. */
  dataFile: string;
  /** Absolute address under which `fetch` is served, such as `http://localhost:3000/sandbox/stripe`. */
  publicUrl: string;
  webhook: WebhookEndpoint;
  /** The name above the payment page. */
  merchantName?: string;
  /** Real time. */
  now?: () => Date;
  /** Sends a webhook request; over the network by default. */
  deliver?: (request: Request) => Promise<Response>;
  /** Receives errors of the sandbox itself. */
  log?: (message: string, error: unknown) => void;
}

export interface StripeSandbox {
  /**
   * Answers the API under `{publicUrl}/v1/`, the payment pages under `{publicUrl}/checkout/`, and under
   * `{publicUrl}/controls` the actions of banks, customers and the network: a page for users, endpoints for tests.
   */
  fetch: (request: Request) => Promise<Response>;
  /** Starts delivering webhooks and running due work. */
  start: () => void;
  /** Ends deliveries and closes the file; requests are answered 503 from then on. */
  close: () => Promise<void>;
}

/** Takes the path of `publicUrl` off a request, whether or not an outer router has done so already. */
function withoutPrefix(request: Request, prefix: string): Request {
  const url = new URL(request.url);
  if (prefix === "" || !url.pathname.startsWith(`${prefix}/`)) return request;
  url.pathname = url.pathname.slice(prefix.length);
  return new Request(url, request);
}

/** Opens the sandbox; it delivers nothing before `start`. Throws when the file cannot be opened. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const publicUrl = options.publicUrl.replace(/\/+$/, "");
  const prefix = new URL(publicUrl).pathname.replace(/\/+$/, "");
  const log = options.log ?? ((message, error) => console.error(message, error));
  const database = openDatabase(options.dataFile);
  prepareDeliveries(database);
  const wallNow = options.now ?? (() => new Date());
  const sandbox: SandboxState = {
    database,
    now: () => accountNow(database, wallNow()),
    wallNow,
    publicUrl,
    merchantName: options.merchantName ?? "Test merchant",
    accountId: getOrInsertSetting(database, "account", () => makeIdentifier("acct", 16)),
    request: { id: null, idempotencyKey: null },
  };
  deleteExpiredResponses(sandbox);
  const delivery = createWebhookDelivery({
    sandbox,
    webhook: options.webhook,
    deliver: options.deliver ?? ((request) => fetch(request)),
    tick: () => settleDue(sandbox),
    log,
  });
  const app = new Hono();
  app.route("/", createCheckoutRoutes(sandbox, log));
  app.route("/", createBillingRoutes(sandbox));
  app.route("/", createControlsRoutes(sandbox, log));
  app.route("/", createApi(sandbox, log));
  let closed = false;
  return {
    async fetch(request) {
      if (closed) return new Response("The payment sandbox is closed.", { status: 503 });
      const response = await app.fetch(withoutPrefix(request, prefix));
      delivery.wake();
      return response;
    },
    start: delivery.start,
    async close() {
      if (closed) return;
      closed = true;
      await delivery.stop();
      database.close();
    },
  };
}
