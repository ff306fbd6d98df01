/** Every type of transaction, in the order in which filters list them. */
export const transactionTypes = [
  "deposit",
  "shipping_fee",
  "service_fee",
  "storage_fee",
  "admin_credit",
  "refund",
  "subscription",
  "deposit_refund",
  "dispute",
  "dispute_release",
  "payout",
  "compensation",
] as const;

/** Type of a transaction. */
export type TransactionType = (typeof transactionTypes)[number];

/** Every status of a transaction. */
export const transactionStatuses = ["completed", "pending", "failed", "canceled"] as const;

/** Status of a transaction. */
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The types of the transaction that a settled hold becomes. */
export const holdTypes = [
  "shipping_fee",
  "service_fee",
  "storage_fee",
  "payout",
] as const satisfies readonly TransactionType[];

/** The type of the transaction that a settled hold becomes. */
export type HoldType = (typeof holdTypes)[number];

/** A held amount cannot be spent; settling debits it, releasing lets it be spent again. */
export const holdStates = ["held", "settled", "released"] as const;

/** State of a hold. */
export type HoldState = (typeof holdStates)[number];

/** Our own accounts, the counterpart of each wallet entry, so that a movement sums to zero. */
export const platformAccounts = [
  "provider",
  "freight",
  "adjustments",
  "disputes",
  "payouts",
  "services",
  "storage",
  "goodwill",
] as const;

/** One of our own accounts. */
export type PlatformAccount = (typeof platformAccounts)[number];

export type LedgerAccountKind = "wallet" | PlatformAccount;

/**
 * What a type does to a wallet. `credit` raises the balance, `debit` lowers it, both against the
 * platform account named. A lost dispute alone may take a wallet below zero.
 */
export type Movement = {
  readonly direction: "credit" | "debit";
  readonly against: PlatformAccount;
  readonly mayOverdraw: boolean;
};

/**
 * The movement of each type. `subscription` has none: a plan is paid by card and only listed in the
 * history.
 */
export const movements: Readonly<Record<TransactionType, Movement | null>> = {
  deposit: { direction: "credit", against: "provider", mayOverdraw: false },
  shipping_fee: { direction: "debit", against: "freight", mayOverdraw: false },
  service_fee: { direction: "debit", against: "services", mayOverdraw: false },
  storage_fee: { direction: "debit", against: "storage", mayOverdraw: false },
  admin_credit: { direction: "credit", against: "adjustments", mayOverdraw: false },
  refund: { direction: "credit", against: "freight", mayOverdraw: false },
  subscription: null,
  deposit_refund: { direction: "debit", against: "provider", mayOverdraw: false },
  dispute: { direction: "debit", against: "disputes", mayOverdraw: true },
  dispute_release: { direction: "credit", against: "disputes", mayOverdraw: false },
  payout: { direction: "debit", against: "payouts", mayOverdraw: false },
  compensation: { direction: "credit", against: "goodwill", mayOverdraw: false },
};

/**
 * Whether an amount of that type is shown positive, in green; otherwise it is negative, in red.
 * Positive are deposit, refund, admin_credit, dispute_release and compensation.
 */
export function isPositive(type: TransactionType): boolean {
  return movements[type]?.direction === "credit";
}

/** The amount of a single transaction: $0.01 to $1,000,000.00. */
export const transactionLimits = { minimumCents: 1, maximumCents: 100_000_000 } as const;

/**
 * Whether a value can be the amount of a transaction: a number of whole cents within
 * `transactionLimits`. Takes any value, since this is the last check before money moves: texts,
 * fractions, zero, negative numbers, NaN and Infinity are none.
 */
export function isTransactionAmount(value: unknown): value is number {
  return (
    Number.isSafeInteger(value) &&
    Number(value) >= transactionLimits.minimumCents &&
    Number(value) <= transactionLimits.maximumCents
  );
}

/** Adjustments by admins: a credit, or the deduction of a fee. */
export const adjustmentKinds = ["credit", "deduction"] as const;

/** Kind of an adjustment. */
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Type of the transaction that an adjustment is recorded as. */
export const adjustmentTypes = {
  credit: "admin_credit",
  deduction: "shipping_fee",
} as const satisfies Record<AdjustmentKind, TransactionType>;

