/** Deposits, the provider's events, and plans. */
export const paymentMutations = {
  "src/money/server/wallet/settle-deposit.ts": [
    {
      breaks: "a checkout over more than the deposit is accepted",
      text: "amount: session.amountCents !== deposit.amountCents,",
      replacement: "amount: Number(session.amountCents) < deposit.amountCents,",
    },
    {
      breaks: "a payment in another currency is credited",
      text: 'currency: session.currency !== "usd",',
      replacement: "currency: session.currency === null,",
    },
    {
      breaks: "a customer can settle another's deposit",
      text: "(ownerId && deposit.userId !== ownerId)",
      replacement: "(ownerId && deposit.id === ownerId)",
    },
    {
      breaks: "a repeated settlement sends another email",
      text: 'if (posted.kind === "replayed") return { state: "settled", userId, amountCents };',
      replacement: "",
    },
    {
      breaks: "a deposit does not resume what waits for money",
      text: "await services.listeners.moneyAvailable(services, db, userId);",
      replacement: "",
    },
    {
      breaks: "the event is marked outside the transaction of its effect",
      text: "await inTransaction(inner);",
      replacement: "await inTransaction(db);",
    },
  ],
  "src/money/server/wallet/deposits.ts": [
    {
      breaks: "a key can be used again for another amount",
      text: 'if (deposit.amountCents !== amountCents) throw apiError("idempotency_key_reused");',
      replacement: "",
    },
    {
      breaks: "checkouts of deposits are not counted",
      text: '  await countAttempt(db, "checkoutsPerAccount", userId, now());\n  const deposit = await',
      replacement: "  const deposit = await",
    },
    {
      breaks: "the checkout of an account that was closed meanwhile stays open",
      text: "if (!(await lockOpenAccount(inner, deposit.userId))) return false;",
      replacement: "await lockOpenAccount(inner, deposit.userId);",
    },
  ],
  "src/money/server/wallet/deposit-queries.ts": [
    {
      breaks: "an account can be closed while its checkout opens",
      text: "    .forShare()\n",
      replacement: "",
    },
    {
      breaks: "a customer can resume and cancel another's deposit",
      text: '    .where("transactionId", "=", transactionId)\n    .where("userId", "=", userId)',
      replacement:
        '    .where("transactionId", "=", transactionId)\n    .where("userId", "!=", userId)',
    },
  ],
  "src/money/server/wallet/reversals.ts": [
    {
      breaks: "a refund credits a wallet that is below zero",
      text: "Math.min(dueCents, Math.max(0, spendableCents))",
      replacement: "Math.min(dueCents, spendableCents)",
    },
    {
      breaks: "an older reading of the provider overwrites a newer one",
      text: "deposit.reversalReadCount !== expectedReads",
      replacement: "deposit.reversalReadCount < expectedReads",
    },
    {
      breaks: "an inquiry debits the wallet",
      text: "dispute.isTaken ? dispute.amountCents : 0",
      replacement: "dispute.isOver ? 0 : dispute.amountCents",
    },
    {
      breaks: "a refund above the deposit is debited",
      text: "    payment.refundedCents <= deposit.amountCents &&\n",
      replacement: "",
    },
    {
      breaks: "a failed refund is credited from the account of freight",
      text: '...(isDebit ? {} : { against: "provider" }),',
      replacement: '...(isDebit ? { against: "provider" } : {}),',
    },
  ],
  "src/money/server/payments/provider-events.ts": [
    {
      breaks: "events of another account are taken",
      text: "event.isLive !== payment.isLive || event.accountId !== null",
      replacement: "event.isLive !== payment.isLive",
    },
    {
      breaks: "the audit entry is written outside the transaction",
      text: "await context.audit({ before: { state, attempts, lastError } }, inner);",
      replacement: "await context.audit({ before: { state, attempts, lastError } }, db);",
    },
  ],
  "src/money/server/payments/provider-event-queries.ts": [
    {
      breaks: "an event that failed is not tried again",
      text: '["received", "failed"])\n    .executeTakeFirst();',
      replacement: '["received"])\n    .executeTakeFirst();',
    },
  ],
  "src/money/server/payments/reconciliation.ts": [
    {
      breaks: "a payment of another amount is no difference",
      text: 'deposit.amountCents !== amountCents || payment.currency !== "usd"',
      replacement: 'deposit.amountCents !== amountCents && payment.currency !== "usd"',
    },
    {
      breaks: "a deposit that stays unpaid is reported as repaired",
      text: 'if (settlement?.state === "settled") {',
      replacement: "if (settlement !== null) {",
    },
  ],
  "src/money/server/adapters/payment/stripe-events.ts": [
    {
      breaks: "a signature from the future is accepted",
      text: "if (!isVerified || isFromFuture(header, webhook.receivedAt))",
      replacement: "if (!isVerified && isFromFuture(header, webhook.receivedAt))",
    },
  ],
  "src/money/rules/allowance.ts": [
    {
      breaks: "a used up month allows less than nothing",
      text: "return Math.max(0, monthAllowance(plansPaid) - usedPackages + adjustmentPackages);",
      replacement: "return monthAllowance(plansPaid) - usedPackages + adjustmentPackages;",
    },
    {
      breaks: "a package can be added without quota",
      text: "person.packageQuota > 0",
      replacement: "person.packageQuota >= 0",
    },
  ],
  "src/money/server/plans/apply-subscription.ts": [
    {
      breaks: "an older reading of a subscription overwrites a newer one",
      text: "(stored?.version ?? 0) !== read.expectedVersion",
      replacement: "(stored?.version ?? 0) < read.expectedVersion",
    },
    {
      breaks: "a second subscription grants its plan",
      text: "grantsPlan: state.grantsPlan && rejectedAt === null,",
      replacement: "grantsPlan: state.grantsPlan,",
    },
    {
      breaks: "a plan stays after its subscription has ended",
      text: "else if (stored?.grantsPlan === true) await end(services, db, userId);",
      replacement: "else if (stored?.grantsPlan === false) await end(services, db, userId);",
    },
    {
      breaks: "an upgrade within a month begins another month",
      text: "if (invoice.beginsPeriod) await insertPeriod(",
      replacement: "await insertPeriod(",
    },
    {
      breaks: "the subscription of another customer at the provider is taken",
      text: "if (checkout.customerId !== subscription.customerId) {",
      replacement: "if (checkout.customerId === null) {",
    },
  ],
  "src/money/server/plans/plan-state.ts": [
    {
      breaks: "the first plan paid for stays, whatever is paid later",
      text: "invoices.at(-1)?.plan",
      replacement: "invoices.at(0)?.plan",
    },
    {
      breaks: "a plan can be changed while its renewal is overdue",
      text: 'if (status === "past_due") return { kind: "overdue" };',
      replacement: 'if (status === "unpaid") return { kind: "overdue" };',
    },
  ],
  "src/money/server/plans/quota.ts": [
    {
      breaks: "a closed account can get packages",
      text: 'if (profile.closedAt !== null) throw apiError("account_closed");',
      replacement: "",
    },
    {
      breaks: "an adjustment is added to the packages that are left",
      text: "packageQuota - profile.packageQuota);",
      replacement: "packageQuota);",
    },
  ],
  "src/money/server/plans/complimentary-plans.ts": [
    {
      breaks: "a plan can be given beside a subscription that ends",
      text: "if ((await findLiveSubscription(db, userId)) !== undefined)",
      replacement: "if ((await findLiveSubscription(db, userId))?.cancelsAtPeriodEnd === false)",
    },
  ],
  "src/money/server/plans/checkouts.ts": [
    {
      breaks: "a key can be used again for another plan",
      text: "if (checkout.plan !== plan) throw",
      replacement: 'if (checkout.plan !== plan && checkout.state === "paid") throw',
    },
  ],
  "src/money/server/plans/subscriptions.ts": [
    {
      breaks: "two changes of a plan share a key at the provider",
      text: "-${stored.version}-",
      replacement: "-${before.plan}-",
    },
  ],
  "src/money/server/plans/subscription-queries.ts": [
    {
      breaks: "the lock on a subscriber can be taken from its holder",
      text: "      where subscriber_locks.locked_until <= clock_timestamp()\n",
      replacement: "",
    },
    {
      breaks: "two changes of one customer's plan overlap",
      text: ".forNoKeyUpdate().executeTakeFirstOrThrow()",
      replacement: ".executeTakeFirstOrThrow()",
    },
  ],
  "src/money/server/plans/locks/with-subscriber-lock.ts": [
    {
      breaks: "the plan of an account that was closed meanwhile is changed",
      text: 'if (!(await isAccountOpen(context.db, userId))) throw apiError("signed_out");',
      replacement: "await isAccountOpen(context.db, userId);",
    },
  ],
  "src/money/server/plans/refunds.ts": [
    {
      breaks: "more than the invoice asked for is given back",
      text: "Math.min(paid?.receivedCents ?? 0, month.amountCents) - refundedCents",
      replacement: "(paid?.receivedCents ?? 0) - refundedCents",
    },
    {
      breaks: "a payment that a dispute took is given back",
      text: "isTaken || !isOver",
      replacement: "isTaken && !isOver",
    },
  ],
  "src/money/server/plans/period-queries.ts": [
    {
      breaks: "a month of a running subscription can be given back",
      text: '    .where("subscriptions.isLive", "=", false)\n',
      replacement: "",
    },
  ],
};
