// The SQL of comparing: deposits as they are kept, and the reports.
import * as z from "zod";
import type { Finding, Reconciliation } from "#contract/payments.ts";
import type { Db } from "#server/db/open.ts";

/** A deposit, as far as it is compared. */
export type ComparedDeposit = {
  readonly depositId: string;
  readonly amountCents: number;
  readonly sessionId: string | null;
  /** null: it is not credited. */
  readonly paymentIntentId: string | null;
  readonly refundedCents: number;
  readonly debitedCents: number;
};

function deposits(db: Db) {
  return db
    .selectFrom("deposits")
    .select([
      "id",
      "amount_cents",
      "checkout_session_id",
      "payment_intent_id",
      "refunded_cents",
      "debited_cents",
    ]);
}

type DepositRow = Awaited<ReturnType<ReturnType<typeof deposits>["executeTakeFirstOrThrow"]>>;

function depositOf(row: DepositRow): ComparedDeposit {
  return {
    depositId: row.id,
    amountCents: Number(row.amount_cents),
    sessionId: row.checkout_session_id,
    paymentIntentId: row.payment_intent_id,
    refundedCents: Number(row.refunded_cents),
    debitedCents: Number(row.debited_cents),
  };
}

/** The deposits of these ids, by id. */
export async function selectDeposits(
  db: Db,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, ComparedDeposit>> {
  if (depositIds.length === 0) return new Map();
  const rows = await deposits(db).where("id", "in", depositIds).execute();
  return new Map(rows.map((row) => [row.id, depositOf(row)]));
}

/** The deposit that this payment paid. */
export async function selectDepositOfPayment(
  db: Db,
  paymentIntentId: string,
): Promise<ComparedDeposit | undefined> {
  const row = await deposits(db)
    .where("payment_intent_id", "=", paymentIntentId)
    .executeTakeFirst();
  return row && depositOf(row);
}

/** Deposits credited here whose checkouts were opened within the span, by their payment. */
export async function selectCreditedIn(
  db: Db,
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<ComparedDeposit[]> {
  const rows = await deposits(db)
    .where("payment_intent_id", "is not", null)
    .where("created_at", ">=", span.startsAt)
    .where("created_at", "<", span.endsAt)
    .execute();
  return rows.map(depositOf);
}

/** Checkouts of deposits that should have ended by `before`, and of which no end is known, the oldest first. */
export async function selectOverdueCheckouts(
  db: Db,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("deposits")
    .innerJoin("transactions", "transactions.id", "deposits.transaction_id")
    .select("checkout_session_id")
    .where("transactions.status", "=", "pending")
    .where("deposits.created_at", "<", before)
    .where("checkout_session_id", "is not", null)
    .orderBy("deposits.created_at")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => row.checkout_session_id ?? []);
}

/** Keeps a report; returns its id. */
export async function insertReconciliation(
  db: Db,
  report: Omit<Reconciliation, "id">,
): Promise<string> {
  const { id } = await db
    .insertInto("reconciliations")
    .values({
      cause: report.cause,
      started_at: new Date(report.startedAt),
      finished_at: new Date(report.finishedAt),
      window_starts_at: new Date(report.windowStartsAt),
      window_ends_at: new Date(report.windowEndsAt),
      payments_compared: report.paymentsCompared,
      repaired_count: report.repairedCount,
      difference_cents: report.differenceCents,
      repairs: JSON.stringify(report.repairs),
      differences: JSON.stringify(report.differences),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const findings: z.ZodType<Finding[]> = z.array(
  z.object({
    kind: z.string(),
    subject: z.string(),
    amountCents: z.int(),
    sentence: z.string(),
  }),
);

/** One page of reports, the newest first, and how many there are. */
export async function selectReconciliations(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: Reconciliation[]; total: number }> {
  const rows = await db
    .selectFrom("reconciliations")
    .selectAll()
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { count } = await db
    .selectFrom("reconciliations")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const items = rows.map((row) => ({
    id: row.id,
    cause: row.cause,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    windowStartsAt: row.window_starts_at.toISOString(),
    windowEndsAt: row.window_ends_at.toISOString(),
    paymentsCompared: row.payments_compared,
    repairedCount: row.repaired_count,
    differenceCents: Number(row.difference_cents),
    repairs: findings.parse(row.repairs),
    differences: findings.parse(row.differences),
  }));
  return { items, total: Number(count) };
}
