// What the product reads in the provider's books: payments of deposits, what was given or taken back, paid invoices.

/** A payer's bank wants a payment back. */
export type ProviderDispute = {
  readonly disputeId: string;
  /** The provider's word. */
  readonly status: string;
  readonly amountCents: number;
  /** Whether the provider has taken the amount, for now or for good. */
  readonly isTaken: boolean;
  readonly isOver: boolean;
};

/** A payment by card, with what has become of it. Amounts in the smallest unit of `currency`. */
export type ReportedPayment = {
  readonly paymentIntentId: string;
  /** What we named it by; null: it is no deposit of ours. */
  readonly depositId: string | null;
  readonly isLive: boolean;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  readonly receivedCents: number;
  readonly createdAt: Date;
};

/** A payment with what was given or taken back of it. */
export type ReversedPayment = ReportedPayment & {
  /** Given back to the payer; refunds that failed are not in it. */
  readonly refundedCents: number;
  readonly disputes: readonly ProviderDispute[];
};

/** A span of time: from `startsAt` on, until before `endsAt`. */
export type Span = { readonly startsAt: Date; readonly endsAt: Date };

/** Like the other parts of Payment: every function throws PaymentError, and no single request takes longer than seconds. */
export type PaymentReports = {
  /** A payment with its refunds and disputes as they are now; null when there is none of that id. */
  readReversals(paymentIntentId: string): Promise<ReversedPayment | null>;
  /** The payments that arrived of those begun within the span, a page at a time. */
  listPaymentsIn(span: Span): AsyncIterable<readonly ReportedPayment[]>;
  /** The payments of which something was given or taken back within the span. */
  listReversedIn(span: Span): AsyncIterable<readonly string[]>;
  /** The subscriptions of which an invoice was made within the span and is paid, with that invoice. */
  listInvoicedIn(
    span: Span,
  ): AsyncIterable<readonly { readonly subscriptionId: string; readonly invoiceId: string }[]>;
  /** The checkout that a payment came from; null when it came from none. */
  findCheckoutSessionId(paymentIntentId: string): Promise<string | null>;
};
