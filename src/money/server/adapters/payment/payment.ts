import type { PaymentType } from "#money/rules/payment.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

/** `processing`: the payer has finished, and the money has not arrived yet. */
export type CheckoutState = "open" | "processing" | "paid" | "failed" | "expired";

/** The current state of a hosted checkout at the provider. */
export type CheckoutSession = {
  readonly sessionId: string;
  /** "payment", "subscription", or a mode that the provider may add. */
  readonly mode: string;
  readonly state: CheckoutState;
  /** The payment page; null once the checkout has ended. */
  readonly url: string | null;
  readonly isLive: boolean;
  /** The amount due, in the smallest unit of `currency`. */
  readonly amountCents: number | null;
  /** The amount received, in the smallest unit of `currency`; 0 before. */
  readonly receivedCents: number;
  /** ISO 4217 in lower case. */
  readonly currency: string | null;
  readonly customerId: string | null;
  /** The id of ours that it was opened with. */
  readonly reference: string | null;
  readonly paymentIntentId: string | null;
  /** Of the payment, once it was tried. */
  readonly chargeId: string | null;
  readonly subscriptionId: string | null;
};

/** The input of a deposit's checkout. The same `depositId` and customer give the same checkout. */
export type DepositCheckout = {
  readonly depositId: string;
  readonly customerId: string;
  readonly amountCents: number;
  /** Shown on the provider's page and on the receipt. */
  readonly description: string;
  readonly expiresAt: Date;
  /** The provider replaces `{CHECKOUT_SESSION_ID}` in it. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/**
 * A webhook event, reduced to the ids of its object: the state of the object is always read from the provider, never
 * taken from the event, since events arrive late and in any order.
 */
export type ProviderEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: string;
  readonly isLive: boolean;
  /** The connected account that it is about; null: our own account. */
  readonly accountId: string | null;
  readonly object: {
    readonly kind: string;
    readonly id: string | null;
    /** Of checkouts. */
    readonly mode: string | null;
    readonly customerId: string | null;
    readonly subscriptionId: string | null;
    /** Of checkouts, charges, refunds and disputes. */
    readonly paymentIntentId: string | null;
  };
};

/** What a payment that was started here pays. */
export type PaymentPurpose =
  | { readonly kind: "deposit" }
  | { readonly kind: "plan"; readonly plan: PlanName };

export type ProviderPayment = {
  readonly paymentId: string;
  /** Its other ids: of the payment intent, of the charge, or of what it gives back. */
  readonly references: readonly string[];
  readonly kind: PaymentType;
  readonly email: string | null;
  /** Null for a payment that was not started here. */
  readonly purpose: PaymentPurpose | null;
  /** Set for money that goes back to the payer, of which the purpose and the description are those of the payment. */
  readonly reversal: "refund" | "dispute" | null;
  /** As the provider has it. */
  readonly description: string | null;
  /** In units of the currency: dollars, not cents. Negative for refunds and disputes. */
  readonly amount: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  readonly createdAt: Date;
  readonly status: string;
};

/**
 * A call to the provider failed. `unavailable`: a retry may succeed, and the first call may have had its effect.
 * `rejected`: a retry will fail too. `customer_missing`: the customer does not exist at the provider any more.
 */
export class PaymentError extends Error {
  override readonly name = "PaymentError";
  readonly reason: "unavailable" | "rejected" | "customer_missing";

