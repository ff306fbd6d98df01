// Makes the customers on which operations are tried at once: each with the plan and the money that they need.
import { randomUUID } from "node:crypto";
import type { AppServices } from "#server/context.ts";
import { applySubscription } from "#server/plans/apply-subscription.ts";
import { applyReversals } from "#server/wallet/reversals/apply-reversals.ts";
import { controlSandbox, payCheckout, sessionIdOf } from "#testing/payment-sandbox.ts";
import { aCustomer, type TestPerson } from "#testing/users.ts";
import type { TestApp } from "#testing/test-app.ts";

/** What plan a customer has. `checkoutPaid`: the provider has the payment, and we have not heard of it. */
export const planKinds = [
  "none",
  "checkoutOpen",
  "checkoutPaid",
  "subscription",
  "overdueSubscription",
  "endingSubscription",
  "complimentary",
] as const;
export type PlanKind = (typeof planKinds)[number];

/** What a customer has beside a plan and 60 dollars. `emptyWallet` takes the money away, where nothing needs it. */
export type Need =
  | "emptyWallet"
  | "creditedDeposit"
  | "disputedDeposit"
  | "paidDeposit"
  | "openDeposit"
  | "hold"
  | "payoutRequest"
  | "lastPackage";

/** A checkout at the provider, and the payment that came of it. */
type Deposit = {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly paymentIntentId: string;
};

/** A server, and somebody of its staff. */
export type Stage = { readonly app: TestApp; readonly admin: TestPerson };

export type Scene = Stage & {
  readonly services: AppServices;
  readonly customer: TestPerson;
  readonly subscriptionId: string;
  readonly checkoutUrl: string;
  readonly creditedDeposit: Deposit;
  readonly paidDeposit: Deposit;
  readonly openDeposit: Deposit;
  readonly disputeId: string;
  readonly holdId: string;
  readonly payoutRequestId: string;
};

const billedPlans: readonly PlanKind[] = [
  "subscription",
  "overdueSubscription",
  "endingSubscription",
];

const none: Deposit = { sessionId: "", transactionId: "", paymentIntentId: "" };

async function aDeposit(
  app: TestApp,
  customer: TestPerson,
  state: "open" | "paid" | "credited",
): Promise<Deposit> {
  const amount = { open: "20", paid: "30", credited: "50" }[state];
  const { url } = await customer.api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  const sessionId = sessionIdOf(url);
  if (state !== "open") await payCheckout(app, url);
  if (state === "credited") await customer.api.wallet.verifyDeposit({ sessionId });
  const session = await app.services.payment.readCheckoutSession(sessionId);
  const { transactionId } = await app.database.kysely
    .selectFrom("deposits")
    .select("transactionId")
    .where("checkoutSessionId", "=", sessionId)
    .executeTakeFirstOrThrow();
  return { sessionId, transactionId, paymentIntentId: session?.paymentIntentId ?? "" };
}

async function aPlan(
  { app, admin }: Stage,
  { kind, customer }: { readonly kind: PlanKind; readonly customer: TestPerson },
): Promise<Pick<Scene, "subscriptionId" | "checkoutUrl">> {
  const { userId, api } = customer;
  if (kind === "complimentary") {
    await admin.api.plans.giveComplimentaryPlan({
      userId,
      plan: "Super",
      reason: "A friend of the house",
    });
  }
  if (kind === "none" || kind === "complimentary") return { subscriptionId: "", checkoutUrl: "" };
  const { url } = await api.plans.startSubscription({
    plan: "Super",
    idempotencyKey: randomUUID(),
  });
  if (kind === "checkoutOpen") return { subscriptionId: "", checkoutUrl: url };
  await payCheckout(app, url);
  const session = await app.services.payment.readCheckoutSession(sessionIdOf(url));
  const subscriptionId = session?.subscriptionId ?? "";
  if (kind === "checkoutPaid") return { subscriptionId, checkoutUrl: url };
  if (kind === "overdueSubscription") {
    await applySubscription(app.services, subscriptionId);
    await controlSandbox(app, `subscriptions/${subscriptionId}/status`, { status: "past_due" });
  }
  await applySubscription(app.services, subscriptionId);
  if (kind === "endingSubscription") await api.plans.cancelSubscription({});
  return { subscriptionId, checkoutUrl: url };
}

async function aHold(admin: TestPerson, userId: string): Promise<string> {
  const asked = { userId, amount: "40", reason: "Quote", idempotencyKey: randomUUID() };
  return (await admin.api.wallet.holdShippingFee(asked)).hold.id;
}

async function aDispute(app: TestApp, paymentIntentId: string): Promise<string> {
  const body = { payment_intent: paymentIntentId, kind: "chargeback" };
  const { id } = await controlSandbox<{ id: string }>(app, "disputes", body);
  await applyReversals(app.services, paymentIntentId);
  return id;
}

async function aPayoutRequest(app: TestApp, { userId, api }: TestPerson): Promise<string> {
  await api.wallet.requestPayout({
    amount: "15",
    details: "To account 42",
    idempotencyKey: randomUUID(),
  });
  const { id } = await app.database.kysely
    .selectFrom("payoutRequests")
    .select("id")
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return id;
}

/** A fresh customer. Their money is scarce, so that two operations that take some are in each other's way. */
export async function makeScene(
  stage: Stage,
  { kind, needs }: { readonly kind: PlanKind; readonly needs: ReadonlySet<Need> },
): Promise<Scene> {
  const { app, admin } = stage;
  const customer = await aCustomer(app);
  const { userId } = customer;
  const plan = await aPlan(stage, { kind, customer });
  const takesDeposit = needs.has("creditedDeposit") || needs.has("disputedDeposit");
  const creditedDeposit = takesDeposit ? await aDeposit(app, customer, "credited") : none;
  const needsMoney = takesDeposit || needs.has("hold") || needs.has("payoutRequest");
  if (needsMoney || !needs.has("emptyWallet")) {
    const amount = takesDeposit ? "20" : "60";
    const credit = { userId, kind: "credit", amount, reason: "Goodwill" } as const;
    await admin.api.wallet.adjustWallet({ ...credit, idempotencyKey: randomUUID() });
  }
  if (needs.has("lastPackage") && billedPlans.includes(kind)) {
    await admin.api.plans.adjustQuota({ userId, packageQuota: 1, reason: "For the matrix" });
  }
  return {
    ...stage,
    services: app.services,
    customer,
    ...plan,
    creditedDeposit,
    holdId: needs.has("hold") ? await aHold(admin, userId) : "",
    paidDeposit: needs.has("paidDeposit") ? await aDeposit(app, customer, "paid") : none,
    openDeposit: needs.has("openDeposit") ? await aDeposit(app, customer, "open") : none,
    disputeId: needs.has("disputedDeposit")
      ? await aDispute(app, creditedDeposit.paymentIntentId)
      : "",
    payoutRequestId: needs.has("payoutRequest") ? await aPayoutRequest(app, customer) : "",
  };
}
