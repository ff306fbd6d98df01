/** Serves the controls page, and runs the endpoints of its buttons. */
import { Hono } from "hono";
import { ApiError } from "#sandbox/stripe/api-error.ts";
import { clockOffsetSeconds, settleDue } from "#sandbox/stripe/clock.ts";
import { readNetworkConditions } from "#sandbox/stripe/deliveries/network-conditions.ts";
import { countDeliveries } from "#sandbox/stripe/deliveries/delivery-queries.ts";
import { decodeForm } from "#sandbox/stripe/form-encoding.ts";
import { htmlResponse } from "#sandbox/stripe/html-response.ts";
import { record } from "#sandbox/stripe/parameters.ts";
import { askBank, requirePaymentMethod } from "#sandbox/stripe/payment-methods.ts";
import { refundEndpoints } from "#sandbox/stripe/refunds.ts";
import type {
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Product,
  Subscription,
} from "#sandbox/stripe/resources.ts";
import { atomically, findObject, listObjects } from "#sandbox/stripe/resource-queries.ts";
import type { SandboxState } from "#sandbox/stripe/sandbox-state.ts";
import { controlEndpoints } from "./control-endpoints.ts";
import {
  controlsPage,
  type ControlsState,
  type ShownPayment,
  type ShownSubscription,
} from "./controls-page.ts";
import { controlsStyleSource } from "./controls-style.ts";

const shownRows = 25;
const largestFormBytes = 4096;
const openDisputes = [
  "needs_response",
  "under_review",
  "warning_needs_response",
  "warning_under_review",
];

function showPayment(sandbox: SandboxState, charge: Charge): ShownPayment {
  const { database } = sandbox;
  const one = { limit: 1 };
  const disputes = listObjects<Dispute>(
    database,
    "dispute",
    [
      { field: "charge", operator: "in", values: [charge.id] },
      { field: "status", operator: "in", values: openDisputes },
    ],
    one,
  );
  const waiting =
    charge.status === "pending" && charge.payment_intent !== null
      ? listObjects<CheckoutSession>(
          database,
          "checkout.session",
          [{ field: "payment_intent", operator: "in", values: [charge.payment_intent] }],
          one,
        ).objects[0]
      : undefined;
  return {
    charge,
    dispute: disputes.objects[0] ?? null,
    waitingSession: waiting?.id ?? null,
  };
}

function showSubscription(sandbox: SandboxState, subscription: Subscription): ShownSubscription {
  const { database } = sandbox;
  const method = requirePaymentMethod(sandbox, subscription.default_payment_method, "id");
  const product = subscription.items.data[0]?.price.product ?? "";
  return {
    subscription,
    email: findObject<Customer>(database, subscription.customer, "customer")?.email ?? null,
    product: findObject<Product>(database, product, "product")?.name ?? "Subscription",
    card: `${method.card.brand} •••• ${method.card.last4}`,
    renewalsPay: askBank(sandbox, method, true).approved,
  };
}

function readState(sandbox: SandboxState, errorMessage: string | null): ControlsState {
  const { database } = sandbox;
  const charges = listObjects<Charge>(
    database,
    "charge",
    [{ field: "status", operator: "in", values: ["succeeded", "pending"] }],
    { limit: shownRows },
  );
  const subscriptions = listObjects<Subscription>(database, "subscription", [], {
    limit: shownRows,
  });
  return {
    merchantName: sandbox.merchantName,
    now: sandbox.now(),
    offsetSeconds: clockOffsetSeconds(database),
    payments: charges.objects.map((charge) => showPayment(sandbox, charge)),
    subscriptions: subscriptions.objects.map((one) => showSubscription(sandbox, one)),
    webhooks: { ...countDeliveries(database), isHeld: readNetworkConditions(database).isHeld },
    errorMessage,
  };
}

function showPage(sandbox: SandboxState, errorMessage: string | null, status = 200): Response {
  return htmlResponse(controlsPage(readState(sandbox, errorMessage)), {
    styleSource: controlsStyleSource,
    formTargets: [sandbox.publicUrl],
    status,
  });
}

/** Reads dollars as typed, such as `12.5` or `1,200.00`, into the cents that the endpoint takes. */
function centsOf(typed: string): string {
  const match = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim().replaceAll(",", ""));
  if (match === null) throw new ApiError("Enter an amount such as 12.50.");
  return String(Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")));
}

/** Runs the endpoint that a button names; only endpoints that the page itself uses are allowed. */
function runControl(sandbox: SandboxState, encoded: string) {
  const sent = new URLSearchParams(encoded);
  const path = sent.get("control");
  const id = sent.get("id") ?? "";
  const dollars = sent.get("dollars");
  for (const name of ["control", "id", "dollars"]) sent.delete(name);
  if (dollars !== null) sent.set("amount", centsOf(dollars));
  const endpoint = [...controlEndpoints, ...refundEndpoints].find(
    (candidate) => candidate.method === "POST" && candidate.path === path,
  );
  if (endpoint === undefined) throw new ApiError("This page has no such button.");
  const parameters = record(endpoint.shape)(decodeForm(sent.toString()), "");
  atomically(sandbox.database, () => endpoint.answer(sandbox, { id, parameters }));
}

/** Builds the page under `/controls`; forms from other origins are rejected. */
export function createControlsRoutes(
  sandbox: SandboxState,
  log: (message: string, error: unknown) => void,
): Hono {
  const routes = new Hono();
  routes.get("/controls", () => {
    settleDue(sandbox);
    return showPage(sandbox, null);
  });
  routes.post("/controls", async (context) => {
    const encoded = await context.req.text();
    settleDue(sandbox);
    if (context.req.header("origin") !== new URL(sandbox.publicUrl).origin) {
      return showPage(sandbox, "Use the buttons on this page.", 403);
    }
    try {
      runControl(sandbox, encoded.length > largestFormBytes ? "" : encoded);
    } catch (error) {
      if (error instanceof ApiError) return showPage(sandbox, error.message, error.status);
      log("The controls failed", error);
      return showPage(sandbox, "Something went wrong, and nothing was changed.", 500);
    }
    return new Response(null, {
      status: 303,
      headers: { location: `${sandbox.publicUrl}/controls`, "cache-control": "no-store" },
    });
  });
  return routes;
}
