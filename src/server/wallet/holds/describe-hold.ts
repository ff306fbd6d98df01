import type { Hold } from "#contract/wallet.ts";
import type { Language } from "#core/language.ts";
import { translate } from "#server/translate.ts";
import type { HoldRow } from "./hold-queries.ts";

/** The hold as the contract defines it, in `language`. */
export function describeHold(row: HoldRow, language: Language): Hold {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amountCents),
    state: row.state,
    settledCents: row.settledCents === null ? null : Number(row.settledCents),
    // Only the reason for holding a fee is typed by somebody.
    reason:
      row.type === "payout" ? translate(language, "records.reason.payout_requested") : row.reason,
    legNumber: row.legNumber,
    packageId: row.packageId,
    trackingNumber: row.trackingNumber,
    heldAt: row.heldAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
