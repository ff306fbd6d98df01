import { admin, signedIn } from "#server/access.ts";
import { createWalletDeposit } from "./create-wallet-deposit.ts";
import { getStripePayments } from "./get-stripe-payments.ts";
import { listProviderEvents } from "./list-provider-events.ts";
import { listReconciliations } from "./reconciliation/list-reconciliations.ts";
import { retryProviderEvent } from "./retry-provider-event.ts";
import { startReconciliation } from "./reconciliation/start-reconciliation.ts";
import { verifyWalletDeposit } from "./verify-wallet-deposit.ts";

export const functionsProcedures = {
  createWalletDeposit: signedIn.functions.createWalletDeposit.handler(({ context, input }) =>
    createWalletDeposit(context, input),
  ),
  verifyWalletDeposit: signedIn.functions.verifyWalletDeposit.handler(({ context, input }) =>
    verifyWalletDeposit(context, input),
  ),
  getStripePayments: admin.functions.getStripePayments.handler(({ context, input }) =>
    getStripePayments(context, input),
  ),
};

export const paymentsProcedures = {
  listProviderEvents: admin.payments.listProviderEvents.handler(({ context, input }) =>
    listProviderEvents(context, input),
  ),
  retryProviderEvent: admin.payments.retryProviderEvent.handler(({ context, input }) =>
    retryProviderEvent(context, input),
  ),
  listReconciliations: admin.payments.listReconciliations.handler(({ context, input }) =>
    listReconciliations(context, input),
  ),
  startReconciliation: admin.payments.startReconciliation.handler(({ context }) =>
    startReconciliation(context),
  ),
};
