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
import { insertObject } from "./resource-queries.ts";
import { currentSubscription, saveSubscription } from "./subscription-status.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** Sets the invoice's number, and applies the customer's credit to its total; a total below zero becomes credit. */
export function finalizeInvoice(
  sandbox: SandboxState,
  draft: Invoice,
  customer: Customer,
): Invoice {
  const balanceCents = draft.total + customer.balance;
  const amountDueCents = Math.max(0, balanceCents);
  const sequence = customer.next_invoice_sequence;
  change(sandbox, customer, {
    balance: balanceCents - amountDueCents,
    next_invoice_sequence: sequence + 1,
  });
  const now = nowSeconds(sandbox);
  const { object } = change(sandbox, draft, {
    amount_due: amountDueCents,
    amount_remaining: amountDueCents,
    effective_at: now,
    ending_balance: balanceCents - amountDueCents,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  recordEvent(sandbox, "invoice.finalized", object);
  return object;
}

/** The subscription and the lines that are billed. */
interface Billing {
  customer: Customer;
  subscription: Subscription;
  lines: InvoiceLine[];
  reason: BillingReason;
  /** The past period, for an invoice that starts the next one; the present otherwise. */
  period?: { start: number; end: number };
}

/** Creates an invoice without charging it, and makes it the subscription's latest. */
export function createDraft(sandbox: SandboxState, billing: Billing): Invoice {
  const draft = draftInvoice(sandbox, billing);
  insertObject(sandbox.database, draft);
  const subscription = currentSubscription(sandbox, billing.subscription.id);
  saveSubscription(sandbox, subscription, { latest_invoice: draft.id });
  recordEvent(sandbox, "invoice.created", draft);
  return draft;
}

/**
 * Bills lines of a subscription: draft, final, charged to the method, paid. An intent left from an earlier declined card
 * is used again. When the card is declined the invoice stays open, and the subscription with it is past due.
 * Returns the subscription, which may have changed.
 */
export function billInvoice(
  sandbox: SandboxState,
  billing: Billing & {
    method: PaymentMethod;
    isOffSession: boolean;
    startedIntent?: PaymentIntent | undefined;
  },
) {
  const { method, isOffSession, startedIntent } = billing;
  const invoice = finalizeInvoice(sandbox, createDraft(sandbox, billing), billing.customer);
  return collectInvoice(sandbox, invoice, method, { isOffSession, startedIntent });
}
