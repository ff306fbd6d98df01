// The rows of the concurrency matrix: every operation of the contract that may change a customer's plan or money.
import { randomUUID } from "node:crypto";
import { packageInput } from "#test/packages.ts";
import type { Fixture } from "./fixture.ts";
import { cases } from "./case-operations.ts";
import { neither, type Operation, type Row, ways } from "./operation.ts";
import {
  createWithNumbers,
  deletePackage,
  depart,
  inboundParcels,
  parcelClaims,
  receiving,
  merge,
  mergeBack,
  split,
  voidDirectly,
} from "./parcel-operations.ts";
import { labels, manifests, numberRanges } from "./manifest-operations.ts";
import {
  addLeg,
  changeLeg,
  deliver,
  lanes,
  rates,
  shippingServices,
  goodsRules,
  suggestions,
  tracking,
} from "./price-operations.ts";
import { goods } from "./goods-operations.ts";
import { boxes, extraServices, packing, parcelRemovals, shipRequests } from "./ship-operations.ts";

const paidPlans = ["subscription", "endingSubscription"] as const;
const livePlans = [...paidPlans, "overdueSubscription"] as const;
const somePlans = [...paidPlans, "complimentary"] as const;

const wallet: Readonly<Record<string, Row>> = {
  startDeposit: ways({
    name: "a deposit is started",
    run: ({ customer: { api } }) =>
      api.wallet.startDeposit({ amount: "25", idempotencyKey: randomUUID() }),
  }),
  resumeDeposit: ways({
    name: "a deposit is resumed",
    needs: ["openDeposit"],
    run: ({ customer: { api }, openDeposit: { transactionId } }) =>
      api.wallet.resumeDeposit({ transactionId }),
  }),
  cancelDeposit: ways({
    name: "an unpaid deposit is dismissed",
    needs: ["openDeposit"],
    run: ({ customer: { api }, openDeposit: { transactionId } }) =>
      api.wallet.cancelDeposit({ transactionId }),
  }),
  verifyDeposit: ways({
    name: "the customer returns from a paid deposit",
    needs: ["paidDeposit"],
    run: ({ customer: { api }, paidDeposit: { sessionId } }) =>
      api.wallet.verifyDeposit({ sessionId }),
  }),
  adjustWallet: ways(
    {
      name: "an admin credits the wallet",
      run: ({ admin, customer: { userId } }) =>
        admin.api.wallet.adjustWallet({
          userId,
          kind: "credit",
          amount: "12.34",
          reason: "Goodwill",
          idempotencyKey: randomUUID(),
        }),
    },
    {
      name: "an admin deducts a fee",
      run: ({ admin, customer: { userId } }) =>
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
    name: "an admin holds a fee",
    run: ({ admin, customer: { userId } }) =>
      admin.api.wallet.holdShippingFee({
        userId,
        amount: "50",
        reason: "Quote",
        idempotencyKey: randomUUID(),
      }),
  }),
  settleHold: ways(
    {
      name: "an admin settles a hold above what was held",
      needs: ["hold"],
      run: ({ admin, holdId }) => admin.api.wallet.settleHold({ holdId, amount: "55" }),
    },
    {
      name: "an admin settles a hold below what was held",
      needs: ["hold"],
      run: ({ admin, holdId }) => admin.api.wallet.settleHold({ holdId, amount: "30" }),
    },
  ),
  releaseHold: ways({
    name: "an admin releases a hold",
    needs: ["hold"],
    run: ({ admin, holdId }) =>
      admin.api.wallet.releaseHold({ holdId, reason: "The package was canceled" }),
  }),
  requestPayout: ways({
    name: "a payout is requested",
    run: ({ customer: { api } }) =>
      api.wallet.requestPayout({
        amount: "25",
        details: "To account 42",
        idempotencyKey: randomUUID(),
      }),
  }),
  withdrawPayout: ways({
    name: "a payout is withdrawn",
    needs: ["payoutRequest"],
    run: ({ customer: { api }, payoutRequestId }) => api.wallet.withdrawPayout({ payoutRequestId }),
  }),
  startPayout: ways({
    name: "an admin starts to pay a payout",
    needs: ["payoutRequest"],
    run: ({ admin, payoutRequestId }) => admin.api.wallet.startPayout({ payoutRequestId }),
  }),
  settlePayoutRequest: ways(
    {
      name: "an admin marks a payout as paid",
      needs: ["payoutRequest", "startedPayout"],
      run: ({ admin, payoutRequestId }) =>
        admin.api.wallet.settlePayoutRequest({
          payoutRequestId,
          isPaid: true,
          reference: "TR-1",
        }),
    },
    {
      name: "an admin declines a payout",
      needs: ["payoutRequest"],
      run: ({ admin, payoutRequestId }) =>
        admin.api.wallet.settlePayoutRequest({ payoutRequestId, isPaid: false, reason: "Not yet" }),
    },
  ),
};

