import type { LedgerFault } from "#core/ledger-fault.ts";
import type { Db } from "#server/db/open.ts";
import {
  listHoldFaults,
  listLedgerFaults,
  listLedgerSums,
  listWalletOwners,
} from "./ledger-fault-queries.ts";

const walletsPerStatement = 500;

/**
 * Every violated invariant of the ledger; empty when there is none. Wallets are checked some hundreds at a time, so that no single statement takes long.
 */
export async function findLedgerFaults(db: Db): Promise<LedgerFault[]> {
  const sums = await listLedgerSums(db);
  const faults: LedgerFault[] = sums
    .filter(({ total }) => total !== "0")
    .map((values) => ({ code: "entries_not_balanced", values }));
  let lastId: string | null = null;
  for (;;) {
    const userIds: string[] = await listWalletOwners(db, lastId, walletsPerStatement);
    lastId = userIds.at(-1) ?? null;
    if (lastId === null) return faults;
    faults.push(...(await findLedgerFaultsOfUsers(db, userIds)));
  }
}

/** The same for these users' wallets alone, or with null for all of them in one statement. */
export async function findLedgerFaultsOfUsers(
  db: Db,
  userIds: readonly string[] | null,
): Promise<LedgerFault[]> {
  return [...(await listLedgerFaults(db, userIds)), ...(await listHoldFaults(db, userIds))];
}
