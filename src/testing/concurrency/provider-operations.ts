// What changes somebody's plan or money without anybody calling the API: the provider's events, and our own jobs.
import { randomUUID } from "node:crypto";
import { processEvent } from "#server/payments/process-event.ts";
import { reconcile } from "#server/payments/reconciliation/reconcile.ts";
import { refillComplimentaryPlans } from "#server/plans/complimentary/refill-complimentary-plans.ts";
import { callSandbox, controlSandbox, payCheckout, sessionIdOf } from "#testing/payment-sandbox.ts";
import type { Operation } from "./operations.ts";
import type { Scene } from "./scene.ts";

type EventObject = {
  readonly kind: string;
  readonly id?: string;
  readonly mode?: string;
  readonly subscriptionId?: string;
  readonly paymentIntentId?: string;
};

/** Takes up an event as the job does. */
async function receive({ app }: Scene, type: string, about: EventObject): Promise<void> {
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

/** Does something at the provider; what it refuses, such as giving back what is disputed, is not done. */
async function atProvider(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof Error && error.message.startsWith("The payment sandbox refused"))) {
      throw error;
    }
  });
}

async function setStatus(scene: Scene, status: string, type: string): Promise<void> {
  const { app, subscriptionId } = scene;
  const path = `subscriptions/${subscriptionId}/status`;
  await atProvider(() => controlSandbox(app, path, { status }));
  await receive(scene, type, { kind: "subscription", id: subscriptionId, subscriptionId });
}

const events: readonly Operation[] = [
  {
    name: "the event of a paid deposit comes",
    needs: ["paidDeposit"],
    act: (scene) =>
      receive(scene, "checkout.session.completed", {
        kind: "checkout.session",
        id: scene.paidDeposit.sessionId,
        mode: "payment",
      }),
  },
  {
    name: "a deposit's checkout expires",
    needs: ["openDeposit"],
    act: async (scene) => {
      const { sessionId } = scene.openDeposit;
      await scene.services.payment.expireCheckoutSession(sessionId);
      const about = { kind: "checkout.session", id: sessionId, mode: "payment" };
      await receive(scene, "checkout.session.expired", about);
    },
  },
  {
    name: "a deposit is refunded",
    needs: ["creditedDeposit"],
    act: async (scene) => {
      const { paymentIntentId } = scene.creditedDeposit;
      await atProvider(() =>
        callSandbox(scene.app, "refunds", { payment_intent: paymentIntentId, amount: "4000" }),
      );
      await receive(scene, "charge.refunded", { kind: "charge", paymentIntentId });
    },
  },
  {
    name: "a dispute is opened",
    needs: ["creditedDeposit"],
    act: async (scene) => {
      const { paymentIntentId } = scene.creditedDeposit;
      const body = { payment_intent: paymentIntentId, kind: "chargeback" };
      await atProvider(() => controlSandbox(scene.app, "disputes", body));
      await receive(scene, "charge.dispute.created", { kind: "dispute", paymentIntentId });
    },
  },
  {
    name: "a dispute is won",
    needs: ["disputedDeposit"],
    act: async (scene) => {
      const path = `disputes/${scene.disputeId}/close`;
      await atProvider(() => controlSandbox(scene.app, path, { outcome: "won" }));
      const { paymentIntentId } = scene.creditedDeposit;
      await receive(scene, "charge.dispute.closed", { kind: "dispute", paymentIntentId });
    },
  },
  {
    name: "the checkout of a plan is paid",
    plans: ["checkoutOpen"],
    act: async (scene) => {
      if (scene.checkoutUrl !== "") await payCheckout(scene.app, scene.checkoutUrl);
      const id = sessionIdOf(scene.checkoutUrl);
      const about = { kind: "checkout.session", id, mode: "subscription" };
      await receive(scene, "checkout.session.completed", about);
    },
  },
  {
    name: "the event of a plan's paid invoice comes",
    plans: ["checkoutPaid"],
    act: (scene) =>
      receive(scene, "invoice.paid", {
        kind: "invoice",
        subscriptionId: scene.subscriptionId,
      }),
  },
  {
    name: "a payment for the plan fails",
    plans: ["subscription", "endingSubscription"],
    act: (scene) => setStatus(scene, "past_due", "customer.subscription.updated"),
  },
  {
    name: "an overdue plan is paid",
    plans: ["overdueSubscription"],
    act: (scene) => setStatus(scene, "active", "customer.subscription.updated"),
  },
  {
    name: "the provider ends the subscription",
    plans: ["subscription", "overdueSubscription", "endingSubscription"],
    act: (scene) => setStatus(scene, "canceled", "customer.subscription.deleted"),
  },
];

const jobs: readonly Operation[] = [
  {
    name: "a complimentary plan is refilled",
    plans: ["complimentary"],
    scope: "everybody",
    act: ({ services }) =>
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
    act: ({ services }) => reconcile(services, { cause: "console" }),
  },
  {
    name: "the plan is renewed",
    plans: ["subscription"],
    scope: "clock",
    act: async (scene) => {
      const { app, subscriptionId } = scene;
      await atProvider(() => controlSandbox(app, `subscriptions/${subscriptionId}/advance`, {}));
      await receive(scene, "invoice.paid", { kind: "invoice", subscriptionId });
    },
  },
];

/** Everything that happens in the background. */
export const operationsOfProvider: readonly Operation[] = [...events, ...jobs];
