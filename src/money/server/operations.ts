import type { functions, payments } from "#money/contract/payments.ts";
import type { payouts } from "#money/contract/payouts.ts";
import type { plans } from "#money/contract/plans.ts";
import type { wallet } from "#money/contract/wallet.ts";
import type { Operations } from "#platform/server/context.ts";
import {
  createWalletDeposit,
  verifyWalletDeposit,
  getStripePayments,
  exportPayments,
} from "./payments/functions.ts";
import { listProviderEvents, retryProviderEvent } from "./payments/provider-events.ts";
import { listReconciliations, startReconciliation } from "./payments/reconciliation.ts";
import { startSubscription } from "./plans/checkouts.ts";
import { giveComplimentaryPlan } from "./plans/complimentary-plans.ts";
import { readSubscription } from "./plans/plan-state.ts";
import { adjustQuota } from "./plans/quota.ts";
import { listEndedPlanPayments, refundPlanPayment } from "./plans/refunds.ts";
import {
  changeSubscription,
  previewSubscriptionChange,
  cancelSubscription,
  resumeSubscription,
  settleSubscription,
  endSubscription,
} from "./plans/subscriptions.ts";
import { startDeposit, resumeDeposit, cancelDeposit, verifyDeposit } from "./wallet/deposits.ts";
import { holdShippingFee, settleHold, releaseHold } from "./wallet/holds.ts";
import { exportHolds, exportPayoutRequests } from "./wallet/money-exports.ts";
import { startPayout, listPayoutRequests, settlePayoutRequest } from "./wallet/payout-requests.ts";
import { readPayout, withdrawPayout, requestPayout } from "./wallet/payouts.ts";
import { listRefundShortfalls } from "./wallet/reversals.ts";
import {
  listTransactions,
  listUserTransactions,
  readStatement,
  exportTransactions,
} from "./wallet/transactions.ts";
import { readWallet, adjustWallet, readUserWallet } from "./wallet/wallets.ts";

/** The function of each operation of money. */
export const moneyOperations: Operations<{
  readonly plans: typeof plans;
  readonly wallet: typeof wallet & typeof payouts;
  readonly functions: typeof functions;
  readonly payments: typeof payments;
}> = {
  plans: {
    readSubscription,
    startSubscription,
    changeSubscription,
    previewSubscriptionChange,
    cancelSubscription,
    resumeSubscription,
    settleSubscription,
    giveComplimentaryPlan,
    adjustQuota,
    endSubscription,
    listEndedPlanPayments,
    refundPlanPayment,
  },
  wallet: {
    readWallet,
    listTransactions,
    startDeposit,
    resumeDeposit,
    cancelDeposit,
    verifyDeposit,
    adjustWallet,
    readUserWallet,
    listUserTransactions,
    holdShippingFee,
    settleHold,
    releaseHold,
    exportHolds,
    listRefundShortfalls,
    readStatement,
    exportTransactions,
    readPayout,
    withdrawPayout,
    startPayout,
    requestPayout,
    listPayoutRequests,
    exportPayoutRequests,
    settlePayoutRequest,
  },
  functions: { createWalletDeposit, verifyWalletDeposit, getStripePayments },
  payments: {
    exportPayments,
    listProviderEvents,
    retryProviderEvent,
    listReconciliations,
    startReconciliation,
  },
};
