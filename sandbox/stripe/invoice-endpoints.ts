/** The endpoints of invoices and of their payments. */
import { ApiError, noSuchResource, cardDeclined } from "./api-error.ts";
import { change } from "./changes.ts";
import { requireCustomer } from "./customers.ts";
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
import { finalizeInvoice } from "./invoices.ts";
import { choice, flag, optional, record, text } from "./parameters.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import type { Invoice, InvoicePayment } from "./resources.ts";
import { findObject, listObjects } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";
import { updateSubscription } from "./subscription-status.ts";

function requireOpen(sandbox: SandboxState, id: string, verb: string): Invoice {
  const invoice = findObject<Invoice>(sandbox.database, id, "invoice");
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

function giveUp(
  sandbox: SandboxState,
  invoice: Invoice,
  status: "uncollectible" | "void",
): Invoice {
  const moment = status === "void" ? "voided_at" : "marked_uncollectible_at";
  const { object } = change(
    sandbox,
    invoice,
    {
      auto_advance: false,
      next_payment_attempt: null,
      status,
      status_transitions: { ...invoice.status_transitions, [moment]: nowSeconds(sandbox) },
    },
    { dueAt: null },
  );
  recordEvent(
    sandbox,
    status === "void" ? "invoice.voided" : "invoice.marked_uncollectible",
    object,
  );
  followNewestInvoice(sandbox, object);
  return object;
}

/**
 * As with the provider, the status follows the newest invoice that is not void: where nobody owes that one any more, an
 * overdue subscription is active again.
 */
function followNewestInvoice(sandbox: SandboxState, invoice: Invoice) {
  const subscription = subscriptionOfInvoice(sandbox, invoice);
  if (subscription.status !== "past_due" && subscription.status !== "unpaid") return;
  const { objects } = listObjects<Invoice>(
    sandbox.database,
    "invoice",
    [
      {
        field: "parent.subscription_details.subscription",
        operator: "in",
        values: [subscription.id],
      },
      { field: "status", operator: "in", values: ["open", "paid", "uncollectible"] },
    ],
    { limit: 1 },
  );
  if (objects[0] === undefined || objects[0].status === "open") return;
  updateSubscription(sandbox, subscription, { status: "active" });
}

function finalize(sandbox: SandboxState, id: string, isCollected: boolean | undefined): Invoice {
  const draft = findObject<Invoice>(sandbox.database, id, "invoice");
  if (draft === undefined) throw noSuchResource("invoice", id);
  if (draft.status !== "draft") {
    throw new ApiError(`Only a draft can be finalized; the invoice ${id} is ${draft.status}.`);
  }
  if (isCollected !== false) {
    throw new ApiError("This stand-in finalizes invoices without collecting them.", {
      param: "auto_advance",
    });
  }
  return finalizeInvoice(sandbox, draft, requireCustomer(sandbox, draft.customer, "customer"));
}

const payEndpoint = endpoint(
  "POST",
  "/v1/invoices/:id/pay",
  { off_session: optional(flag), payment_method: optional(text(255)) },
  (sandbox, sent, id) => {
    const invoice = requireOpen(sandbox, id, "paid");
    const { default_payment_method: usual } = subscriptionOfInvoice(sandbox, invoice);
    const method = requirePaymentMethod(sandbox, sent.payment_method ?? usual, "payment_method");
    const collected = collectInvoice(sandbox, invoice, method, {
      isOffSession: sent.off_session ?? true,
    });
    if (!collected.answer.approved) throw cardDeclined(collected.answer);
    return collected.invoice;
  },
);

const paymentFilter = record({ type: choice("payment_intent"), payment_intent: text(255) });

/**
 * Invoices (retrieve, list, lines, finalize, pay, void, mark uncollectible) and their payments (retrieve, list). A declined card
 * is answered with 402 and stores nothing, neither the attempt nor its events.
 */
export const invoiceEndpoints: Endpoint[] = [
  payEndpoint,
  endpoint(
    "POST",
    "/v1/invoices/:id/finalize",
    { auto_advance: optional(flag) },
    (sandbox, sent, id) => finalize(sandbox, id, sent.auto_advance),
  ),
  endpoint("POST", "/v1/invoices/:id/void", {}, (sandbox, _sent, id) =>
    giveUp(sandbox, requireOpen(sandbox, id, "voided"), "void"),
  ),
  endpoint("POST", "/v1/invoices/:id/mark_uncollectible", {}, (sandbox, _sent, id) =>
    giveUp(sandbox, requireOpen(sandbox, id, "written off"), "uncollectible"),
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
  endpoint("GET", "/v1/invoices/:id/lines", pageShape, (sandbox, page, id) => {
    const invoice = findObject<Invoice>(sandbox.database, id, "invoice");
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
