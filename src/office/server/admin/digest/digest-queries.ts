import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { DigestTopic } from "#office/rules/work-item.ts";

/** The state of one topic's digests. */
export type DigestState = {
  readonly notifiedUntil: Date;
  /** When the last digest was sent; null before the first. */
  readonly writtenAt: Date | null;
  /** The open work by kind at that time. */
  readonly waiting: Readonly<Record<string, number>>;
};

/** Locks the row until the transaction ends, so that two servers never send the same digest. */
export async function lockDigestState(db: Db, topic: DigestTopic): Promise<DigestState> {
  return await db
    .selectFrom("adminDigests")
    .select(["notifiedUntil", "writtenAt", "waiting"])
    .where("topic", "=", topic)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateDigestState(
  db: Db,
  topic: DigestTopic,
  state: DigestState,
): Promise<void> {
  await db
    .updateTable("adminDigests")
    .set({ ...state, waiting: JSON.stringify(state.waiting) })
    .where("topic", "=", topic)
    .execute();
}

/** `from` is exclusive, `until` inclusive. */
export type Span = { readonly from: Date; readonly until: Date };

export async function countAddedPackages(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom("packages")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("createdAt", ">", from)
    .where("createdAt", "<=", until)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deposits, refunds, disputes and plan payments, by type; types without any are missing. */
export async function sumTransactions(
  db: Db,
  { from, until }: Span,
): Promise<{ type: string; count: number; amountCents: bigint }[]> {
  const { rows } = await sql<{ type: string; count: number; amountCents: bigint }>`
    select t.type, count(*)::int as count, sum(t.amount_cents)::bigint as amount_cents
    from ledger_transfers l join transactions t on t.id = l.transaction_id
    where l.created_at > ${from} and l.created_at <= ${until}
      and t.type in ('deposit', 'deposit_refund', 'dispute')
    group by t.type
    union all
    select 'subscription', count(*)::int, sum(amount_cents)::bigint from plan_payments
    where created_at > ${from} and created_at <= ${until} and amount_cents > 0
    having count(*) > 0
  `.execute(db);
  return rows;
}
