// The SQL of what staff are told by mail: until when they were told, and what has happened since.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { StaffTopic } from "#server/db/tables/system.ts";

/** Until when staff were told of a topic, when they were last written to, and how much waited then. */
export type Notified = {
  readonly notifiedUntil: Date;
  readonly writtenAt: Date | null;
  readonly waiting: Readonly<Record<string, number>>;
};

/** The same, locked until the transaction ends, so that nobody else tells of it meanwhile. */
export async function lockNotified(db: Db, topic: StaffTopic): Promise<Notified> {
  return await db
    .selectFrom("adminDigests")
    .select(["notifiedUntil", "writtenAt", "waiting"])
    .where("topic", "=", topic)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateNotified(db: Db, topic: StaffTopic, notified: Notified): Promise<void> {
  await db
    .updateTable("adminDigests")
    .set({
      notifiedUntil: notified.notifiedUntil,
      writtenAt: notified.writtenAt,
      waiting: JSON.stringify(notified.waiting),
    })
    .where("topic", "=", topic)
    .execute();
}

/** From when, exclusive, until when. */
export type Span = { readonly from: Date; readonly until: Date };

/** How many packages were added. */
export async function countAddedPackages(db: Db, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom("packages")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("createdAt", ">", from)
    .where("createdAt", "<=", until)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Money that came or went, by what it was; kinds of which there was nothing are missing. */
export async function sumMoneyMoves(
  db: Db,
  { from, until }: Span,
): Promise<{ type: string; count: number; cents: bigint }[]> {
  const { rows } = await sql<{ type: string; count: number; cents: bigint }>`
    select t.type, count(*)::int as count, sum(t.amount_cents)::bigint as cents
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

/** The addresses of the administrators who can act. */
export async function selectStaffEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("profiles")
    .select("email")
    .where("isAdmin", "=", true)
    .where("suspendedAt", "is", null)
    .where("closedAt", "is", null)
    .orderBy("email")
    .execute();
  return rows.map(({ email }) => email);
}
