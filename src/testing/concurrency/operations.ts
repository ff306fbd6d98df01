// The rows of the concurrency matrix: every operation of the contract that may change somebody's plan or money.
import { randomUUID } from "node:crypto";
import { packageInput } from "#testing/packages.ts";
import type { Need, PlanKind, Scene } from "./scene.ts";

/** One way to do something to a customer's plan or money. */
export type Operation = {
  readonly name: string;
  /** The plans with which it can succeed; any unless told. */
  readonly plans?: readonly PlanKind[];
  readonly needs?: readonly Need[];
  /** It concerns every customer there is, or moves the provider's clock: nobody else's may run beside it. */
  readonly scope?: "everybody" | "clock";
  readonly act: (scene: Scene) => Promise<unknown>;
};

type Row =
  | { readonly ways: readonly Operation[] }
  /** It is the same code as another operation. */
  | { readonly sameAs: string }
  /** It changes neither plan nor money. */
  | { readonly changesNeither: true };

const neither: Row = { changesNeither: true };
const paidPlans = ["subscription", "endingSubscription"] as const;
const livePlans = [...paidPlans, "overdueSubscription"] as const;
const somePlans = [...paidPlans, "complimentary"] as const;

function ways(...operations: readonly Operation[]): Row {
  return { ways: operations };
}

const wallet: Readonly<Record<string, Row>> = {
  startDeposit: ways({
    name: "a deposit is begun",
    act: ({ customer: { api } }) =>
      api.wallet.startDeposit({ amount: "25", idempotencyKey: randomUUID() }),
  }),
  resumeDeposit: ways({
    name: "a deposit is gone on with",
    needs: ["openDeposit"],
    act: ({ customer: { api }, openDeposit: { transactionId } }) =>
      api.wallet.resumeDeposit({ transactionId }),
  }),
  verifyDeposit: ways({
    name: "the payer comes back from a paid deposit",
    needs: ["paidDeposit"],
    act: ({ customer: { api }, paidDeposit: { sessionId } }) =>
      api.wallet.verifyDeposit({ sessionId }),
  }),
  adjustWallet: ways(
    {
      name: "staff credit the wallet",
      act: ({ admin, customer: { userId } }) =>
        admin.api.wallet.adjustWallet({
          userId,
          kind: "credit",
          amount: "12.34",
          reason: "Goodwill",
          idempotencyKey: randomUUID(),
        }),
    },
    {
      name: "staff deduct a fee",
      act: ({ admin, customer: { userId } }) =>
        admin.api.wallet.adjustWallet({
          userId,
          kind: "deduction",
          amount: "45",
          reason: "Freight",
          idempotencyKey: randomUUID(),
        }),
    },
  ),
  holdShippingFee: ways({
    name: "staff hold a fee",
    act: ({ admin, customer: { userId } }) =>
      admin.api.wallet.holdShippingFee({
        userId,
        amount: "50",
        reason: "Quote",
        idempotencyKey: randomUUID(),
      }),
  }),
  settleHold: ways(
    {
      name: "staff settle a hold above what was held",
      needs: ["hold"],
      act: ({ admin, holdId }) => admin.api.wallet.settleHold({ holdId, amount: "55" }),
    },
    {
      name: "staff settle a hold below what was held",
      needs: ["hold"],
      act: ({ admin, holdId }) => admin.api.wallet.settleHold({ holdId, amount: "30" }),
    },
  ),
  releaseHold: ways({
    name: "staff release a hold",
    needs: ["hold"],
    act: ({ admin, holdId }) =>
      admin.api.wallet.releaseHold({ holdId, reason: "The package was canceled" }),
  }),
};

const plans: Readonly<Record<string, Row>> = {
  startSubscription: ways({
    name: "a plan is chosen",
    plans: ["none", "checkoutOpen", "complimentary"],
    act: ({ customer: { api } }) =>
      api.plans.startSubscription({ plan: "Premium", idempotencyKey: randomUUID() }),
  }),
  changeSubscription: ways(
    {
      name: "the plan is changed to a larger one",
      plans: paidPlans,
      act: ({ customer: { api } }) => api.plans.changeSubscription({ plan: "Premium" }),
    },
    {
      name: "the plan is changed to a smaller one",
      plans: ["subscription"],
      act: ({ customer: { api } }) => api.plans.changeSubscription({ plan: "Basic" }),
    },
  ),
  cancelSubscription: ways({
    name: "the plan is canceled",
    plans: ["subscription", "overdueSubscription"],
    act: ({ customer: { api } }) => api.plans.cancelSubscription({}),
  }),
  resumeSubscription: ways({
    name: "the plan is kept after all",
    plans: ["endingSubscription"],
    act: ({ customer: { api } }) => api.plans.resumeSubscription({}),
  }),
  settleSubscription: neither,
  giveComplimentaryPlan: ways(
    {
      name: "staff give a plan",
      plans: ["none", "checkoutOpen", "checkoutPaid", "complimentary"],
      act: ({ admin, customer: { userId } }) =>
        admin.api.plans.giveComplimentaryPlan({ userId, plan: "Basic", reason: "Goodwill" }),
    },
    {
      name: "staff take a plan back",
      plans: ["complimentary"],
      act: ({ admin, customer: { userId } }) =>
        admin.api.plans.giveComplimentaryPlan({ userId, plan: null, reason: "It was for a month" }),
    },
  ),
  adjustQuota: ways({
    name: "staff set the month's packages",
    plans: somePlans,
    act: ({ admin, customer: { userId } }) =>
      admin.api.plans.adjustQuota({ userId, packageQuota: 3, reason: "Goodwill" }),
  }),
  endSubscription: ways({
    name: "staff end the subscription",
    plans: livePlans,
    act: ({ admin, customer: { userId } }) =>
      admin.api.plans.endSubscription({ userId, reason: "Fraud" }),
  }),
};