const plans: Readonly<Record<string, Row>> = {
  startSubscription: ways({
    name: "a plan is chosen",
    plans: ["none", "checkoutOpen", "complimentary"],
    run: ({ customer: { api } }) =>
      api.plans.startSubscription({ plan: "Premium", idempotencyKey: randomUUID() }),
  }),
  changeSubscription: ways(
    {
      name: "the plan is changed to a larger one",
      plans: paidPlans,
      run: ({ customer: { api } }) => api.plans.changeSubscription({ plan: "Premium" }),
    },
    {
      name: "the plan is changed to a smaller one",
      plans: ["subscription"],
      run: ({ customer: { api } }) => api.plans.changeSubscription({ plan: "Basic" }),
    },
  ),
  previewSubscriptionChange: neither,
  cancelSubscription: ways({
    name: "the plan is canceled",
    plans: ["subscription", "overdueSubscription"],
    run: ({ customer: { api } }) => api.plans.cancelSubscription({}),
  }),
  resumeSubscription: ways({
    name: "the plan is resumed",
    plans: ["endingSubscription"],
    run: ({ customer: { api } }) => api.plans.resumeSubscription({}),
  }),
  settleSubscription: neither,
  giveComplimentaryPlan: ways(
    {
      name: "an admin gives a plan",
      plans: ["none", "checkoutOpen", "checkoutPaid", "complimentary"],
      run: ({ admin, customer: { userId } }) =>
        admin.api.plans.giveComplimentaryPlan({ userId, plan: "Basic", reason: "Goodwill" }),
    },
    {
      name: "an admin takes a plan back",
      plans: ["complimentary"],
      run: ({ admin, customer: { userId } }) =>
        admin.api.plans.giveComplimentaryPlan({ userId, plan: null, reason: "It was for a month" }),
    },
  ),
  adjustQuota: ways({
    name: "an admin sets the month's packages",
    about: "packages",
    plans: somePlans,
    run: ({ admin, customer: { userId } }) =>
      admin.api.plans.adjustQuota({ userId, packageQuota: 3, reason: "Goodwill" }),
  }),
  endSubscription: ways({
    name: "an admin ends the subscription",
    plans: livePlans,
    run: ({ admin, customer: { userId } }) =>
      admin.api.plans.endSubscription({ userId, reason: "Fraud" }),
  }),
  refundPlanPayment: ways({
    name: "the payment of a month that ended early is refunded",
    plans: ["endedSubscription"],
    run: async ({ admin, customer: { userId } }) => {
      const { items } = await admin.api.plans.listEndedPlanPayments({ userId });
      const invoiceId = items[0]?.invoiceId ?? "";
      await admin.api.plans.refundPlanPayment({ userId, invoiceId, reason: "Cut short" });
    },
  }),
};

