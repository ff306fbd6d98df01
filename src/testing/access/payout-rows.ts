import { randomUUID } from "node:crypto";
import type { Row } from "./rows.ts";

export const payoutRows: Readonly<Record<string, Row>> = {
  readPayout: { input: () => ({}) },
  requestPayout: {
    input: () => ({ amount: "1.00", details: "To account 42", idempotencyKey: randomUUID() }),
    answer: "nothing_to_pay_out",
    byRole: { owner: "payout_requested" },
  },
  withdrawPayout: {
    input: ({ payoutRequestId }) => ({ payoutRequestId }),
    byRole: { other: "not_found", admin: "not_found" },
    isFinal: true,
  },
  listPayoutRequests: { input: () => ({ page: 1, pageSize: 20 }) },
  startPayout: { input: ({ payoutRequestId }) => ({ payoutRequestId }), isFinal: true },
  settlePayoutRequest: {
    input: ({ payoutRequestId }) => ({ payoutRequestId, isPaid: true, reference: "FT-42" }),
    isFinal: true,
  },
};
