import { transactionTypes, type TransactionType } from "#money/rules/ledger.ts";
import { amountIn, dayIn } from "#money/rules/transaction-search.ts";
import { searchKey } from "#platform/rules/normalize-text.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { transactionLabel } from "./transaction-labels.ts";

type Sought = {
  readonly types?: TransactionType[];
  readonly fromCents?: number;
  readonly toCents?: number;
  readonly createdFrom?: string;
  readonly createdBefore?: string;
};

/** Which transactions typed words name, by type, amount or day in the reader's words and time zone; null: none of these. */
export function transactionsSought(words: string): Sought | null {
  const now = new Date();
  const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
  const day = dayIn(words, readerLocale(), today);
  if (day !== null) {
    const start = (plusDays: number) =>
      new Date(day.year, day.month - 1, day.day + plusDays).toISOString();
    return { createdFrom: start(0), createdBefore: start(1) };
  }
  const amount = amountIn(words);
  if (amount !== null) return amount;
  const key = searchKey(words.trim());
  const types = transactionTypes.filter((type) =>
    searchKey(transactionLabel({ type })).includes(key),
  );
  return types.length > 0 && key !== "" ? { types } : null;
}
