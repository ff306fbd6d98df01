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
  /** The checkout session of a payment; null when it has none. */
  findCheckoutSessionId(paymentIntentId: string): Promise<string | null>;
};