/** Edits as an admin does: after a conflict they reload and try again. */
async function editUser({ admin, customer: { userId } }: Fixture): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const { fullName, email, subscription, packageQuota } = await admin.api.users.readUser({
      userId,
    });
    const expectedVersion = { fullName, email, subscription, packageQuota };
    const isBilled = subscription !== null && packageQuota === 0;
    const changed = isBilled
      ? expectedVersion
      : { ...expectedVersion, subscription: subscription ?? "Basic" };
    const edit = { ...changed, fullName: "Li Chan", packageQuota: 7, reason: "As agreed" };
    try {
      await admin.api.users.updateUser({ userId, expectedVersion, ...edit });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "conflict" || attempts === 10) throw error;
    }
  }
}

const auth: Readonly<Record<string, Row>> = {
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
  readInvitation: neither,
  acceptInvitation: neither,
  acceptInvitedRole: neither,
  confirmPassword: neither,
  startTwoFactor: neither,
  confirmTwoFactor: neither,
  renewBackupCodes: neither,
  disableTwoFactor: neither,
  endSession: neither,
  endOtherSessions: neither,
};

const users: Readonly<Record<string, Row>> = {
  updateProfile: neither,
  updateNotificationSettings: neither,
  updateDisplayCurrency: neither,
  chooseLanguage: neither,
  openCustomerArea: neither,
  inviteStaff: neither,
  resendStaffInvitation: neither,
  withdrawStaffInvitation: neither,
  grantStaffRole: neither,
  endStaffRole: neither,
  suspendUser: neither,
  restoreUser: neither,
  updateUser: ways({
    name: "an admin edits the account's plan and packages",
    plans: ["none", ...somePlans],
    run: editUser,
  }),
  closeAccount: ways({
    name: "the account is closed",
    about: "packages",
    plans: ["none", "checkoutOpen", "endingSubscription"],
    needs: ["emptyWallet"],
    run: ({ customer: { api, password } }) => api.users.closeAccount({ password }),
  }),
};

const packages: Readonly<Record<string, Row>> = {
  createPackage: ways(
    {
      name: "a package is added",
      plans: somePlans,
      needs: ["lastPackage"],
      about: "packages",
      run: ({ customer: { api } }) => api.packages.createPackage(packageInput()),
    },
    createWithNumbers,
  ),
  mergePackages: ways(merge, mergeBack),
  splitPackage: ways(split),
  updatePackage: neither,
  updateRecipient: neither,
  confirmPackage: neither,
  cancelPackage: ways({
    name: "the customer cancels a package",
    plans: somePlans,
    needs: ["package"],
    about: "packages",
    run: ({ customer: { api }, pkg }) => api.packages.cancelPackage({ packageId: pkg?.id ?? "" }),
  }),
  addImage: neither,
  deleteOwnImage: neither,
  deleteImage: neither,
  generateQrCode: neither,
  deleteQrCode: neither,
  setPackageStatus: ways(voidDirectly),
  setFinalWeight: neither,
  addLeg: ways(addLeg),
  updateLeg: ways(changeLeg),
  // Whether it or a cancellation comes first decides about the quota.
  setLegStatus: ways(
    {
      name: "an admin moves a leg",
      plans: somePlans,
      needs: ["package"],
      about: "packages",
      run: ({ admin, pkg }) =>
        admin.api.packages.setLegStatus({
          legId: pkg?.legs[0]?.id ?? "",
          status: "in_transit",
          expectedVersion: "pending",
        }),
    },
    depart,
    deliver,
  ),
  deletePackage: ways(deletePackage),
};

/** Areas of the contract in which no operation changes a plan or money. */
export const otherAreas: readonly string[] = [
  "packageShares",
  "notifications",
  "quotes",
  "carriers",
  "warehouses",
  "storageLocations",
  "storageRates",
  "stocktakes",
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
  auth,
  users,
  packages,
  cases,
  inboundParcels,
  goods,
  parcelClaims,
  parcelRemovals,
  receiving,
  shipRequests,
  labels,
  numberRanges,
  manifests,
  packing,
  extraServices,
  boxes,
  lanes,
  rates,
  shippingServices,
  goodsRules,
  suggestions,
  tracking,
  // The event and the job themselves stand in provider-operations.ts.
  payments: { retryProviderEvent: neither, startReconciliation: neither },
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