/** The balance after an adjustment, or why it is rejected. */
type AdjustmentOutcome =
  | { ok: true; balanceCents: number }
  | { ok: false; reason: "invalid_amount" | "insufficient_balance" };

/** The balance in cents after an adjustment by an admin; a deduction above the balance is rejected. */
export function adjustBalance(adjustment: {
  readonly balanceCents: number;
  readonly kind: AdjustmentKind;
  readonly amountCents: number;
}): AdjustmentOutcome {
  const { balanceCents, kind, amountCents } = adjustment;
  return moveBalance(balanceCents, adjustmentTypes[kind], amountCents);
}

/**
 * The balance in cents after a transaction of a type and amount, or why it is rejected: the amount
 * is invalid, or would take the wallet below zero. A type without a movement leaves the balance.
 */
export function moveBalance(
  balanceCents: number,
  type: TransactionType,
  amountCents: number,
): AdjustmentOutcome {
  if (!isTransactionAmount(amountCents)) {
    return { ok: false, reason: "invalid_amount" };
  }
  const movement = movements[type];
  if (movement === null) {
    return { ok: true, balanceCents };
  }
  if (movement.direction === "credit") {
    return { ok: true, balanceCents: balanceCents + amountCents };
  }
  return amountCents > balanceCents && !movement.mayOverdraw
    ? { ok: false, reason: "insufficient_balance" }
    : { ok: true, balanceCents: balanceCents - amountCents };
}

export const ledgerReasonCodes = [
  "payout_requested",
  "bank_transfer",
  "deposit_refunded",
  "refund_failed",
  "deposit_disputed",
  "dispute_released",
  "fee_above_hold",
  "fee_below_hold",
  "shipping",
  "shipping_cap",
  "storage",
  "box",
  "extra_service",
  "hand_over_taken_back",
  "extra_service_dropped",
  "case_decided",
] as const;

export type LedgerReasonCode = (typeof ledgerReasonCodes)[number];

export const ledgerFaultCodes = [
  "entries_not_balanced",
  "entries_without_transfer",
  "transfer_not_balanced",
  "balance_differs",
  "entry_does_not_follow",
  "version_differs",
  "overdrawn",
  "holds_differ",
  "several_transfers",
  "transfer_differs",
  "transfer_missing",
  "hold_differs",
  "payout_differs",
  "wrong_account",
  "order_hold_differs",
  "order_without_subject",
  "charge_differs_from_quote",
  "charge_differs_from_work",
  "charged_too_early",
  "held_after_end",
] as const;

type LedgerFaultCode = (typeof ledgerFaultCodes)[number];

/** A violated invariant; `values` are the ids, counts and amounts in cents that its sentence names. */
export type LedgerFault = {
  readonly code: LedgerFaultCode;
  readonly values: Readonly<Record<string, string>>;
};

/** A row of a statement that finds faults. */
export type FaultRow = {
  readonly code: LedgerFaultCode;
  readonly values: Readonly<Record<string, string | number>>;
};

/** The fault of a row, whose values are texts. */
export function toLedgerFault({ code, values }: FaultRow): LedgerFault {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return { code, values: Object.fromEntries(texts) };
}

/** A hold that a ship request has besides those of its extra services. */
export type RequestHold = {
  readonly type: "shipping_fee" | "storage_fee" | "service_fee";
  readonly key: string;
  readonly amountCents: number;
};

/** The key of a posting or hold of a request in its `round`: each time its holds are made anew is a round. */
export function requestHoldKey(
  type: RequestHold["type"],
  shipRequestId: string,
  round: number,
): string {
  const names = { shipping_fee: "freight", storage_fee: "storage", service_fee: "box" } as const;
  return `${names[type]}:${shipRequestId}:${round}`;
}

/** What a wallet should hold before any freight was charged, in US cents. */
const defaultLowBalanceCents = 2_500;

/** A balance below this is low: the last freight charge, or $25 before there is one. */
export function lowBalanceLimitCents(lastFreightCents: number | undefined): number {
  return lastFreightCents ?? defaultLowBalanceCents;
}

/** A balance with the limit below which it is low; both change with a charge. */
export type LimitedBalance = { readonly balanceCents: number; readonly limitCents: number };

/** Whether a change makes a balance low that was not low before. */
export function becomesLow(before: LimitedBalance, after: LimitedBalance): boolean {
  return before.balanceCents >= before.limitCents && after.balanceCents < after.limitCents;
}
