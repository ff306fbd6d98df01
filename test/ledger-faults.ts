// Checks the ledger's invariants after every test that moves money.
import type { Db } from "#platform/server/db/open.ts";
import { listeners } from "#app/server/listeners.ts";
import { findLedgerFaultsOfUsers, ledgerFaultText } from "#money/server/wallet/ledger-faults.ts";

/**
 * Every violated invariant, and everything that is charged or held and should not be, a sentence each. With `userIds` only these users'
 * wallets and transfers are checked, which stays quick while the ledger grows.
 */
export async function ledgerFaults(db: Db, userIds: readonly string[] | null = null) {
  const faults = [
    ...(await findLedgerFaultsOfUsers({ listeners }, db, userIds)),
    ...(await listeners.chargeFaultsOf(db, userIds)),
  ];
  return faults.map((fault) => ledgerFaultText(fault));
}

/** Throws when an invariant of the ledger is violated; for `afterEach`. */
export async function requireSoundLedger(db: Db): Promise<void> {
  const faults = await ledgerFaults(db);
  if (faults.length > 0) throw new Error(`The ledger is not sound:\n${faults.join("\n")}`);
}
