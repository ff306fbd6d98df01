// Creates the customers of the concurrency matrix, each with the plan and the money that a pair of operations needs.
import { randomUUID } from "node:crypto";
import type { Package } from "#goods/contract/packages.ts";
import type { AppServices } from "#platform/server/context.ts";
import { uncountAllAttempts } from "#platform/server/limits/count-attempt.ts";
import { applySubscription } from "#money/server/plans/apply-subscription.ts";
import { applyReversals } from "#money/server/wallet/reversals.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { aPackage } from "#test/packages.ts";
import { controlSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { createGatheringPackages, type GatheringPackages } from "./gathering-packages.ts";
import { createShippedGoods, type ShippedGoods, type ShippingNeed } from "./shipped-goods.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import type { TestApp } from "#test/test-app.ts";

/** The plan of a customer. `checkoutPaid`: paid at the provider, but no event has been processed yet. */
export const planKinds = [
  "none",
  "checkoutOpen",
  "checkoutPaid",
  "subscription",
  "overdueSubscription",
  "endingSubscription",
  "endedSubscription",
  "complimentary",
] as const;
export type PlanKind = (typeof planKinds)[number];

/** What a customer has beside a plan and 60 dollars. `emptyWallet` leaves out the money, where no other need has money. */
export type Need =
  | "emptyWallet"
  | "creditedDeposit"
  | "disputedDeposit"
  | "paidDeposit"
  | "openDeposit"
  | "hold"
  | "payoutRequest"
  | "startedPayout"
  | "case"
  | "proposedGrant"
  | "package"
  | "lastPackage"
  | "gatheringPackages"
  | ShippingNeed;

/** A checkout at the provider, and its payment. */
type Deposit = {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly paymentIntentId: string;
};

/** A server with one of its admins. */
export type TestServer = { readonly app: TestApp; readonly admin: TestPerson };

export type Fixture = TestServer & {
  /** The sandbox's. */
  readonly warehouseId: string;
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
  readonly caseId: string;
  readonly pkg: Package | null;
  readonly gathering: GatheringPackages | null;
  readonly goods: ShippedGoods | null;
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

/** A case about the account, in which support may have proposed money. */
async function aCase(
  app: TestApp,
  customer: TestPerson,
  needs: ReadonlySet<Need>,
): Promise<string> {
  const key = () => ({ idempotencyKey: randomUUID() });
  const { id: caseId } = await customer.api.cases.openCase({
    subject: "account",
    subjectId: customer.userId,
    problem: "other",
    text: "It came late.",
    ...key(),
  });
  if (needs.has("proposedGrant")) {
    const { api } = await aStaffMember(app, ["support"]);
    const granted = { caseId, amountCents: 2_500, outcome: "It was late.", ...key() };
    await api.cases.grantCase(granted);
  }
  return caseId;
}

async function aPlan(
  { app, admin }: TestServer,
  { kind, customer }: { readonly kind: PlanKind; readonly customer: TestPerson },
): Promise<Pick<Fixture, "subscriptionId" | "checkoutUrl">> {
  const { userId, api } = customer;
  if (kind === "complimentary") {
    await admin.api.plans.giveComplimentaryPlan({
      userId,
      plan: "Super",
      reason: "Goodwill",
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
    await controlSandbox(app, `subscriptions/${subscriptionId}/renewals`, { answer: "declined" });
    await controlSandbox(app, `subscriptions/${subscriptionId}/period`, {});
    // What is owed can be paid again, so that canceling and paying compete.
    await controlSandbox(app, `subscriptions/${subscriptionId}/renewals`, { answer: "paid" });
  }
  await applySubscription(app.services, subscriptionId);
  if (kind === "endingSubscription") await api.plans.cancelSubscription({});
  if (kind === "endedSubscription") {
    await admin.api.plans.endSubscription({ userId, reason: "For the matrix" });
  }
  return { subscriptionId, checkoutUrl: url };
}

async function aHold(admin: TestPerson, userId: string): Promise<string> {
  const input = { userId, amount: "40", reason: "Quote", idempotencyKey: randomUUID() };
  return (await admin.api.wallet.holdShippingFee(input)).hold.id;
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

/** Kinds with which no package can be added. */
const kindsWithoutPlan: readonly PlanKind[] = [
  "none",
  "checkoutOpen",
  "checkoutPaid",
  "overdueSubscription",
  "endedSubscription",
];

async function addPackages(
  app: TestApp,
  customer: TestPerson,
  needs: ReadonlySet<Need>,
): Promise<Pick<Fixture, "gathering" | "pkg">> {
  const gathering = needs.has("gatheringPackages")
    ? await createGatheringPackages(app, customer)
    : null;
  return {
    gathering,
    pkg: gathering?.pkg ?? (needs.has("package") ? await aPackage(customer) : null),
  };
}

/** From the least to the furthest: two operations that need different ones get the further. */
const shippingNeeds: readonly ShippingNeed[] = [
  "receivedPackage",
  "boxToClose",
  "packedBox",
  "shelvedBox",
  "acceptedBox",
  "labelledBox",
  "departing",
  "handedOver",
];

/** Those of which a quote was accepted. */
const acceptedNeeds = shippingNeeds.slice(shippingNeeds.indexOf("acceptedBox"));

/** Whether something can be sent with a plan of this kind. */
export function canSendWith(kind: PlanKind): boolean {
  return !kindsWithoutPlan.includes(kind);
}

/** Whether who has these needs has something to send. */
export function sendsGoods(needs: readonly Need[] = []): boolean {
  return shippingNeeds.some((need) => needs.includes(need));
}

/** What a customer has sent; made last, since extra services take money. */
async function addGoods(
  server: TestServer & { readonly warehouseId: string },
  customer: TestPerson,
  needs: ReadonlySet<Need>,
): Promise<ShippedGoods | null> {
  const need = shippingNeeds.findLast((one) => needs.has(one));
  return need === undefined ? null : await createShippedGoods(server, customer, need);
}

/** A customer's plan and packages. Without a running plan the packages were added with one that has ended. */
async function aPlanWithPackages(
  server: TestServer,
  { kind, needs, customer }: { kind: PlanKind; needs: ReadonlySet<Need>; customer: TestPerson },
) {
  const { app, admin } = server;
  if (!kindsWithoutPlan.includes(kind)) {
    const plan = await aPlan(server, { kind, customer });
    return { ...plan, ...(await addPackages(app, customer, needs)) };
  }
  const hasPackages = needs.has("gatheringPackages") || needs.has("package");
  const givePlan = async (plan: "Super" | null) => {
    const input = { userId: customer.userId, plan, reason: "For its packages" };
    if (hasPackages) await admin.api.plans.giveComplimentaryPlan(input);
  };
  await givePlan("Super");
  const packages = await addPackages(app, customer, needs);
  await givePlan(null);
  return { ...(await aPlan(server, { kind, customer })), ...packages };
}

/** A new customer with so little money that two operations that take some compete for it. */
export async function createFixture(
  server: TestServer,
  { kind, needs }: { readonly kind: PlanKind; readonly needs: ReadonlySet<Need> },
): Promise<Fixture> {
  const { app, admin } = server;
  // One admin receives the parcels of all pairs at one moment of the test's clock, more than a desk may in a minute.
  await uncountAllAttempts(app.database.kysely, [admin.userId]);
  const warehouseId = await enterWarehouse(app, { by: admin });
  const customer = await aCustomer(app);
  const { userId } = customer;
  const planAndPackages = await aPlanWithPackages(server, { kind, needs, customer });
  const takesDeposit = needs.has("creditedDeposit") || needs.has("disputedDeposit");
  const creditedDeposit = takesDeposit ? await aDeposit(app, customer, "credited") : none;
  const needsMoney =
    takesDeposit || needs.has("hold") || needs.has("payoutRequest") || sendsGoods([...needs]);
  if (needsMoney || !needs.has("emptyWallet")) {
    // The hold takes what an accepted quote needs.
    const isAccepted = needs.has("hold") && acceptedNeeds.some((need) => needs.has(need));
    const amount = isAccepted ? "100" : takesDeposit ? "20" : "60";
    const credit = { userId, kind: "credit", amount, reason: "Goodwill" } as const;
    await admin.api.wallet.adjustWallet({ ...credit, idempotencyKey: randomUUID() });
  }
  if (needs.has("lastPackage") && billedPlans.includes(kind)) {
    await admin.api.plans.adjustQuota({ userId, packageQuota: 1, reason: "For the matrix" });
  }
  const payoutRequestId = needs.has("payoutRequest") ? await aPayoutRequest(app, customer) : "";
  const caseId = needs.has("case") ? await aCase(app, customer, needs) : "";
  if (needs.has("startedPayout")) await admin.api.wallet.startPayout({ payoutRequestId });
  return {
    ...server,
    warehouseId,
    goods: await addGoods({ ...server, warehouseId }, customer, needs),
    services: app.services,
    customer,
    ...planAndPackages,
    creditedDeposit,
    holdId: needs.has("hold") ? await aHold(admin, userId) : "",
    paidDeposit: needs.has("paidDeposit") ? await aDeposit(app, customer, "paid") : none,
    openDeposit: needs.has("openDeposit") ? await aDeposit(app, customer, "open") : none,
    disputeId: needs.has("disputedDeposit")
      ? await aDispute(app, creditedDeposit.paymentIntentId)
      : "",
    payoutRequestId,
    caseId,
  };
}
