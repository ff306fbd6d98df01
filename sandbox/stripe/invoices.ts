/** Invoices: what a subscription bills, charged to its card, with the payment that settled it. */
import { noSuchResource } from "./api-error.ts";
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
import { makeIdentifier } from "./identifiers.ts";
import { draftInvoice } from "./invoice-shape.ts";
import { choice, optional, record, text } from "./parameters.ts";
import { attemptPayment, createPaymentIntent } from "./payments.ts";
import type {
  BillingReason,
  Customer,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Subscription,
} from "./resources.ts";
import { findObject, insertObject } from "./store.ts";
import { nowSeconds, type World } from "./world.ts";

/** Gives the invoice its number, and sets the customer's credit against its total; a total below zero becomes credit. */
function finalizeInvoice(world: World, draft: Invoice, customer: Customer): Invoice {
  const balanceCents = draft.total + customer.balance;
  const amountDueCents = Math.max(0, balanceCents);
  const sequence = customer.next_invoice_sequence;
  change(world, customer, {
    balance: balanceCents - amountDueCents,
    next_invoice_sequence: sequence + 1,
  });
  const now = nowSeconds(world);
  const { object } = change(world, draft, {
    amount_due: amountDueCents,
    amount_remaining: amountDueCents,
    effective_at: now,
    ending_balance: balanceCents - amountDueCents,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  recordEvent(world, "invoice.finalized", object);
  return object;
}

function recordInvoicePayment(world: World, invoice: Invoice, intent: PaymentIntent) {
  const now = nowSeconds(world);
  const payment: InvoicePayment = {
    id: makeIdentifier("inpay"),
    object: "invoice_payment",
    amount_paid: intent.amount,
    amount_requested: intent.amount,
    created: now,
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: now },
  };
  insertObject(world.database, payment);
  recordEvent(world, "invoice_payment.paid", payment);
}

function markPaid(world: World, invoice: Invoice): Invoice {
  const { object } = change(world, invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.amount_due === 0 ? 0 : 1,
    attempted: true,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: nowSeconds(world) },
  });
  recordEvent(world, "invoice.paid", object);
  recordEvent(world, "invoice.payment_succeeded", object);
  return object;
}

const intentDescriptions: Record<BillingReason, string> = {
  subscription_create: "Subscription creation",
  subscription_update: "Subscription update",
};

/**
 * Bills lines of a subscription: draft, final, charged to the method, paid. An intent that an earlier refused card left
 * behind is used again. The invoice stays open when the card is refused.
 */
export function billInvoice(
  world: World,
  details: {
    customer: Customer;
    subscription: Subscription;
    lines: InvoiceLine[];
    reason: BillingReason;
    method: PaymentMethod;
    startedIntent?: PaymentIntent | undefined;
  },
): Invoice {
  const { customer, subscription, lines, reason, method } = details;
  const draft = draftInvoice(world, customer, subscription, lines, reason);
  insertObject(world.database, draft);
  recordEvent(world, "invoice.created", draft);
  const invoice = finalizeInvoice(world, draft, customer);
  if (invoice.amount_due === 0) return markPaid(world, invoice);
  const intent =
    details.startedIntent?.amount === invoice.amount_due
      ? change(world, details.startedIntent, {
          customer: customer.id,
          description: intentDescriptions[reason],
        }).object
      : createPaymentIntent(world, {
          amountCents: invoice.amount_due,
          currency: invoice.currency,
          customer: customer.id,
          description: intentDescriptions[reason],
          metadata: {},
          receiptEmail: null,
        });
  const paid = attemptPayment(world, intent, method);
  if (!paid.answer.approved) return invoice;
  recordInvoicePayment(world, invoice, paid.intent);
  return markPaid(world, invoice);
}

const paymentFilter = record({ type: choice("payment_intent"), payment_intent: text(255) });

/** Invoices (retrieve, list, lines) and their payments (retrieve, list). */
export const invoiceEndpoints: Endpoint[] = [
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
