import { transactionTypes, type TransactionType } from "#money/rules/ledger.ts";
import { amountIn, dayIn } from "#money/rules/transaction-search.ts";
import { searchedWords, searchKey } from "#platform/rules/normalize-text.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { transactionLabel } from "./transaction-labels.ts";

export type SoughtTransactions = {
  readonly types?: TransactionType[];
  readonly fromCents?: number;
  readonly toCents?: number;
  readonly createdFrom?: string;
  readonly createdBefore?: string;
  /** An amount may be the sum of a shipment. */
  readonly by?: "shipment";
};

/** Which transactions typed words name, by type, amount or day in the reader's words and time zone; null: none of these. */
export function transactionsSought(words: string): SoughtTransactions | null {
  const now = new Date();
  const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
  const day = dayIn(words, readerLocale(), today);
  if (day !== null) {
    const start = (plusDays: number) =>
      new Date(day.year, day.month - 1, day.day + plusDays).toISOString();
    return { createdFrom: start(0), createdBefore: start(1) };
  }
  const amount = amountIn(words);
  if (amount !== null) return { ...amount, by: "shipment" };
  const typed = searchedWords(words);
  const types = transactionTypes.filter((type) => {
    const label = searchKey(transactionLabel({ type }));
    return typed.every((word) => label.includes(word));
  });
  return types.length > 0 && typed.length > 0 ? { types } : null;
}