  constructor(reason: PaymentError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Every function throws PaymentError, and times out within seconds. */
export type CheckoutPayment = {
  /** Whether real money moves; events of the other mode are ignored. */
  readonly isLive: boolean;
  /** Creates a customer, or finds the one created under the same key; returns its id. */
  createCustomer(customer: {
    readonly userId: string;
    readonly email: string;
    readonly name: string;
    readonly idempotencyKey: string;
  }): Promise<string>;
  /** Changes the email of a customer. */
  updateCustomer(customer: { readonly customerId: string; readonly email: string }): Promise<void>;
  /** Opens a deposit's checkout; a repeat for the same deposit returns the same one. */
  createDepositCheckout(checkout: DepositCheckout): Promise<CheckoutSession>;
  /** The current state of a checkout; null when there is no such checkout. */
  readCheckoutSession(sessionId: string): Promise<CheckoutSession | null>;
  /** Expires an open checkout; an ended one stays as it is. */
  expireCheckoutSession(sessionId: string): Promise<void>;
  /**
   * The event in a webhook's raw body. `not_signed` unless it is signed with one of our secrets, at most 300 s before
   * or after `receivedAt`; `malformed` when it is signed and not an event. Makes no network call.
   */
  verifyEvent(
    rawBody: Uint8Array,
    signatureHeader: string | null,
    receivedAt: Date,
  ): Promise<ProviderEvent | "not_signed" | "malformed">;
  /** The newest payments of all customers, newest first; at most `limit` (1 to 100) of each kind are read. */
  listPayments(limit: number): Promise<ProviderPayment[]>;
};

/** The input of a plan's checkout. The same `checkoutId` and customer give the same checkout. */
export type SubscriptionCheckout = {
  /** Our id, which the subscription carries in its metadata. */
  readonly checkoutId: string;
  readonly customerId: string;
  readonly plan: PlanName;
  readonly expiresAt: Date;
  /** The provider replaces `{CHECKOUT_SESSION_ID}` in it. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/** The current state of a subscription at the provider. */
export type ProviderSubscription = {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Our checkout that created it; null: it was created elsewhere. */
  readonly checkoutId: string | null;
  /** One of the statuses of `#money/rules/payment.ts`, or one that the provider may add. */
  readonly status: string;
  /** The plan that its next invoice bills; null for any other price. */
  readonly plan: PlanName | null;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
  readonly cancelsAtPeriodEnd: boolean;
  /** Whether its newest invoice was voided, so that nobody pays for the period that it began. */
  readonly isNewestInvoiceVoid: boolean;
};

export type PlanInvoice = {
  readonly invoiceId: string;
  readonly plan: PlanName;
  /** Whether it pays for a new month; otherwise for an upgrade within one. */
  readonly beginsPeriod: boolean;
  /** In US cents; 0 when credit covered all of it. */
  readonly amountCents: number;
  /** The period that it pays for. */
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly paidAt: Date;
};

/** A change from the paid plan to another. A repeat under the same key changes nothing more. */
export type PlanChange = {
  readonly subscriptionId: string;
  readonly from: PlanName;
  readonly to: PlanName;
  /** `now`: the difference for the rest of the period is billed at once. `next_period`: nothing is. */
  readonly takesEffect: "now" | "next_period";
  readonly idempotencyKey: string;
};

/** Every function throws PaymentError, and times out within seconds. */
export type SubscriptionPayment = {
  /** Opens a plan's checkout; a repeat for the same checkout id returns the same one. */
  createSubscriptionCheckout(
    checkout: SubscriptionCheckout,
  ): Promise<{ readonly sessionId: string; readonly url: string | null }>;
  /** The current state of a subscription; null when there is no such subscription. */
  readSubscription(subscriptionId: string): Promise<ProviderSubscription | null>;
  /** The paid invoices of a subscription over the last two years, in the order of their periods. */
  listPlanInvoices(subscriptionId: string): Promise<PlanInvoice[]>;
  /**
   * Changes the plan that a subscription bills. `declined`: the card was declined, and nothing has changed. When it bills
   * a larger plan than `from` by now, nothing changes, and the PaymentError is `unavailable`.
   */
  changePlan(change: PlanChange): Promise<"changed" | "declined">;
  /** What changing from the paid plan to a larger one would bill at once, for the rest of the period. Changes nothing. */
  previewUpgrade(upgrade: Pick<PlanChange, "subscriptionId" | "from" | "to">): Promise<number>;
  /** Ends a subscription immediately, and voids its unpaid invoices; an ended one stays as it is. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /**
   * Voids the unpaid invoices of a subscription, which nobody can pay afterwards; one that is paid meanwhile stays paid.
   * While a payment is in progress, the PaymentError is `rejected`.
   */
  voidUnpaidInvoices(subscriptionId: string): Promise<void>;
  /** Ends a subscription with the paid period, or undoes that. */
  setCancelAtPeriodEnd(subscriptionId: string, isEnding: boolean): Promise<void>;
  /** The page where the customer pays a subscription's open invoice or changes the card; null: neither is possible. */
  openSettlement(open: {
    readonly subscriptionId: string;
    readonly customerId: string;
    readonly returnUrl: string;
  }): Promise<string | null>;
};

/** Giving plan payments back. Every function throws PaymentError, and times out within seconds. */
export type RefundingPayment = {
  /** The payment that paid an invoice; undefined for one that was not paid by one. */
  findInvoicePaymentId(invoiceId: string): Promise<string | undefined>;
  /**
   * Gives an amount of a payment back to its card. Calls at once, or one whose answer was lost, give it back once; more than was
   * paid, or a disputed payment, is `rejected`.
   */
  refundPayment(refund: {
    readonly paymentIntentId: string;
    readonly amountCents: number;
  }): Promise<void>;
};

export type Payment = CheckoutPayment & SubscriptionPayment & RefundingPayment & PaymentReports;

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly payment: Payment;
  }
}

export type ProviderDispute = {
  readonly disputeId: string;
  /** As the provider names it. */
  readonly status: string;
  readonly amountCents: number;
  /** Whether the provider has taken the amount, for now or for good. */
  readonly isTaken: boolean;
  readonly isOver: boolean;
};

/** A payment by card. Amounts are in the smallest unit of `currency`. */
export type ReportedPayment = {
  readonly paymentIntentId: string;
  /** The deposit's id that we attached to the payment; null: it belongs to no deposit. */
  readonly depositId: string | null;
  readonly isLive: boolean;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  readonly receivedCents: number;
  readonly createdAt: Date;
};

/** A payment with its refunds and disputes. */
export type ReversedPayment = ReportedPayment & {
  /** The sum of all refunds that did not fail. */
  readonly refundedCents: number;
  readonly disputes: readonly ProviderDispute[];
};

/** From `startsAt` (inclusive) to `endsAt` (exclusive). */
export type Span = { readonly startsAt: Date; readonly endsAt: Date };

/** Every function throws PaymentError; no single request takes longer than seconds. */
export type PaymentReports = {
  /** The current state of a payment with its refunds and disputes; null when there is no such payment. */
  readReversals(paymentIntentId: string): Promise<ReversedPayment | null>;
  /** The successful payments created within the span, a page at a time. */
  listPaymentsIn(span: Span): AsyncIterable<readonly ReportedPayment[]>;
  /** The ids of payments that were refunded or disputed within the span, a page at a time. */
  listReversedIn(span: Span): AsyncIterable<readonly string[]>;
  /** The paid invoices created within the span, with their subscriptions, a page at a time. */
  listInvoicedIn(
    span: Span,
  ): AsyncIterable<readonly { readonly subscriptionId: string; readonly invoiceId: string }[]>;
  /** The checkout session of a payment; undefined when it has none. */
  findCheckoutSessionId(paymentIntentId: string): Promise<string | undefined>;
};
