/** The payment sandbox: a stand-in for Stripe that keeps its state, sends webhooks and shows a payment page. */
import { Hono } from "hono";
import { createControlsRoutes } from "#sandbox/stripe/controls/controls-routes.ts";
import { prepareDeliveries } from "#sandbox/stripe/deliveries/delivery-store.ts";
import {
  createWebhookDelivery,
  type WebhookEndpoint,
} from "#sandbox/stripe/deliveries/webhook-delivery.ts";
import { createApi } from "./api.ts";
import { createBillingRoutes } from "./billing/billing-routes.ts";
import { createCheckoutRoutes } from "./checkout-routes.ts";
import { accountNow, forgetOldResponses, settleDue } from "./clock.ts";
import { makeIdentifier } from "./identifiers.ts";
import { keepSetting, openDatabase } from "./resource-store.ts";
import type { World } from "./world.ts";

export interface StripeSandboxOptions {
  /** The SQLite file; made when it is not there. Several processes may share it. */
  dataFile: string;
  /** Absolute address under which `fetch` is served, such as `http://localhost:3000/sandbox/stripe`. */
  publicUrl: string;
  webhook: WebhookEndpoint;
  /** The name above the payment page. */
  merchantName?: string;
  /** The clock on the wall. */
  now?: () => Date;
  /** Sends a webhook request; over the network unless given. */
  deliver?: (request: Request) => Promise<Response>;
  /** Told of failures of the sandbox itself. */
  log?: (message: string, error: unknown) => void;
}

export interface StripeSandbox {
  /**
   * Answers the API under `{publicUrl}/v1/`, the payment pages under `{publicUrl}/checkout/`, and under
   * `{publicUrl}/controls` what the world outside does: a page for people, endpoints for tests.
   */
  fetch: (request: Request) => Promise<Response>;
  /** Begins to deliver webhooks and to expire what is due. */
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
  const world: World = {
    database,
    now: () => accountNow(database, wallNow()),
    wallNow,
    publicUrl,
    merchantName: options.merchantName ?? "Test merchant",
    accountId: keepSetting(database, "account", () => makeIdentifier("acct", 16)),
    request: { id: null, idempotencyKey: null },
  };
  forgetOldResponses(world);
  const delivery = createWebhookDelivery({
    world,
    webhook: options.webhook,
    deliver: options.deliver ?? ((request) => fetch(request)),
    tick: () => settleDue(world),
    log,
  });
  const app = new Hono();
  app.route("/", createCheckoutRoutes(world, log));
  app.route("/", createBillingRoutes(world));
  app.route("/", createControlsRoutes(world, log));
  app.route("/", createApi(world, log));
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
