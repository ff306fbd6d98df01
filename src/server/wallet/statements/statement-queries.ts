// The SQL of statements: what a wallet was at a moment, and what moved it within a span.
import { sql } from "kysely";
import type { TransactionType } from "#core/ledger.ts";
import type { Db } from "#server/db/open.ts";

/** One movement, or the information of a plan's payment, which moves nothing. */
export type StatementRow = {
  readonly id: string;
  readonly type: TransactionType;
  readonly at: Date;
  readonly changeCents: bigint;
  readonly amountCents: bigint;
  readonly metadata: Record<string, unknown>;
};

/** What all movements of a person's wallet before `moment` come to, in cents. */
export async function selectBalanceAt(db: Db, userId: string, moment: Date): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(e.change_cents), 0)::text as total
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id and e.version is not null
    join ledger_transfers t on t.id = e.transfer_id
    where a.user_id = ${userId} and t.created_at < ${moment}
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** What moved a person's wallet within a span, and the plans paid for by card, in the order of writing. */
export async function selectStatementRows(
  db: Db,
  userId: string,
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select x.id, x.type, t.created_at as at, coalesce(e.change_cents, 0) as "changeCents",
      x.amount_cents as "amountCents", x.metadata
    from ledger_accounts a
    join ledger_transfers t on t.wallet_id = a.id
    join transactions x on x.id = t.transaction_id
    left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
    where a.user_id = ${userId} and t.created_at >= ${span.startsAt} and t.created_at < ${span.endsAt}
    order by t.id
  `.execute(db);
  return rows;
}
