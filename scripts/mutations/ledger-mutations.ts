/** Ledger, wallet, holds and payouts. */
export const ledgerMutations = {
  "src/money/rules/ledger.ts": [
    {
      breaks: "a fee of the whole balance is refused",
      text: "return amountCents > balanceCents && !movement.mayOverdraw",
      replacement: "return amountCents >= balanceCents && !movement.mayOverdraw",
    },
    {
      breaks: "the largest amount is refused",
      text: "Number(value) <= transactionLimits.maximumCents",
      replacement: "Number(value) < transactionLimits.maximumCents",
    },
    {
      breaks: "a dispute cannot take a wallet below zero",
      text: 'against: "disputes", mayOverdraw: true',
      replacement: 'against: "disputes", mayOverdraw: false',
    },
    {
      breaks: "a balance at the limit is reported as low",
      text: "after.balanceCents < after.limitCents",
      replacement: "after.balanceCents <= after.limitCents",
    },
    {
      breaks: "the holds of storage and box share a key",
      text: 'service_fee: "box" } as const',
      replacement: 'service_fee: "storage" } as const',
    },
  ],
  "src/money/server/wallet/wallets.ts": [
    {
      breaks: "the answer shows held money as spendable",
      text: "balanceCents: posted.balanceCents - heldCents,\n  };",
      replacement: "balanceCents: posted.balanceCents,\n  };",
    },
    {
      breaks: "staff are not asked before they charge what a ship request charges",
      text: "packageId, input.ignoresShipRequest);",
      replacement: "packageId, true);",
    },
    {
      breaks: "a credit does not resume what waits for money",
      text: 'if (kind === "credit") await context.listeners.moneyAvailable(context, db, userId);',
      replacement: "",
    },
    {
      breaks: "another customer's package can be charged",
      text: "packageId && (await context.listeners.trackingNumberOf(db, packageId, userId));",
      replacement:
        'packageId && ((await context.listeners.trackingNumberOf(db, packageId, userId)) ?? "");',
    },
  ],
  "src/money/server/wallet/record-transaction.ts": [
    {
      breaks: "a plan's invoice over nothing fails",
      text: "if (amountCents === 0) return;",
      replacement: "",
    },
    {
      breaks: "an invoice is taken for a repeat of another plan's",
      text: "request: { plan },",
      replacement: "request: {},",
    },
  ],
  "src/money/server/wallet/ledger-queries.ts": [
    {
      breaks: "held money counts as spendable",
      text: "sql<bigint>`balance_cents - held_cents`",
      replacement: "sql<bigint>`balance_cents`",
    },
  ],
  "src/money/server/wallet/transaction-queries.ts": [
    {
      breaks: "a completed transaction can be canceled",
      text: '.where("status", "=", "pending")',
      replacement: "",
    },
    {
      breaks: "a statement counts a movement at the month's first moment twice",
      text: "t.created_at < ${moment}",
      replacement: "t.created_at <= ${moment}",
    },
  ],
  "src/money/server/wallet/holds.ts": [
    {
      breaks: "a hold of the whole balance is refused",
      text: 'if (balanceCents < amountCents) throw apiError("insufficient_balance");',
      replacement: 'if (balanceCents <= amountCents) throw apiError("insufficient_balance");',
    },
    {
      breaks: "the difference of a fee is posted the other way",
      text: 'type: differenceCents > 0 ? "shipping_fee" : "refund",',
      replacement: 'type: differenceCents < 0 ? "shipping_fee" : "refund",',
    },
    {
      breaks: "a hold that was settled at another amount is answered as settled",
      text: "hold.state !== end.state || settledCents !== end.settledCents",
      replacement: "hold.state !== end.state && settledCents !== end.settledCents",
    },
    {
      breaks: "staff can end the hold of a ship request",
      text: 'if (hold.shipRequestId !== null || hold.type !== "shipping_fee") {',
      replacement: 'if (hold.type !== "shipping_fee") {',
    },
  ],
  "src/money/server/wallet/hold-queries.ts": [
    {
      breaks: "a hold can be ended twice at once",
      text: "    .forUpdate()\n",
      replacement: "",
    },
    {
      breaks: "what was released counts as an open hold",
      text: '(query) => query.where("state", "=", "held")',
      replacement: '(query) => query.where("state", "!=", "settled")',
    },
  ],
  "src/money/server/wallet/request-holds.ts": [
    {
      breaks: "holds of the whole balance are refused",
      text: "if (balanceCents < total) {",
      replacement: "if (balanceCents <= total) {",
    },
    {
      breaks: "settled holds of a request count as open",
      text: 'holds.filter(({ state }) => state === "held")',
      replacement: 'holds.filter(({ state }) => state !== "released")',
    },
    {
      breaks: "a covered hold cannot be charged where nothing else is left",
      text: "?? 0) < 0) return false;",
      replacement: "?? 0) <= 0) return false;",
    },
    {
      breaks: "a released hold stays pending in the history",
      text: 'await updatePendingTransaction(db, hold.transactionId, "canceled");',
      replacement: 'await updatePendingTransaction(db, hold.id, "canceled");',
    },
  ],
  "src/money/server/wallet/hold-refunds.ts": [
    {
      breaks: "what was given back is given back again",
      text: "return amountCents - (await sumRefunds(db, transactionId));",
      replacement: "return Math.max(amountCents, await sumRefunds(db, transactionId));",
    },
    {
      breaks: "a service's fee is given back from the account of freight",
      text: 'service_fee: "services" satisfies PlatformAccount,',
      replacement: "service_fee: null,",
    },
    {
      breaks: "the hold of an extra service is replaced the wrong way round",
      text: "{ from: hold.id, to: made.id }",
      replacement: "{ from: made.id, to: hold.id }",
    },
  ],
  "src/money/rules/payment.ts": [
    {
      breaks: "the whole balance cannot be paid out",
      text: 'return amountCents > balanceCents ? { ok: false, reason: "above_balance" }',
      replacement: 'return amountCents >= balanceCents ? { ok: false, reason: "above_balance" }',
    },
    {
      breaks: "a renewal that failed takes the plan at once",
      text: "past_due: { grantsPlan: true, isLive: true }",
      replacement: "past_due: { grantsPlan: false, isLive: true }",
    },
  ],
  "src/money/server/wallet/payouts.ts": [
    {
      breaks: "a customer can withdraw another's payout",
      text: 'if (payout?.userId !== userId) throw apiError("not_found");',
      replacement: 'if (payout === undefined) throw apiError("not_found");',
    },
    {
      breaks: "a payout that is being paid can be withdrawn",
      text: 'if (payout.startedAt !== null) throw apiError("payout_started");',
      replacement: "",
    },
    {
      breaks: "a repeated withdrawal is an error",
      text: 'if (payout.outcome === "withdrawn") return describePayout(context, payout);',
      replacement: "",
    },
    {
      breaks: "staff can pay their own payout",
      text: 'await actsOn(db, "payout", payout.userId);',
      replacement: 'await actsOn(db, "payout", payout.settledBy);',
    },
    {
      breaks: "a payout whose money a dispute took is an unexpected error",
      text: 'if (posted.reason === "insufficient_balance") return false;',
      replacement: "",
    },
  ],
  "src/money/server/wallet/payout-queries.ts": [
    {
      breaks: "a payout can be settled and withdrawn at once",
      text: '    .forUpdate("payoutRequests")\n',
      replacement: "",
      equivalent: "all that reads a payout to change it locks its wallet first",
    },
    {
      breaks: "the second admin who looks takes the payout over",
      text: '    .where("startedAt", "is", null)\n',
      replacement: "",
    },
    {
      breaks: "the destination stays after the payout",
      text: "      detailsEncrypted: null,\n    })",
      replacement: "    })",
    },
  ],
  "src/money/server/wallet/payout-requests.ts": [
    {
      breaks: "another admin's repeat is answered as done",
      text: "if (!isSame || payout.settledBy !== actorId)",
      replacement: "if (!isSame && payout.settledBy !== actorId)",
    },
    {
      breaks: "the reason of a declined payout is not stored",
      text: "reason: isPaid ? null : reason,\n    reference",
      replacement: "reason: isPaid ? reason : null,\n    reference",
    },
  ],
};
