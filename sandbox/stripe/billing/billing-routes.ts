/** Serves the page on which an open invoice is paid, and the one on which a customer gives another card. */
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
import { atomically, findObject, listObjects } from "#sandbox/stripe/resource-store.ts";
import { updateSubscription } from "#sandbox/stripe/subscription-status.ts";
import type { World } from "#sandbox/stripe/world.ts";
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

function page(world: World, markup: unknown, targets: string[] = [], status = 200): Response {
  const formTargets = [world.publicUrl, ...targets];
  return htmlResponse(markup, { styleSource: checkoutStyleSource, formTargets, status });
}

function notice(world: World, title: string, text: string, status = 200): Response {
  return page(world, noticePage(world.merchantName, { title, text, back: null }), [], status);
}

/** Reads the card of a form as a payment method of the customer, or gives the form back with what is wrong. */
function readMethod(
  world: World,
  encoded: string,
  customer: Customer,
): { method: PaymentMethod } | { state: FormState } {
  const sent = new URLSearchParams(encoded);
  const typed = (name: string) => (sent.get(name) ?? "").trim().slice(0, 100);
  const card = { number: typed("number"), expiry: typed("expiry"), cvc: typed("cvc") };
  const read = readCard(card, world.now());
  if ("errors" in read) {
    const shown = { ...emptyForm.typed, number: card.number, expiry: card.expiry };
    return { state: { ...emptyForm, typed: shown, errors: read.errors } };
  }
  const holder = { email: customer.email, name: customer.name, customer: customer.id };
  return { method: createPaymentMethod(world, read.card, holder) };
}

function customerOf(world: World, id: string): Customer {
  const customer = findObject<Customer>(world.database, id, "customer");
  if (customer === undefined) throw new Error(`Customer ${id} is lost.`);
  return customer;
}

function invoiceRequest(world: World, invoice: Invoice): CardRequest {
  const amount = formatAmount(invoice.amount_due, invoice.currency);
  return {
    merchantName: world.merchantName,
    label: "Amount due",
    headline: amount,
    note: "The card pays this invoice, and those that follow.",
    button: `Pay ${amount}`,
    back: null,
  };
}

function payInvoice(world: World, invoice: Invoice, encoded: string): Response {
  const read = readMethod(world, encoded, customerOf(world, invoice.customer));
  const asked = invoiceRequest(world, invoice);
  if ("state" in read) return page(world, cardPage(asked, read.state));
  const subscription = subscriptionOfInvoice(world, invoice);
  const { answer } = collectInvoice(world, invoice, read.method, { isOffSession: false });
  if (!answer.approved) {
    return page(world, cardPage(asked, { ...emptyForm, declineMessage: answer.message }));
  }
  const paid = findObject<Subscription>(world.database, subscription.id, "subscription");
  if (paid !== undefined && liveStatuses.includes(paid.status)) {
    updateSubscription(world, paid, { default_payment_method: read.method.id });
  }
  return notice(world, "Thank you, this invoice is paid", "You can close this page.");
}

function answerInvoice(world: World, id: string, encoded: string | null): Response {
  const invoice = findObject<Invoice>(world.database, id, "invoice");
  if (invoice === undefined) {
    return notice(world, "There is no such invoice", "Go back to where you came from.", 404);
  }
  if (invoice.status !== "open") {
    const what = invoice.status === "paid" ? "is paid" : "cannot be paid any more";
    return notice(world, `This invoice ${what}`, "There is nothing left to do here.");
  }
  if (encoded !== null) return payInvoice(world, invoice, encoded);
  return page(world, cardPage(invoiceRequest(world, invoice), emptyForm));
}

/** The card pays what the customer subscribes to from now on, and what is open is asked of it at once. */
function replaceCard(world: World, customer: Customer, method: PaymentMethod): void {
  const conditions = [
    { field: "customer", operator: "in" as const, values: [customer.id] },
    { field: "status", operator: "in" as const, values: liveStatuses },
  ];
  const { objects } = listObjects<Subscription>(world.database, "subscription", conditions, {
    limit: 100,
  });
  for (const subscription of objects) {
    const updated = updateSubscription(world, subscription, { default_payment_method: method.id });
    const latest = findObject<Invoice>(world.database, updated.latest_invoice ?? "", "invoice");
    if (latest?.status === "open") collectInvoice(world, latest, method, { isOffSession: false });
  }
}

function answerPortal(world: World, id: string, encoded: string | null): Response {
  const session = findPortalSession(world, id);
  if (session === undefined) {
    return notice(world, "This page has expired", "Go back to where you came from.", 404);
  }
  const targets = [session.return_url];
  const asked: CardRequest = {
    merchantName: world.merchantName,
    label: "Payment method",
    headline: "Another card",
    note: "It pays for your subscription from now on, and what is open at once.",
    button: "Save card",
    back: session.return_url,
  };
  if (encoded === null) return page(world, cardPage(asked, emptyForm), targets);
  const customer = customerOf(world, session.customer);
  const read = readMethod(world, encoded, customer);
  if ("state" in read) return page(world, cardPage(asked, read.state), targets);
  replaceCard(world, customer, read.method);
  const headers = { location: session.return_url, "cache-control": "no-store" };
  return new Response(null, { status: 303, headers });
}

/** Builds the pages under `/invoices/{invoice}` and `/billing/{portal session}`. */
export function createBillingRoutes(world: World): Hono {
  const routes = new Hono();
  const answers = { "/invoices/:id": answerInvoice, "/billing/:id": answerPortal };
  for (const [path, answer] of Object.entries(answers)) {
    routes.get(path, (context) => {
      settleDue(world);
      return answer(world, context.req.param("id") ?? "", null);
    });
    routes.post(path, async (context) => {
      const encoded = await context.req.text();
      settleDue(world);
      const sent = encoded.length > largestFormBytes ? "" : encoded;
      return atomically(world.database, () => answer(world, context.req.param("id") ?? "", sent));
    });
  }
  return routes;
}
