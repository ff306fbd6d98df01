/** The endpoints of invoices and of their payments. */
import { ApiError, noSuchResource, refusedCard } from "./api-error.ts";
import { change } from "./changes.ts";
import {
  type Endpoint,
  endpoint,
  listEndpoint,
  pageOf,
  pageShape,
  retrieveEndpoint,
} from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { collectInvoice, subscriptionOfInvoice } from "./invoice-collection.ts";
import { choice, flag, optional, record, text } from "./parameters.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import type { Invoice, InvoicePayment } from "./resources.ts";
import { findObject } from "./resource-store.ts";
import { nowSeconds, type World } from "./world.ts";

function requireOpen(world: World, id: string, verb: string): Invoice {
  const invoice = findObject<Invoice>(world.database, id, "invoice");
  if (invoice === undefined) throw noSuchResource("invoice", id);
  if (
    invoice.status !== "open" &&
    !(invoice.status === "uncollectible" && verb !== "written off")
  ) {
    throw new ApiError(
      `Only an open invoice can be ${verb}; the invoice ${id} is ${invoice.status}.`,
      {
        code: invoice.status === "paid" ? "invoice_already_paid" : "invoice_not_open",
      },
    );
  }
  return invoice;
}

function giveUp(world: World, invoice: Invoice, status: "uncollectible" | "void"): Invoice {
  const moment = status === "void" ? "voided_at" : "marked_uncollectible_at";
  const { object } = change(
    world,
    invoice,
    {
      auto_advance: false,
      next_payment_attempt: null,
      status,
      status_transitions: { ...invoice.status_transitions, [moment]: nowSeconds(world) },
    },
    { dueAt: null },
  );
  recordEvent(world, status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", object);
  return object;
}

const payEndpoint = endpoint(
  "POST",
  "/v1/invoices/:id/pay",
  { off_session: optional(flag), payment_method: optional(text(255)) },
  (world, sent, id) => {
    const invoice = requireOpen(world, id, "paid");
    const { default_payment_method: usual } = subscriptionOfInvoice(world, invoice);
    const method = requirePaymentMethod(world, sent.payment_method ?? usual, "payment_method");
    const collected = collectInvoice(world, invoice, method, {
      isOffSession: sent.off_session ?? true,
    });
    if (!collected.answer.approved) throw refusedCard(collected.answer);
    return collected.invoice;
  },
);

const paymentFilter = record({ type: choice("payment_intent"), payment_intent: text(255) });

/**
 * Invoices (retrieve, list, lines, pay, void, mark uncollectible) and their payments (retrieve, list). A refused card
 * is answered 402, and leaves no trace: neither the attempt nor its events are kept.
 */
export const invoiceEndpoints: Endpoint[] = [
  payEndpoint,
  endpoint("POST", "/v1/invoices/:id/void", {}, (world, _sent, id) =>
    giveUp(world, requireOpen(world, id, "voided"), "void"),
  ),
  endpoint("POST", "/v1/invoices/:id/mark_uncollectible", {}, (world, _sent, id) =>
    giveUp(world, requireOpen(world, id, "written off"), "uncollectible"),
  ),
  retrieveEndpoint<Invoice>({ path: "/v1/invoices", kind: "invoice", noun: "invoice" }),
  listEndpoint<Invoice>({
    path: "/v1/invoices",
    kind: "invoice",
    noun: "invoice",
    filters: {
      customer: { reader: optional(text(255)), field: "customer" },
      status: {
        reader: optional(choice("draft", "open", "paid", "uncollectible", "void")),
        field: "status",
      },
      subscription: {
        reader: optional(text(255)),
        field: "parent.subscription_details.subscription",
      },
    },
  }),
  endpoint("GET", "/v1/invoices/:id/lines", pageShape, (world, page, id) => {
    const invoice = findObject<Invoice>(world.database, id, "invoice");
    if (invoice === undefined) throw noSuchResource("invoice", id);
    return pageOf(invoice.lines.data, page, invoice.lines.url);
  }),
  retrieveEndpoint<InvoicePayment>({
    path: "/v1/invoice_payments",
    kind: "invoice_payment",
    noun: "invoice_payment",
  }),
  listEndpoint<InvoicePayment>({
    path: "/v1/invoice_payments",
    kind: "invoice_payment",
    noun: "invoice_payment",
    filters: {
      invoice: { reader: optional(text(255)), field: "invoice" },
      payment: {
        reader: (value, name) =>
          value === undefined ? undefined : paymentFilter(value, name).payment_intent,
        field: "payment.payment_intent",
      },
      status: { reader: optional(choice("open", "paid", "canceled")), field: "status" },
    },
  }),
];
