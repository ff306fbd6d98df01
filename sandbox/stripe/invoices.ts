/** Invoices: what a subscription bills. */
import { change } from "./changes.ts";
import { recordEvent } from "./events.ts";
import { collectInvoice } from "./invoice-collection.ts";
import { draftInvoice } from "./invoice-shape.ts";
import type {
  BillingReason,
  Customer,
  Invoice,
  InvoiceLine,
  PaymentIntent,
  PaymentMethod,
  Subscription,
} from "./resources.ts";
import { insertObject } from "./resource-store.ts";
import { currentSubscription, saveSubscription } from "./subscription-status.ts";
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

/** What is billed, and to whom. */
interface Billing {
  customer: Customer;
  subscription: Subscription;
  lines: InvoiceLine[];
  reason: BillingReason;
  /** The time that is over, for an invoice that begins another; the present otherwise. */
  period?: { start: number; end: number };
}

/** Writes an invoice that nobody is charged for yet, and makes it the subscription's latest. */
export function createDraft(world: World, billing: Billing): Invoice {
  const draft = draftInvoice(world, billing);
  insertObject(world.database, draft);
  const subscription = currentSubscription(world, billing.subscription.id);
  saveSubscription(world, subscription, { latest_invoice: draft.id });
  recordEvent(world, "invoice.created", draft);
  return draft;
}

/**
 * Bills lines of a subscription: draft, final, charged to the method, paid. An intent that an earlier refused card left
 * behind is used again. When the card is refused the invoice stays open, and the subscription with it is past due.
 * The subscription may be another afterwards than the one given.
 */
export function billInvoice(
  world: World,
  billing: Billing & {
    method: PaymentMethod;
    isOffSession: boolean;
    startedIntent?: PaymentIntent | undefined;
  },
) {
  const { method, isOffSession, startedIntent } = billing;
  const invoice = finalizeInvoice(world, createDraft(world, billing), billing.customer);
  return collectInvoice(world, invoice, method, { isOffSession, startedIntent });
}
