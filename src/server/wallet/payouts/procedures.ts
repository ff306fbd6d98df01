import { admin, signedIn } from "#server/access.ts";
import { listPayoutRequests } from "./list-payout-requests.ts";
import { readPayout } from "./read-payout.ts";
import { requestPayout } from "./request-payout.ts";
import { settlePayoutRequest } from "./settle-payout-request.ts";
import { startPayout } from "./start-payout.ts";
import { withdrawPayout } from "./withdraw-payout.ts";

export const payoutProcedures = {
  readPayout: signedIn.wallet.readPayout.handler(({ context }) => readPayout(context)),
  withdrawPayout: signedIn.wallet.withdrawPayout.handler(({ context, input }) =>
    withdrawPayout(context, input),
  ),
  startPayout: admin.wallet.startPayout.handler(({ context, input }) =>
    startPayout(context, input),
  ),
  requestPayout: signedIn.wallet.requestPayout.handler(({ context, input }) =>
    requestPayout(context, input),
  ),
  listPayoutRequests: admin.wallet.listPayoutRequests.handler(({ context, input }) =>
    listPayoutRequests(context, input),
  ),
  settlePayoutRequest: admin.wallet.settlePayoutRequest.handler(({ context, input }) =>
    settlePayoutRequest(context, input),
  ),
};
