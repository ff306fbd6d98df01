// The three functions of the specification: each procedure, its door, its operation.
import { admin, signedIn } from "#server/access.ts";
import { createWalletDeposit } from "./create-wallet-deposit.ts";
import { getStripePayments } from "./get-stripe-payments.ts";
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
