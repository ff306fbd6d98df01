// Looks for anything in the ledger that contradicts itself, after every test that moves money.
import type { Db } from "#server/db/open.ts";
import { findLedgerFaultsOfUsers } from "#server/wallet/ledger-faults/find-ledger-faults.ts";

/**
 * Every contradiction found, a sentence each; none where all is well. With `userIds` only these people's
 * wallets and transfers are looked at, which stays quick while the ledger grows.
 */
export async function ledgerFaults(db: Db, userIds: readonly string[] | null = null) {
  return await findLedgerFaultsOfUsers(db, userIds);
}

/** Throws when anything in the ledger contradicts itself: for what runs after tests. */
export async function requireSoundLedger(db: Db): Promise<void> {
  const faults = await ledgerFaults(db);
  if (faults.length > 0) throw new Error(`The ledger is not sound:\n${faults.join("\n")}`);
}
