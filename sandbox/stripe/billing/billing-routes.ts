/** Serves the page on which an open invoice is paid, and the one on which a customer replaces the card. */
import { Hono } from "hono";
import { readCard } from "#sandbox/stripe/cards.ts";
import { type FormState, noticePage } from "#sandbox/stripe/checkout-page.ts";
import { checkoutStyleSource } from "#sandbox/stripe/checkout-style.ts";
import { settleDue } from "#sandbox/stripe/clock.ts";
import { htmlResponse } from "#sandbox/stripe/html-response.ts";
import { collectInvoice, subscriptionOfInvoice } from "#sandbox/stripe/invoice-collection.ts";
import { formatAmount } from "#sandbox/stripe/money.ts";
import { createPaymentMethod } from "#sandbox/stripe/payment-methods.ts";
import type { Customer, Invoice, PaymentMethod, Subscription } from "#sandbox/stripe/resources.ts";
import { atomically, findObject, listObjects } from "#sandbox/stripe/resource-queries.ts";
import { updateSubscription } from "#sandbox/stripe/subscription-status.ts";
import type { SandboxState } from "#sandbox/stripe/sandbox-state.ts";
import { cardPage, type CardRequest } from "./billing-page.ts";
import { findPortalSession } from "./portal-sessions.ts";

const largestFormBytes = 16 * 1024;
const liveStatuses = ["active", "past_due", "unpaid", "trialing", "paused"];

const emptyForm: FormState = {
  typed: { email: "", number: "", expiry: "", cvc: "", name: "" },
  errors: {},
  declineMessage: null,
  attempt: "",
};

function page(
  sandbox: SandboxState,
  markup: unknown,
  targets: string[] = [],
  status = 200,
): Response {
  const formTargets = [sandbox.publicUrl, ...targets];
  return htmlResponse(markup, { styleSource: checkoutStyleSource, formTargets, status });
}

function notice(sandbox: SandboxState, title: string, text: string, status = 200): Response {
  return page(sandbox, noticePage(sandbox.merchantName, { title, text, back: null }), [], status);
}

/** Reads the card of a form as a payment method of the customer, or returns the form with its errors. */
function readMethod(
  sandbox: SandboxState,
  encoded: string,
  customer: Customer,
): { method: PaymentMethod } | { state: FormState } {
  const sent = new URLSearchParams(encoded);
  const typed = (name: string) => (sent.get(name) ?? "").trim().slice(0, 100);
  const card = { number: typed("number"), expiry: typed("expiry"), cvc: typed("cvc") };
  const read = readCard(card, sandbox.now());
  if ("errors" in read) {
    const shown = { ...emptyForm.typed, number: card.number, expiry: card.expiry };
    return { state: { ...emptyForm, typed: shown, errors: read.errors } };
  }
  const holder = { email: customer.email, name: customer.name, customer: customer.id };
  return { method: createPaymentMethod(sandbox, read.card, holder) };
}

function customerOf(sandbox: SandboxState, id: string): Customer {
  const customer = findObject<Customer>(sandbox.database, id, "customer");
  if (customer === undefined) throw new Error(`Customer ${id} is lost.`);
  return customer;
}

function invoiceRequest(sandbox: SandboxState, invoice: Invoice): CardRequest {
  const amount = formatAmount(invoice.amount_due, invoice.currency);
  return {
    merchantName: sandbox.merchantName,
    label: "Amount due",
    headline: amount,
    note: "The card pays this invoice, and those that follow.",
    button: `Pay ${amount}`,
    back: null,
  };
}

function payInvoice(sandbox: SandboxState, invoice: Invoice, encoded: string): Response {
  const read = readMethod(sandbox, encoded, customerOf(sandbox, invoice.customer));
  const request = invoiceRequest(sandbox, invoice);
  if ("state" in read) return page(sandbox, cardPage(request, read.state));
  const subscription = subscriptionOfInvoice(sandbox, invoice);
  const { answer } = collectInvoice(sandbox, invoice, read.method, { isOffSession: false });
  if (!answer.approved) {
    return page(sandbox, cardPage(request, { ...emptyForm, declineMessage: answer.message }));
  }
  const paid = findObject<Subscription>(sandbox.database, subscription.id, "subscription");
  if (paid !== undefined && liveStatuses.includes(paid.status)) {
    updateSubscription(sandbox, paid, { default_payment_method: read.method.id });
  }
  return notice(sandbox, "Thank you, this invoice is paid", "You can close this page.");
}

function answerInvoice(sandbox: SandboxState, id: string, encoded: string | null): Response {
  const invoice = findObject<Invoice>(sandbox.database, id, "invoice");
  if (invoice === undefined) {
    return notice(sandbox, "There is no such invoice", "Go back to where you came from.", 404);
  }
  if (invoice.status !== "open") {
    const what = invoice.status === "paid" ? "is paid" : "cannot be paid any more";
    return notice(sandbox, `This invoice ${what}`, "There is nothing left to do here.");
  }
  if (encoded !== null) return payInvoice(sandbox, invoice, encoded);
  return page(sandbox, cardPage(invoiceRequest(sandbox, invoice), emptyForm));
}

/** The card pays all future invoices of the subscription, and open invoices immediately. */
function replaceCard(sandbox: SandboxState, customer: Customer, method: PaymentMethod): void {
  const conditions = [
    { field: "customer", operator: "in" as const, values: [customer.id] },
    { field: "status", operator: "in" as const, values: liveStatuses },
  ];
  const { objects } = listObjects<Subscription>(sandbox.database, "subscription", conditions, {
    limit: 100,
  });
  for (const subscription of objects) {
    const updated = updateSubscription(sandbox, subscription, {
      default_payment_method: method.id,
    });
    const latest = findObject<Invoice>(sandbox.database, updated.latest_invoice ?? "", "invoice");
    if (latest?.status === "open") collectInvoice(sandbox, latest, method, { isOffSession: false });
  }
}

function answerPortal(sandbox: SandboxState, id: string, encoded: string | null): Response {
  const session = findPortalSession(sandbox, id);
  if (session === undefined) {
    return notice(sandbox, "This page has expired", "Go back to where you came from.", 404);
  }
  const targets = [session.return_url];
  const request: CardRequest = {
    merchantName: sandbox.merchantName,
    label: "Payment method",
    headline: "Another card",
    note: "It pays for your subscription from now on, and what is open at once.",
    button: "Save card",
    back: session.return_url,
  };
  if (encoded === null) return page(sandbox, cardPage(request, emptyForm), targets);
  const customer = customerOf(sandbox, session.customer);
  const read = readMethod(sandbox, encoded, customer);
  if ("state" in read) return page(sandbox, cardPage(request, read.state), targets);
  replaceCard(sandbox, customer, read.method);
  const headers = { location: session.return_url, "cache-control": "no-store" };
  return new Response(null, { status: 303, headers });
}

/** Builds the pages under `/invoices/{invoice}` and `/billing/{portal session}`. */
export function createBillingRoutes(sandbox: SandboxState): Hono {
  const routes = new Hono();
  const answers = { "/invoices/:id": answerInvoice, "/billing/:id": answerPortal };
  for (const [path, answer] of Object.entries(answers)) {
    routes.get(path, (context) => {
      settleDue(sandbox);
      return answer(sandbox, context.req.param("id") ?? "", null);
    });
    routes.post(path, async (context) => {
      const encoded = await context.req.text();
      settleDue(sandbox);
      const sent = encoded.length > largestFormBytes ? "" : encoded;
      return atomically(sandbox.database, () =>
        answer(sandbox, context.req.param("id") ?? "", sent),
      );
    });
  }
  return routes;
}
