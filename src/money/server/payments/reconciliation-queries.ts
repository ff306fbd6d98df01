import * as z from "zod";
import type { Reconciliation } from "#money/contract/payments.ts";
import { ledgerFaultCodes } from "#money/rules/ledger.ts";
import {
  depositFindingKinds,
  plainFindingKinds,
  type ReconciliationFinding,
} from "#money/rules/payment.ts";
import { storableJson } from "#platform/rules/normalize-text.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

/** A report as it is stored. */
export type StoredReport = Omit<Reconciliation, "repairs" | "differences"> & {
  readonly repairs: readonly ReconciliationFinding[];
  readonly differences: readonly ReconciliationFinding[];
};

const depositColumns = [
  "id",
  "amountCents",
  "checkoutSessionId",
  "paymentIntentId",
  "refundedCents",
  "debitedCents",
] as const;

type DepositRow = Pick<RowOf<"deposits">, (typeof depositColumns)[number]>;
type AmountColumn = "amountCents" | "refundedCents" | "debitedCents";

/** The compared columns of a deposit; `paymentIntentId` is null until it is credited. */
export type ComparedDeposit = Omit<DepositRow, AmountColumn> & Record<AmountColumn, number>;

function toComparedDeposit(row: DepositRow): ComparedDeposit {
  return {
    ...row,
    amountCents: Number(row.amountCents),
    refundedCents: Number(row.refundedCents),
    debitedCents: Number(row.debitedCents),
  };
}

function deposits(db: Db) {
  return db.selectFrom("deposits").select(depositColumns);
}

export async function findDepositsById(
  db: Db,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, ComparedDeposit>> {
  if (depositIds.length === 0) return new Map();
  const rows = await deposits(db).where("id", "in", depositIds).execute();
  return new Map(rows.map((row) => [row.id, toComparedDeposit(row)]));
}

export async function findDepositByPayment(
  db: Db,
  paymentIntentId: string,
): Promise<ComparedDeposit | undefined> {
  const row = await deposits(db).where("paymentIntentId", "=", paymentIntentId).executeTakeFirst();
  return row && toComparedDeposit(row);
}

/** Credited deposits whose checkouts were opened within the span. */
export async function listDepositsCreditedIn(
  db: Db,
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<ComparedDeposit[]> {
  const rows = await deposits(db)
    .where("paymentIntentId", "is not", null)
    .where("createdAt", ">=", span.startsAt)
    .where("createdAt", "<", span.endsAt)
    .execute();
  return rows.map(toComparedDeposit);
}

/** Checkout sessions of deposits from before `before` that are still pending, the oldest first. */
export async function listOverdueSessionIds(
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

/** Inserts a report; returns its id. */
export async function insertReconciliation(
  db: Db,
  report: Omit<StoredReport, "id">,
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
      repairs: storableJson(report.repairs),
      differences: storableJson(report.differences),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const shared = { subject: z.string(), amountCents: z.int() };
const findings: z.ZodType<ReconciliationFinding[]> = z.array(
  z.union([
    z.object({ ...shared, kind: z.enum(plainFindingKinds) }),
    z.object({ ...shared, kind: z.enum(depositFindingKinds), depositId: z.string() }),
    z.object({
      ...shared,
      kind: z.literal("ledger"),
      fault: z.object({
        code: z.enum(ledgerFaultCodes),
        values: z.record(z.string(), z.string()),
      }),
    }),
  ]),
);

/** One page of reports, the newest first, and the total. */
export async function listReports(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: StoredReport[]; total: number }> {
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
    ...row,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt.toISOString(),
    windowStartsAt: row.windowStartsAt.toISOString(),
    windowEndsAt: row.windowEndsAt.toISOString(),
    differenceCents: Number(row.differenceCents),
    repairs: findings.parse(row.repairs),
    differences: findings.parse(row.differences),
  }));
  return { items, total: Number(count) };
}
