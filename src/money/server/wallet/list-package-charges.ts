import type { Transaction } from "#money/contract/wallet.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { listTransactionsOfPackage } from "./transaction-queries.ts";

/** What a user's package has cost so far: fees, those on hold as pending, and refunds, oldest first. */
export async function listPackageCharges(
  db: Db,
  {
    userId,
    packageId,
    language,
  }: { readonly userId: string; readonly packageId: string; readonly language: Language },
): Promise<Transaction[]> {
  const rows = await listTransactionsOfPackage(db, userId, packageId);
  return rows.map((row) => describeTransaction(row, language));
}
