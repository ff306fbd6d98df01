import type { Db } from "#platform/server/db/open.ts";
import type { EmailAccount } from "#platform/server/emails/announcements.ts";
import { selectAccountId, selectEmailAccounts } from "./email-account-queries.ts";

/** What the accounts of addresses say about the emails that they get; addresses without one are left out. */
export async function listEmailAccounts(
  db: Db,
  addresses: readonly string[],
): Promise<EmailAccount[]> {
  return await selectEmailAccounts(db, addresses);
}

/** The account of this address, if any. */
export async function findAccountOfAddress(db: Db, address: string): Promise<string | undefined> {
  return await selectAccountId(db, address);
}
