import type { Finding } from "#money/contract/payments.ts";
import { defaultLanguage, type Language } from "#platform/rules/language.ts";
import type { ReconciliationFinding, StoredFinding } from "#money/rules/reconciliation-finding.ts";
import { translate } from "#platform/server/translate.ts";
import { ledgerFaultText } from "#money/server/wallet/ledger-faults/ledger-fault-text.ts";

/** What a reconciliation has found so far. */
export type Findings = {
  readonly repairs: ReconciliationFinding[];
  readonly differences: ReconciliationFinding[];
  paymentsCompared: number;
};

export function noFindings(): Findings {
  return { repairs: [], differences: [], paymentsCompared: 0 };
}

function sentenceOf(finding: StoredFinding, language: Language): string {
  if ("sentence" in finding) return finding.sentence;
  if (finding.kind === "ledger") return ledgerFaultText(finding.fault, language);
  const { subject } = finding;
  const values = "depositId" in finding ? { subject, depositId: finding.depositId } : { subject };
  return translate(language, `records.finding.${finding.kind}`, values);
}

/** The finding in `language`; a sentence that an earlier release stored stays as it was written. */
export function describeFinding(
  finding: StoredFinding,
  language: Language = defaultLanguage,
): Finding {
  const { kind, subject, amountCents } = finding;
  return { kind, subject, amountCents, sentence: sentenceOf(finding, language) };
}
