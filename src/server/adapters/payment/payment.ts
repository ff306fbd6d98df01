// What the product needs of a payment provider, in the product's words; no provider's types leak from here.
import type { PlanName } from "#core/plan.ts";
import type { PaymentReports } from "./payment-reports.ts";

/** What became of a hosted checkout. `processing`: the payer is done, the money is still on its way. */
export type CheckoutState = "open" | "processing" | "paid" | "failed" | "expired";

/** A hosted checkout as the provider says it is now. */
export type CheckoutSession = {
  readonly sessionId: string;
  /** "payment", "subscription", or what the provider may add. */
  readonly mode: string;
  readonly state: CheckoutState;
  /** Where it is paid; null once it is over. */
  readonly url: string | null;
  readonly isLive: boolean;
  /** What is to be paid, in the smallest unit of `currency`. */
  readonly amountCents: number | null;
  /** What has arrived, in the smallest unit of `currency`; 0 before. */
  readonly receivedCents: number;
  /** ISO 4217 in lower case. */
  readonly currency: string | null;
  readonly customerId: string | null;
  /** What we named it by when it was opened. */
  readonly reference: string | null;
  readonly paymentIntentId: string | null;
  readonly subscriptionId: string | null;
};

/** A deposit's checkout to be opened. The same `depositId` and customer give the same checkout. */
export type DepositCheckout = {
  readonly depositId: string;
  readonly customerId: string;
  readonly amountCents: number;
  /** Shown on the provider's page and on the receipt. */
  readonly description: string;
  readonly expiresAt: Date;
  /** `{CHECKOUT_SESSION_ID}` in it is filled in by the provider. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/**
 * Something that the provider says has happened, cut down to what leads to the object: what the object
 * is now is read from the provider, never taken from the event.
 */
export type ProviderEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: string;
  readonly isLive: boolean;
  /** Another account on whose behalf it happened; null: our own. */
  readonly accountId: string | null;
  readonly object: {
    readonly kind: string;
    readonly id: string | null;
    /** Of checkouts. */
    readonly mode: string | null;
    readonly customerId: string | null;
    readonly subscriptionId: string | null;
    /** Of checkouts, charges, refunds and disputes: the payment they belong to. */
    readonly paymentIntentId: string | null;
  };
};

/** A payment in the provider's books. */
export type ProviderPayment = {
  readonly paymentId: string;
  readonly kind: "one_time_payment" | "subscription" | "invoice";
  readonly email: string | null;
  readonly description: string | null;
  /** In units of the currency: dollars, not cents. Negative: given back, or taken back by a dispute. */
  readonly amount: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  readonly createdAt: Date;
  readonly status: string;
};

/**
 * The provider did not do what it was asked. `unavailable`: it may work another time, and may even have
 * been done. `refused`: it will not work like this. `customer_missing`: it no longer knows the customer.
 */
export class PaymentError extends Error {
  override readonly name = "PaymentError";
  readonly reason: "unavailable" | "rejected" | "customer_missing";

