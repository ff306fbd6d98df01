import type { LedgerFault, LedgerFaultCode } from "#money/rules/ledger-fault.ts";

/** A row of a statement that finds faults. */
export type FaultRow = {
  readonly code: LedgerFaultCode;
  readonly values: Readonly<Record<string, string | number>>;
};

/** The fault of a row, whose values are texts. */
export function faultOf({ code, values }: FaultRow): LedgerFault {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return { code, values: Object.fromEntries(texts) };
}