/** As a person would: when somebody else was first, they look again. */
async function editUser({ admin, customer: { userId } }: Scene): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    const { fullName, email, subscription, packageQuota } = await admin.api.users.readUser({
      userId,
    });
    const seen = { fullName, email, subscription, packageQuota };
    const isBilled = subscription !== null && packageQuota === 0;
    const wanted = isBilled ? seen : { ...seen, subscription: subscription ?? "Basic" };
    const edit = { ...wanted, fullName: "Li Chan", packageQuota: 7, reason: "As agreed" };
    try {
      await admin.api.users.updateUser({ userId, expected: seen, ...edit });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "conflict" || looks === 9) throw error;
    }
  }
}

const users: Readonly<Record<string, Row>> = {
  refreshSession: neither,
  signUp: neither,
  signIn: neither,
  signInAsAdmin: neither,
  completeTwoFactor: neither,
  signOut: neither,
  completeCallback: neither,
  resendVerification: neither,
  requestPasswordReset: neither,
  resetPassword: neither,
  updateProfile: neither,
  confirmPassword: neither,
  startTwoFactor: neither,
  confirmTwoFactor: neither,
  renewBackupCodes: neither,
  disableTwoFactor: neither,
  endSession: neither,
  endOtherSessions: neither,
  updateNotificationSettings: neither,
  suspendUser: neither,
  restoreUser: neither,
  liftLimit: neither,
  updateUser: ways({
    name: "staff edit the account's plan and packages",
    plans: ["none", ...somePlans],
    act: editUser,
  }),
  requestPayout: ways({
    name: "a payout is requested",
    act: ({ customer: { api } }) =>
      api.wallet.requestPayout({
        amount: "25",
        details: "To account 42",
        idempotencyKey: randomUUID(),
      }),
  }),
  withdrawPayout: ways({
    name: "a payout is withdrawn",
    needs: ["payoutRequest"],
    act: ({ customer: { api }, payoutRequestId }) => api.wallet.withdrawPayout({ payoutRequestId }),
  }),
  startPayout: ways({
    name: "staff begin to pay a payout",
    needs: ["payoutRequest"],
    act: ({ admin, payoutRequestId }) => admin.api.wallet.startPayout({ payoutRequestId }),
  }),
  settlePayoutRequest: ways(
    {
      name: "staff mark a payout as paid",
      needs: ["payoutRequest"],
      act: async ({ admin: { api }, payoutRequestId }) => {
        await api.wallet.startPayout({ payoutRequestId });
        await api.wallet.settlePayoutRequest({ payoutRequestId, isPaid: true, reference: "TR-1" });
      },
    },
    {
      name: "staff decline a payout",
      needs: ["payoutRequest"],
      act: ({ admin, payoutRequestId }) =>
        admin.api.wallet.settlePayoutRequest({ payoutRequestId, isPaid: false, reason: "Not yet" }),
    },
  ),
  closeAccount: ways({
    name: "the account is closed",
    plans: ["none", "checkoutOpen", "endingSubscription"],
    needs: ["emptyWallet"],
    act: ({ customer: { api, password } }) => api.users.closeAccount({ password }),
  }),
};

const packages: Readonly<Record<string, Row>> = {
  createPackage: ways({
    name: "a package is added",
    plans: somePlans,
    needs: ["lastPackage"],
    act: ({ customer: { api } }) => api.packages.createPackage(packageInput()),
  }),
  addImage: neither,
  deleteImage: neither,
  generateQrCode: neither,
  deleteQrCode: neither,
  setPackageStatus: neither,
  setFinalWeight: neither,
  addLeg: neither,
  updateLeg: neither,
  setLegStatus: neither,
  deletePackage: neither,
};

const payments: Readonly<Record<string, Row>> = {
  // The event and the job themselves stand in provider-operations.ts.
  retryProviderEvent: neither,
  startReconciliation: neither,
};

/** Areas of the contract in which nothing changes anybody's plan or money. */
export const otherAreas: readonly string[] = [
  "lanes",
  "settings",
  "errorReports",
  "limits",
  "changeStream",
  "admin",
  "audit",
];

/** Every operation of all other areas that is not a GET. */
export const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  wallet,
  plans,
  users,
  packages,
  payments,
  functions: {
    createWalletDeposit: { sameAs: "wallet.startDeposit" },
    verifyWalletDeposit: { sameAs: "wallet.verifyDeposit" },
    getStripePayments: neither,
  },
};

/** The operations of all rows. */
export const operationsOfContract: readonly Operation[] = Object.values(rows)
  .flatMap((area) => Object.values(area))
  .flatMap((row) => ("ways" in row ? row.ways : []));
