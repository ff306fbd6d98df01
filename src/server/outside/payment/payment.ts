// What the product needs of a payment provider, in the product's words; no provider's types leak from here.

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
  };
};

/** A payment in the provider's books. */
export type ProviderPayment = {
  readonly paymentId: string;
  readonly kind: "one_time_payment" | "subscription" | "invoice";
  readonly email: string | null;
  readonly description: string | null;
  /** In units of the currency: dollars, not cents. */
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
  readonly reason: "unavailable" | "refused" | "customer_missing";

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
  /** Opens a deposit's checkout; asking again for the same deposit opens no second one. */
  createDepositCheckout(checkout: DepositCheckout): Promise<CheckoutSession>;
  /** What a checkout is now; null when there is none of that id. */
  readCheckoutSession(sessionId: string): Promise<CheckoutSession | null>;
  /** Ends an open checkout unpaid; one that is over stays as it is. */
  expireCheckoutSession(sessionId: string): Promise<void>;
  /**
   * The event in a webhook's raw body, or null unless it is signed with one of our secrets and was
   * signed at most 300 s before `receivedAt`. Reaches for nothing outside.
   */
  verifyEvent(
    rawBody: Uint8Array,
    signatureHeader: string | null,
    receivedAt: Date,
  ): ProviderEvent | null;
  /** The newest payments of all customers, newest first; at most `limit` (1 to 100) of each kind are looked at. */
  listPayments(limit: number): Promise<ProviderPayment[]>;
};

/** The payment provider of one server. */
export type Payment = CheckoutPayment;
