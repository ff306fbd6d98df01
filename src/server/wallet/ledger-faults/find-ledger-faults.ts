// Looks through the whole ledger for anything that contradicts itself.
import type { Db } from "#server/db/open.ts";
import {
  selectHoldFaults,
  selectLedgerFaults,
  selectLedgerSums,
  selectWalletOwners,
} from "./ledger-fault-queries.ts";

const walletsAtOnce = 500;

/**
 * Every contradiction found, a sentence each that begins with the number of the invariant; none where all is well.
 * Wallets are looked at some hundreds at a time, so that no single statement takes long.
 */
export async function findLedgerFaults(db: Db): Promise<string[]> {
  const sums = await selectLedgerSums(db);
  const faults = sums
    .filter(({ total }) => total !== "0")
    .map(({ currency, total }) => `L1: the entries in ${currency} sum to ${total}`);
  let lastId: string | null = null;
  for (;;) {
    const userIds: string[] = await selectWalletOwners(db, lastId, walletsAtOnce);
    lastId = userIds.at(-1) ?? null;
    if (lastId === null) return faults;
    faults.push(...(await findLedgerFaultsOf(db, userIds)));
  }
}

/** The same of these people's wallets and transfers alone, or with null of everything in one statement. */
export async function findLedgerFaultsOf(
  db: Db,
  userIds: readonly string[] | null,
): Promise<string[]> {
  return [...(await selectLedgerFaults(db, userIds)), ...(await selectHoldFaults(db, userIds))];
}
