// The wallet's part of the API: each procedure, its door, its operation.
import { admin, signedIn } from "#server/access.ts";
import { adjustWallet } from "./adjust-wallet.ts";
import { listTransactions } from "./list-transactions.ts";
import { readWallet } from "./read-wallet.ts";
import { startDeposit } from "./start-deposit.ts";
import { verifyDeposit } from "./verify-deposit.ts";

export const walletProcedures = {
  readWallet: signedIn.wallet.readWallet.handler(({ context }) => readWallet(context)),
  listTransactions: signedIn.wallet.listTransactions.handler(({ context, input }) =>
    listTransactions(context, input),
  ),
  startDeposit: signedIn.wallet.startDeposit.handler(({ context, input }) =>
    startDeposit(context, input),
  ),
  verifyDeposit: signedIn.wallet.verifyDeposit.handler(({ context, input }) =>
    verifyDeposit(context, input),
  ),
  adjustWallet: admin.wallet.adjustWallet.handler(({ context, input }) =>
    adjustWallet(context, input),
  ),
};
