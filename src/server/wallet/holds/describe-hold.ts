// A kept hold as the contract shows it.
import type { Hold } from "#contract/wallet.ts";
import type { HoldRow } from "./store.ts";

/** The hold as its owner and the office see it. */
export function describeHold(row: HoldRow): Hold {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amount_cents),
    state: row.state,
    settledCents: row.settled_cents === null ? null : Number(row.settled_cents),
    reason: row.reason,
    legNumber: row.leg_number,
    packageId: row.package_id,
    trackingNumber: row.tracking_number,
    heldAt: row.held_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
