// The own history, newest first, a page at a time.
import * as z from "zod";
import { apiError } from "#contract/errors.ts";
import type { Transaction } from "#contract/wallet.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { hasTransaction, listTransactionRows } from "./ledger-queries.ts";

const pageLength = 10;

/**
 * Ten transactions of the person signed in, from the newest or from before the cursor `before`, and the
 * cursor for the ten after them, null at the end. Nothing is skipped or shown twice when new ones are
 * written meanwhile. Refuses a cursor that is not one of theirs.
 */
export async function listTransactions(
  context: SignedInContext,
  input: { before?: string | undefined },
): Promise<{ items: Transaction[]; olderThan: string | null }> {
  const userId = context.session.person.id;
  const before = input.before ?? null;
  if (before !== null && !(await isOwnCursor(context, userId, before))) {
    throw apiError(
      "invalid_input",
      { field: "before" },
      "Take `before` from a page's `olderThan`.",
    );
  }
  const rows = await listTransactionRows(context.db, { userId, before, limit: pageLength + 1 });
  const items = rows.slice(0, pageLength).map(describeTransaction);
  const olderThan = rows.length > pageLength ? (items.at(-1)?.id ?? null) : null;
  return { items, olderThan };
}

async function isOwnCursor(
  context: SignedInContext,
  userId: string,
  before: string,
): Promise<boolean> {
  return z.uuid().safeParse(before).success && hasTransaction(context.db, userId, before);
}
