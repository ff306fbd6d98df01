import type { Db } from "#server/db/open.ts";
import { findLedgerFaultsOf } from "#server/wallet/ledger-faults/find-ledger-faults.ts";

/**
 * Every inconsistency of the ledger, a sentence each. With `userIds` only these users' wallets and transfers are checked, which
 * stays fast for a large ledger.
 */
export async function ledgerFaults(db: Db, userIds: readonly string[] | null = null) {
  return await findLedgerFaultsOf(db, userIds);
}

/** Throws when the ledger is inconsistent. */
export async function requireSoundLedger(db: Db): Promise<void> {
  const faults = await ledgerFaults(db);
  if (faults.length > 0) throw new Error(`The ledger is inconsistent:\n${faults.join("\n")}`);
}
