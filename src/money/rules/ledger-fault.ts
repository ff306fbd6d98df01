// The violations of the ledger's invariants, and of what may be asked of it, that the nightly checks can find.

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

export type LedgerFaultCode = (typeof ledgerFaultCodes)[number];

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
