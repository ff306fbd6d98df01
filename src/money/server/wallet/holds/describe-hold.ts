import type { Hold } from "#money/contract/wallet.ts";
import type { Language } from "#platform/rules/language.ts";
import { ledgerReasonCodes } from "#money/rules/ledger-reason.ts";
import { translate } from "#platform/server/translate.ts";
import type { HoldRow } from "./hold-queries.ts";

/** Only staff type a reason, of a fee that they hold; others are codes. */
function reasonOf(row: HoldRow, language: Language): string {
  if (row.type === "payout") return translate(language, "records.reason.payout_requested");
  const code = ledgerReasonCodes.find((known) => known === row.reason);
  const isCode = code !== undefined && row.idempotencyKey.includes(":");
  return isCode ? translate(language, `records.reason.${code}`, { reference: "" }) : row.reason;
}

/** The hold as the contract defines it, in `language`. */
export function describeHold(row: HoldRow, language: Language): Hold {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amountCents),
    state: row.state,
    settledCents: row.settledCents === null ? null : Number(row.settledCents),
    reason: reasonOf(row, language),
    legNumber: row.legNumber,
    packageId: row.packageId,
    ...(row.shipRequestId !== null && { shipRequestId: row.shipRequestId }),
    trackingNumber: row.trackingNumber,
    heldAt: row.heldAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
