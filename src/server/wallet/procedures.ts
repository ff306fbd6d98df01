import { admin, signedIn } from "#server/access.ts";
import { adjustWallet } from "./adjust-wallet.ts";
import { holdShippingFee } from "./holds/hold-shipping-fee.ts";
import { listRefundShortfalls } from "./reversals/list-refund-shortfalls.ts";
import { listTransactions } from "./list-transactions.ts";
import { readStatement } from "./statements/read-statement.ts";
import { readUserWallet } from "./read-user-wallet.ts";
import { readWallet } from "./read-wallet.ts";
import { releaseHold } from "./holds/release-hold.ts";
import { resumeDeposit } from "./deposits/resume-deposit.ts";
import { settleHold } from "./holds/settle-hold.ts";
import { startDeposit } from "./deposits/start-deposit.ts";
import { verifyDeposit } from "./deposits/verify-deposit.ts";

export const walletProcedures = {
  readWallet: signedIn.wallet.readWallet.handler(({ context }) => readWallet(context)),
  listTransactions: signedIn.wallet.listTransactions.handler(({ context, input }) =>
    listTransactions(context, input),
  ),
  startDeposit: signedIn.wallet.startDeposit.handler(({ context, input }) =>
    startDeposit(context, input),
  ),
  resumeDeposit: signedIn.wallet.resumeDeposit.handler(({ context, input }) =>
    resumeDeposit(context, input),
  ),
  verifyDeposit: signedIn.wallet.verifyDeposit.handler(({ context, input }) =>
    verifyDeposit(context, input),
  ),
  adjustWallet: admin.wallet.adjustWallet.handler(({ context, input }) =>
    adjustWallet(context, input),
  ),
  readUserWallet: admin.wallet.readUserWallet.handler(({ context, input }) =>
    readUserWallet(context, input),
  ),
  holdShippingFee: admin.wallet.holdShippingFee.handler(({ context, input }) =>
    holdShippingFee(context, input),
  ),
  settleHold: admin.wallet.settleHold.handler(({ context, input }) => settleHold(context, input)),
  releaseHold: admin.wallet.releaseHold.handler(({ context, input }) =>
    releaseHold(context, input),
  ),
  listRefundShortfalls: admin.wallet.listRefundShortfalls.handler(({ context }) =>
    listRefundShortfalls(context),
  ),
  readStatement: signedIn.wallet.readStatement.handler(({ context, input }) =>
    readStatement(context, input),
  ),
};
