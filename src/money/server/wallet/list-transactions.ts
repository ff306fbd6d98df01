import { sentence } from "#platform/server/translate.ts";
import * as z from "zod";
import { apiError } from "#platform/contract/errors.ts";
import type { Transaction } from "#money/contract/wallet.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { hasTransaction, listTransactionRows } from "./transaction-queries.ts";

const pageLength = 10;

/**
 * Ten transactions of the signed-in user, the newest or those older than the cursor `before`, and the cursor of the
 * next page, null at the end. New transactions never shift a page. Throws `invalid_input` for a cursor of another user.
 */
export async function listTransactions(
  context: SignedInContext,
  input: { before?: string | undefined },
): Promise<{ items: Transaction[]; olderThan: string | null }> {
  const userId = context.session.person.id;
  const before = input.before ?? null;
  if (before !== null && !(await isOwnCursor(context, userId, before))) {
    throw apiError("invalid_input", { field: "before" }, sentence("errors.cursorUnknown"));
  }
  const rows = await listTransactionRows(context.db, { userId, before, limit: pageLength + 1 });
  const items = rows.slice(0, pageLength).map((row) => describeTransaction(row, context.language));
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
