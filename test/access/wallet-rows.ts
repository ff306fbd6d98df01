import { randomUUID } from "node:crypto";
import type { Row } from "./row.ts";

export const walletRows: Readonly<Record<string, Row>> = {
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
    isOnce: true,
  },
  readWallet: { input: () => ({}) },
  // The cursor must be an own transaction; another one's existence is not disclosed.
  listTransactions: {
    input: ({ transactionId }) => ({ before: transactionId }),
    byRole: { other: "invalid_input", admin: "invalid_input" },
  },
  startDeposit: { input: () => ({ amount: "5.00", idempotencyKey: randomUUID() }) },
  cancelDeposit: { input: () => ({ transactionId: randomUUID() }), answer: "not_found" },
  resumeDeposit: { input: () => ({ transactionId: randomUUID() }), answer: "not_found" },
  verifyDeposit: { input: () => ({ sessionId: "cs_test_unknown" }) },
  adjustWallet: {
    input: ({ owner }) => ({
      userId: owner.userId,
      kind: "credit",
      amount: "1.00",
      reason: "For the matrix",
      idempotencyKey: randomUUID(),
    }),
  },
  readUserWallet: { input: ({ owner }) => ({ userId: owner.userId }) },
  holdShippingFee: {
    input: () => ({
      userId: randomUUID(),
      amount: "1.00",
      reason: "For the matrix",
      idempotencyKey: randomUUID(),
    }),
    answer: "not_found",
  },
  settleHold: { input: () => ({ holdId: randomUUID(), amount: "1.00" }), answer: "not_found" },
  releaseHold: {
    input: () => ({ holdId: randomUUID(), reason: "For the matrix" }),
    answer: "not_found",
  },
  listRefundShortfalls: { input: () => ({}) },
  readStatement: { input: () => ({ month: "2026-01" }) },
  exportTransactions: { input: () => ({ timeZone: "UTC", locale: "en" }) },
};
