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
      "amountCents",
      "checkoutSessionId",
      "paymentIntentId",
      "refundedCents",
      "debitedCents",
    ]);
}

type DepositRow = Awaited<ReturnType<ReturnType<typeof deposits>["executeTakeFirstOrThrow"]>>;

function depositOf(row: DepositRow): ComparedDeposit {
  return {
    depositId: row.id,
    amountCents: Number(row.amountCents),
    sessionId: row.checkoutSessionId,
    paymentIntentId: row.paymentIntentId,
    refundedCents: Number(row.refundedCents),
    debitedCents: Number(row.debitedCents),
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
  const row = await deposits(db).where("paymentIntentId", "=", paymentIntentId).executeTakeFirst();
  return row && depositOf(row);
}

/** Deposits credited here whose checkouts were opened within the span, by their payment. */
export async function selectCreditedIn(
  db: Db,
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<ComparedDeposit[]> {
  const rows = await deposits(db)
    .where("paymentIntentId", "is not", null)
    .where("createdAt", ">=", span.startsAt)
    .where("createdAt", "<", span.endsAt)
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
    .innerJoin("transactions", "transactions.id", "deposits.transactionId")
    .select("checkoutSessionId")
    .where("transactions.status", "=", "pending")
    .where("deposits.createdAt", "<", before)
    .where("checkoutSessionId", "is not", null)
    .orderBy("deposits.createdAt")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => row.checkoutSessionId ?? []);
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
      startedAt: new Date(report.startedAt),
      finishedAt: new Date(report.finishedAt),
      windowStartsAt: new Date(report.windowStartsAt),
      windowEndsAt: new Date(report.windowEndsAt),
      paymentsCompared: report.paymentsCompared,
      repairedCount: report.repairedCount,
      differenceCents: report.differenceCents,
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
    .orderBy("startedAt", "desc")
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
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt.toISOString(),
    windowStartsAt: row.windowStartsAt.toISOString(),
    windowEndsAt: row.windowEndsAt.toISOString(),
    paymentsCompared: row.paymentsCompared,
    repairedCount: row.repairedCount,
    differenceCents: Number(row.differenceCents),
    repairs: findings.parse(row.repairs),
    differences: findings.parse(row.differences),
  }));
  return { items, total: Number(count) };
}
