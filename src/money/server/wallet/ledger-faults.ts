import type { LedgerFault } from "#money/rules/ledger.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listHoldFaults,
  listLedgerFaults,
  listLedgerSums,
  listWalletOwners,
} from "./ledger-fault-queries.ts";
import "#money/server/announcements.ts";
import { defaultLanguage, type Language } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";

type Asked = Pick<AppServices, "listeners">;

const walletsPerStatement = 500;

/** What `find` finds for all wallets, some hundreds at a time, so that no single statement takes long. */
async function findOfAll(
  db: Db,
  find: (db: Db, userIds: readonly string[]) => Promise<LedgerFault[]>,
): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  let lastId: string | null = null;
  for (;;) {
    const userIds: string[] = await listWalletOwners(db, lastId, walletsPerStatement);
    lastId = userIds.at(-1) ?? null;
    if (lastId === null) return faults;
    faults.push(...(await find(db, userIds)));
  }
}

/** Every violated invariant of the ledger; empty when there is none. */
export async function findLedgerFaults(services: Asked, db: Db): Promise<LedgerFault[]> {
  const sums = await listLedgerSums(db);
  const unbalanced = sums
    .filter(({ total }) => total !== "0")
    .map((values): LedgerFault => ({ code: "entries_not_balanced", values }));
  return [
    ...unbalanced,
    ...(await findOfAll(db, (all, userIds) => findLedgerFaultsOfUsers(services, all, userIds))),
  ];
}

/** The same for these users' wallets alone, or with null for all of them in one statement. */
export async function findLedgerFaultsOfUsers(
  { listeners }: Asked,
  db: Db,
  userIds: readonly string[] | null,
): Promise<LedgerFault[]> {
  return [
    ...(await listLedgerFaults(db, userIds)),
    ...(await listHoldFaults(db, userIds)),
    ...(await listeners.orderFaultsOf(db, userIds)),
  ];
}

/** Everything that is charged or held for a ship request or extra service and should not be. */
export async function findChargeFaults({ listeners }: Asked, db: Db): Promise<LedgerFault[]> {
  return await findOfAll(db, listeners.chargeFaultsOf);
}

/** A sentence without its full stop; it begins with the invariant's number, which docs/invariants.md explains. */
export function ledgerFaultText(
  { code, values }: LedgerFault,
  language: Language = defaultLanguage,
): string {
  return translate(language, `records.ledgerFault.${code}`, values);
}
