// Changes of a plan or money without a call of the API: the provider's events, and our own jobs.
import { randomUUID } from "node:crypto";
import { processEvent } from "#money/server/payments/provider-events.ts";
import { reconcile } from "#money/server/payments/reconciliation.ts";
import { refillComplimentaryPlans } from "#money/server/plans/complimentary-plans.ts";
import { callSandbox, controlSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import type { Operation } from "./operation.ts";
import type { Fixture } from "./fixture.ts";
import { shelveByJob } from "./price-operations.ts";

type EventObject = {
  readonly kind: string;
  readonly id?: string;
  readonly mode?: string;
  readonly subscriptionId?: string;
  readonly paymentIntentId?: string;
};

/** Stores and processes an event as the webhook and its job do. */
async function receive({ app }: Fixture, type: string, about: EventObject): Promise<void> {
  const eventId = `evt_${randomUUID()}`;
  const nothing = {
    id: null,
    mode: null,
    customerId: null,
    subscriptionId: null,
    paymentIntentId: null,
  };
  const createdAt = app.clock.now().toISOString();
  const object = { ...nothing, ...about };
  await app.database.kysely
    .insertInto("providerEvents")
    .values({
      id: eventId,
      type,
      payload: JSON.stringify({ eventId, type, createdAt, isLive: false, accountId: null, object }),
      state: "received",
      receivedAt: app.clock.now(),
    })
    .execute();
  await processEvent(app.services, eventId);
}

/** Changes something at the provider; a rejection, such as of a refund of a disputed payment, is ignored. */
async function changeAtProvider(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof Error && error.message.startsWith("The payment sandbox rejected"))) {
      throw error;
    }
  });
}

async function setStatus(fixture: Fixture, status: string, type: string): Promise<void> {
  const { app, subscriptionId } = fixture;
  const path = `subscriptions/${subscriptionId}/status`;
  await changeAtProvider(() => controlSandbox(app, path, { status }));
  await receive(fixture, type, { kind: "subscription", id: subscriptionId, subscriptionId });
}

/** Pays what the subscription owes, as on the provider's page. */
async function payOpenInvoice(fixture: Fixture): Promise<void> {
  const { app, subscriptionId } = fixture;
  await changeAtProvider(async () => {
    const path = `invoices?subscription=${subscriptionId}&status=open`;
    const { data } = (await callSandbox(app, path)) as { data: readonly { id: string }[] };
    for (const { id } of data)
      await callSandbox(app, `invoices/${id}/pay`, { off_session: "false" });
  });
  await receive(fixture, "invoice.paid", { kind: "invoice", subscriptionId });
}

const events: readonly Operation[] = [
  {
    name: "the event of a paid deposit arrives",
    needs: ["paidDeposit"],
    run: (fixture) =>
      receive(fixture, "checkout.session.completed", {
        kind: "checkout.session",
        id: fixture.paidDeposit.sessionId,
        mode: "payment",
      }),
  },
  {
    name: "a deposit's checkout expires",
    needs: ["openDeposit"],
    run: async (fixture) => {
      const { sessionId } = fixture.openDeposit;
      await fixture.services.payment.expireCheckoutSession(sessionId);
      const about = { kind: "checkout.session", id: sessionId, mode: "payment" };
      await receive(fixture, "checkout.session.expired", about);
    },
  },
  {
    name: "a deposit is refunded",
    needs: ["creditedDeposit"],
    run: async (fixture) => {
      const { paymentIntentId } = fixture.creditedDeposit;
      await changeAtProvider(() =>
        callSandbox(fixture.app, "refunds", { payment_intent: paymentIntentId, amount: "4000" }),
      );
      await receive(fixture, "charge.refunded", { kind: "charge", paymentIntentId });
    },
  },
  {
    name: "a dispute is opened",
    needs: ["creditedDeposit"],
    run: async (fixture) => {
      const { paymentIntentId } = fixture.creditedDeposit;
      const body = { payment_intent: paymentIntentId, kind: "chargeback" };
      await changeAtProvider(() => controlSandbox(fixture.app, "disputes", body));
      await receive(fixture, "charge.dispute.created", { kind: "dispute", paymentIntentId });
    },
  },
  {
    name: "a dispute is won",
    needs: ["disputedDeposit"],
    run: async (fixture) => {
      const path = `disputes/${fixture.disputeId}/close`;
      await changeAtProvider(() => controlSandbox(fixture.app, path, { outcome: "won" }));
      const { paymentIntentId } = fixture.creditedDeposit;
      await receive(fixture, "charge.dispute.closed", { kind: "dispute", paymentIntentId });
    },
  },
  {
    name: "the checkout of a plan is paid",
    plans: ["checkoutOpen"],
    run: async (fixture) => {
      if (fixture.checkoutUrl !== "") await payCheckout(fixture.app, fixture.checkoutUrl);
      const id = sessionIdOf(fixture.checkoutUrl);
      const about = { kind: "checkout.session", id, mode: "subscription" };
      await receive(fixture, "checkout.session.completed", about);
    },
  },
  {
    name: "the event of a plan's paid invoice arrives",
    plans: ["checkoutPaid"],
    run: (fixture) =>
      receive(fixture, "invoice.paid", {
        kind: "invoice",
        subscriptionId: fixture.subscriptionId,
      }),
  },
  {
    name: "a payment for the plan fails",
    plans: ["subscription", "endingSubscription"],
    run: (fixture) => setStatus(fixture, "past_due", "customer.subscription.updated"),
  },
  {
    name: "an overdue plan is paid",
    plans: ["overdueSubscription"],
    run: payOpenInvoice,
  },
  {
    name: "the provider ends the subscription",
    plans: ["subscription", "overdueSubscription", "endingSubscription"],
    run: (fixture) => setStatus(fixture, "canceled", "customer.subscription.deleted"),
  },
];

const jobs: readonly Operation[] = [
  {
    name: "a complimentary plan is refilled",
    plans: ["complimentary"],
    scope: "everybody",
    run: ({ services }) =>
      refillComplimentaryPlans({
        ...services,
        now: () => new Date(services.now().getTime() + 40 * 86_400_000),
      }),
  },
  {
    name: "ledger and provider are reconciled",
    plans: ["checkoutPaid"],
    needs: ["paidDeposit"],
    scope: "everybody",
    run: ({ services }) => reconcile(services, { cause: "console" }),
  },
  {
    name: "the plan is renewed",
    plans: ["subscription"],
    scope: "clock",
    run: async (fixture) => {
      const { app, subscriptionId } = fixture;
      await changeAtProvider(() =>
        controlSandbox(app, `subscriptions/${subscriptionId}/advance`, {}),
      );
      await receive(fixture, "invoice.paid", { kind: "invoice", subscriptionId });
    },
  },
];

/** All background operations. */
export const operationsOfProvider: readonly Operation[] = [...events, ...jobs, shelveByJob];
