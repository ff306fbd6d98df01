import { sql } from "kysely";
import type { TransactionType } from "#money/rules/ledger.ts";
import type { Db } from "#platform/server/db/open.ts";

/** One movement of the wallet, or the payment of a plan by card, which moves nothing. */
export type StatementRow = {
  readonly id: string;
  readonly type: TransactionType;
  readonly at: Date;
  readonly changeCents: bigint;
  readonly amountCents: bigint;
  readonly metadata: Record<string, unknown>;
};

/** A user's balance at `moment`, in cents. */
export async function getBalanceAt(db: Db, userId: string, moment: Date): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(e.change_cents), 0)::text as total
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id and e.version is not null
    join ledger_transfers t on t.id = e.transfer_id
    where a.user_id = ${userId} and t.created_at < ${moment}
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** The movements of a user's wallet within a span, and the plans paid by card, in the order of posting. */
export async function listStatementRows(
  db: Db,
  userId: string,
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select x.id, x.type, t.created_at as at, coalesce(e.change_cents, 0) as change_cents,
      x.amount_cents, x.metadata
    from ledger_accounts a
    join ledger_transfers t on t.wallet_id = a.id
    join transactions x on x.id = t.transaction_id
    left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
    where a.user_id = ${userId} and t.created_at >= ${span.startsAt} and t.created_at < ${span.endsAt}
    order by t.id
  `.execute(db);
  return rows;
}
