import { defaultLanguage, type Language } from "#platform/rules/language.ts";
import type { LedgerFault } from "#money/rules/ledger-fault.ts";
import { translate } from "#platform/server/translate.ts";

/** A sentence without its full stop; it begins with the invariant's number, which docs/invariants.md explains. */
export function ledgerFaultText(
  { code, values }: LedgerFault,
  language: Language = defaultLanguage,
): string {
  return translate(language, `records.ledgerFault.${code}`, values);
}
