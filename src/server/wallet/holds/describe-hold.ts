import type { Hold } from "#contract/wallet.ts";
import type { HoldRow } from "./hold-queries.ts";

/** The hold as the contract defines it. */
export function describeHold(row: HoldRow): Hold {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amountCents),
    state: row.state,
    settledCents: row.settledCents === null ? null : Number(row.settledCents),
    reason: row.reason,
    legNumber: row.legNumber,
    packageId: row.packageId,
    trackingNumber: row.trackingNumber,
    heldAt: row.heldAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