  constructor(reason: PaymentError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Every function throws PaymentError, and gives up within seconds when the provider hangs. */
export type CheckoutPayment = {
  /** Whether real money moves; what comes from the other mode is not ours. */
  readonly isLive: boolean;
  /** Makes a customer, or finds the one made before under the same key; returns its id. */
  createCustomer(customer: {
    readonly userId: string;
    readonly email: string;
    readonly name: string;
    readonly idempotencyKey: string;
  }): Promise<string>;
  /** Gives a customer another address. */
  updateCustomer(customer: { readonly customerId: string; readonly email: string }): Promise<void>;
  /** Opens a deposit's checkout; asking again for the same deposit opens no second one. */
  createDepositCheckout(checkout: DepositCheckout): Promise<CheckoutSession>;
  /** What a checkout is now; null when there is none of that id. */
  readCheckoutSession(sessionId: string): Promise<CheckoutSession | null>;
  /** Ends an open checkout unpaid; one that is over stays as it is. */
  expireCheckoutSession(sessionId: string): Promise<void>;
  /**
   * The event in a webhook's raw body. `not_signed` unless it is signed with one of our secrets, at most 300 s before
   * or after `receivedAt`; `malformed` where it is, and is no event. Reaches for nothing outside.
   */
  verifyEvent(
    rawBody: Uint8Array,
    signatureHeader: string | null,
    receivedAt: Date,
  ): Promise<ProviderEvent | "not_signed" | "malformed">;
  /** The newest payments of all customers, newest first; at most `limit` (1 to 100) of each kind are looked at. */
  listPayments(limit: number): Promise<ProviderPayment[]>;
};

/** A plan's checkout to be opened. The same `checkoutId` and customer give the same checkout. */
export type SubscriptionCheckout = {
  /** Ours; the subscription that comes of it carries it for good. */
  readonly checkoutId: string;
  readonly customerId: string;
  readonly plan: PlanName;
  readonly expiresAt: Date;
  /** `{CHECKOUT_SESSION_ID}` in it is filled in by the provider. */
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/** A subscription as the provider says it is now. */
export type ProviderSubscription = {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** The checkout of ours that it came from; null: it came from elsewhere. */
  readonly checkoutId: string | null;
  /** One of the statuses of `#core/payment.ts`, or what the provider may add. */
  readonly status: string;
  /** What its next invoice bills; null when that is no plan of ours. */
  readonly plan: PlanName | null;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
  readonly cancelsAtPeriodEnd: boolean;
};

/** A paid invoice over a plan. */
export type PlanInvoice = {
  readonly invoiceId: string;
  readonly plan: PlanName;
  /** Whether it pays for a new month; otherwise it pays for a larger plan within one. */
  readonly beginsPeriod: boolean;
  /** What was paid, in US cents; 0 when credit covered it all. */
  readonly amountCents: number;
  /** What it pays for. */
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly paidAt: Date;
};

/** A change from the plan paid for to another. Asking again under the same key changes nothing more. */
export type PlanChange = {
  readonly subscriptionId: string;
  readonly from: PlanName;
  readonly to: PlanName;
  /** `now`: the difference for the rest of the period is billed at once. `next_period`: nothing is. */
  readonly takesEffect: "now" | "next_period";
  readonly idempotencyKey: string;
};

/** Like CheckoutPayment: every function throws PaymentError, and gives up within seconds. */
export type SubscriptionPayment = {
  /** Opens a plan's checkout; asking again for the same one opens no second. */
  createSubscriptionCheckout(
    checkout: SubscriptionCheckout,
  ): Promise<{ readonly sessionId: string; readonly url: string | null }>;
  /** What a subscription is now; null when there is none of that id. */
  readSubscription(subscriptionId: string): Promise<ProviderSubscription | null>;
  /** The paid invoices of a subscription over the last two years, in the order of what they pay for. */
  listPlanInvoices(subscriptionId: string): Promise<PlanInvoice[]>;
  /**
   * Changes what a subscription bills. `declined`: the card was, and nothing has changed. Where it bills a larger plan
   * than `from` by now, nothing changes either, and the PaymentError is `unavailable`.
   */
  changePlan(change: PlanChange): Promise<"changed" | "declined">;
  /** Ends a subscription at once; one that has ended stays as it is. */
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Lets a subscription end with the period that is paid, or go on after all. */
  setCancelAtPeriodEnd(subscriptionId: string, isEnding: boolean): Promise<void>;
  /** Where the customer pays what is open of a subscription, or gives another card; null: neither is possible. */
  openSettlement(open: {
    readonly subscriptionId: string;
    readonly customerId: string;
    readonly returnUrl: string;
  }): Promise<string | null>;
};

/** The payment provider of one server. */
export type Payment = CheckoutPayment & SubscriptionPayment & PaymentReports;
