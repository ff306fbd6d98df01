import type { Payment } from "./payment.ts";

/** `current` finds the configured provider; `last` is the one it found last. */
export type PaymentSource = {
  readonly current: () => Promise<Payment>;
  readonly last: () => Payment;
};

/**
 * A Payment whose every call goes to the provider that is configured at that time, since admins can change it. Reading
 * several pages stays with the provider of the first page.
 */
export function createCurrentPayment({ current, last }: PaymentSource): Payment {
  return {
    // Callers compare it just after a call to the provider, so the last one is the right one.
    get isLive() {
      return last().isLive;
    },
    createCustomer: async (customer) => await (await current()).createCustomer(customer),
    updateCustomer: async (customer) => await (await current()).updateCustomer(customer),
    createDepositCheckout: async (checkout) =>
      await (await current()).createDepositCheckout(checkout),
    readCheckoutSession: async (id) => await (await current()).readCheckoutSession(id),
    expireCheckoutSession: async (id) => await (await current()).expireCheckoutSession(id),
    verifyEvent: async (body, signature, receivedAt) =>
      await (await current()).verifyEvent(body, signature, receivedAt),
    listPayments: async (limit) => await (await current()).listPayments(limit),
    createSubscriptionCheckout: async (checkout) =>
      await (await current()).createSubscriptionCheckout(checkout),
    readSubscription: async (id) => await (await current()).readSubscription(id),
    listPlanInvoices: async (id) => await (await current()).listPlanInvoices(id),
    changePlan: async (change) => await (await current()).changePlan(change),
    cancelSubscription: async (id) => await (await current()).cancelSubscription(id),
    voidUnpaidInvoices: async (id) => await (await current()).voidUnpaidInvoices(id),
    setCancelAtPeriodEnd: async (id, isEnding) =>
      await (await current()).setCancelAtPeriodEnd(id, isEnding),
    openSettlement: async (open) => await (await current()).openSettlement(open),
    findInvoicePaymentId: async (id) => await (await current()).findInvoicePaymentId(id),
    refundPayment: async (refund) => await (await current()).refundPayment(refund),
    readReversals: async (id) => await (await current()).readReversals(id),
    async *listPaymentsIn(span) {
      yield* (await current()).listPaymentsIn(span);
    },
    async *listReversedIn(span) {
      yield* (await current()).listReversedIn(span);
    },
    async *listInvoicedIn(span) {
      yield* (await current()).listInvoicedIn(span);
    },
    findCheckoutSessionId: async (id) => await (await current()).findCheckoutSessionId(id),
  };
}
