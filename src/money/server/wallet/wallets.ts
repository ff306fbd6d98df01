import type { Transaction } from "#money/contract/transactions.ts";
import type { Hold } from "#money/contract/wallet.ts";
import {
  lowBalanceLimitCents,
  adjustBalance,
  adjustmentTypes,
  type AdjustmentKind,
  isTransactionAmount,
  ledgerReasonCodes,
} from "#money/rules/ledger.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { listHolds, type HoldRow, type StoredHold } from "./hold-queries.ts";
import { findBalance, getHeldCents, lockBalance } from "./ledger-queries.ts";
import {
  findLastFreightCents,
  listTransactionRows,
  getTransaction,
} from "./transaction-queries.ts";
import "#money/server/announcements.ts";
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import { describeTransaction, readPackageNames, withPackageName } from "./transactions.ts";
import { decimalText, parseAmountCents } from "#platform/rules/money.ts";
import type { Db } from "#platform/server/db/open.ts";
import { requireAll } from "#platform/server/required-input.ts";
import { limitBalance, queueLowBalance, queueWalletCharged } from "./queue-charge-emails.ts";
import { recordTransaction, type PostingOutcome } from "./record-transaction.ts";
import type { Language } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";

/** Above what a customer can have: 100 extra services, and of each package of the quota what its ship request pays. */
const mostHolds = 5_000;

/** What the signed-in user can spend, in cents, below which balance that is little, and their open holds, the newest first, which are not part of it. */
export async function readWallet(
  context: Pick<SignedInContext, "db" | "language" | "listeners" | "session">,
): Promise<{
  balanceCents: number;
  lowBalanceCents: number;
  heldCents: number;
  holds: Hold[];
}> {
  const { db, session, language, listeners } = context;
  const userId = session.person.id;
  const [balance, heldCents, rows, lastFreightCents] = await Promise.all([
    findBalance(db, userId),
    getHeldCents(db, userId),
    listHolds(db, userId, { withEnded: false, limit: mostHolds }),
    findLastFreightCents(db, userId),
  ]);
  const orders = await listeners.ordersOfHolds(
    db,
    rows.map(({ id }) => id),
    language,
  );
  const names = await readPackageNames(context, rows);
  const holds = rows.map((row) => {
    const extraService = orders.get(row.id);
    const trackingNumber = names.get(row.packageId ?? "")?.trackingNumber ?? null;
    const hold = withPackageName(describeHold({ ...row, trackingNumber }, language), names);
    return { ...hold, ...(extraService !== undefined && { extraService }) };
  });
  const lowBalanceCents = lowBalanceLimitCents(lastFreightCents);
  return { balanceCents: balance ?? 0, lowBalanceCents, heldCents, holds };
}

const maximumTransactions = 10;
const mostHoldsForAdmin = 50;
const maximumPackages = 50;

/**
 * A customer's wallet for admins: what they can spend, their newest holds, open and ended, their newest transactions,
 * and their newest packages, which a fee may be held for. Throws `not_found`.
 */
export async function readUserWallet(
  context: SignedInContext,
  { userId }: { userId: string },
): Promise<{
  balanceCents: number;
  heldCents: number;
  holds: Hold[];
  transactions: Transaction[];
  packages: { id: string; trackingNumber: string }[];
}> {
  const { db, language, listeners } = context;
  const balanceCents = await findBalance(db, userId);
  if (balanceCents === undefined) throw apiError("not_found");
  const rows = await listHolds(db, userId, { withEnded: true, limit: mostHoldsForAdmin });
  const holds = (await namePackages(context, db, rows)).map((row) => describeHold(row, language));
  const open = holds.filter(({ state }) => state === "held");
  const transactions = await listTransactionRows(db, {
    userId,
    before: null,
    limit: maximumTransactions,
  });
  return {
    balanceCents,
    heldCents: open.reduce((total, { amountCents }) => total + amountCents, 0),
    holds,
    transactions: transactions.map((row) => describeTransaction(row, language)),
    packages: await listeners.newestPackagesOf(db, userId, maximumPackages),
  };
}

/** `amount` is in dollars, as typed; `legNumber` and `packageId` are the leg and package that a fee pays for. */
export type Adjustment = {
  readonly userId: string;
  readonly kind: AdjustmentKind;
  readonly amount: number | string;
  readonly reason: string;
  readonly legNumber?: number | undefined;
  readonly packageId?: string | undefined;
  /** Whether staff confirmed to charge a package that a ship request charges by itself. */
  readonly ignoresShipRequest?: boolean | undefined;
  readonly idempotencyKey: string;
};

type AdjustmentResult = { readonly transaction: Transaction; readonly balanceCents: number };

const errorCodes = {
  invalid_amount: "invalid_adjustment_amount",
  insufficient_balance: "insufficient_balance",
  key_reused: "idempotency_key_reused",
  no_wallet: "not_found",
} as const satisfies Record<Extract<PostingOutcome, { kind: "rejected" }>["reason"], ErrorCode>;

/**
 * Credits a customer's wallet or deducts a fee from it: the transaction, the movement of the balance and the audit
 * entry are written together. A repeat under the same idempotency key returns the first result.
 *
 * Throws, in this order: `missing_information`, `invalid_adjustment_amount`, `own_wallet`,
 * `not_found` (the user, or a package that is not theirs), `idempotency_key_reused`, `insufficient_balance`.
 */
export async function adjustWallet(
  context: SignedInContext,
  input: Adjustment,
): Promise<AdjustmentResult> {
  requireAll(input.reason, String(input.amount));
  const amountCents = parseAdjustmentAmount(input.amount);
  const result = await adjust(context, context.db, input, amountCents);
  const { kind } = input;
  context.log.info({ kind, amountCents, transactionId: result.transaction.id }, "Wallet adjusted");
  return result;
}

async function adjust(
  context: SignedInContext,
  db: Db,
  input: Adjustment,
  amountCents: number,
): Promise<AdjustmentResult> {
  const { userId, kind, reason } = input;
  const legNumber = kind === "deduction" ? (input.legNumber ?? null) : null;
  const packageId = kind === "deduction" ? (input.packageId ?? null) : null;
  const balanceCents = await lockBalance(db, userId);
  if (balanceCents === null) throw apiError("not_found");
  await context.actsOn(db, "wallet", userId);
  const trackingNumber =
    packageId && (await context.listeners.trackingNumberOf(db, packageId, userId));
  if (trackingNumber === undefined) throw apiError("not_found");
  if (packageId !== null) {
    await context.listeners.confirmCharge(db, packageId, input.ignoresShipRequest);
  }
  const decided = adjustBalance({ balanceCents, kind, amountCents });
  const newBalanceCents = decided.ok ? decided.balanceCents : balanceCents;
  const heldCents = await getHeldCents(db, userId);
  const before = await limitBalance(db, userId, balanceCents);

  // The ledger checks again: only it knows whether this is a repeat, which succeeds whatever the balance is now.
  const posted = await recordTransaction(db, {
    idempotencyKey: `adjustment:${input.idempotencyKey}`,
    request: { reason, legNumber, ...(packageId !== null && { packageId }) },
    userId,
    type: adjustmentTypes[kind],
    amountCents,
    metadata: {
      reason,
      legNumber,
      ...(packageId !== null && { packageId, trackingNumber }),
      admin_adjustment: true,
      adjustment_type: kind,
      leg_number: legNumber,
      original_balance: dollars(balanceCents),
      new_balance: dollars(newBalanceCents),
      adjusted_by: context.session.person.id,
    },
    at: context.now(),
  });
  if (posted.kind === "rejected") throw apiError(errorCodes[posted.reason]);
  if (posted.kind !== "applied") context.unchanged();
  else {
    await context.audit({
      before: { balanceCents },
      after: { balanceCents: newBalanceCents, transactionId: posted.transactionId },
      reason,
    });
    if (kind === "credit") await context.listeners.moneyAvailable(context, db, userId);
    if (kind === "deduction") {
      const { transactionId: id } = posted;
      const charge = { id, userId, amountCents, heldCents: null, reason, legNumber };
      await queueWalletCharged(context, db, { ...charge, packageId, trackingNumber });
      const spendableCents = posted.balanceCents - heldCents;
      const change = { changeId: id, before, balanceCents: spendableCents };
      await queueLowBalance(context, db, userId, change);
    }
  }
  const row = await getTransaction(db, posted.transactionId);
  return {
    transaction: describeTransaction(row, context.language),
    balanceCents: posted.balanceCents - heldCents,
  };
}

/** The specification writes balances as a number of dollars; PostgreSQL stores it exactly. */
function dollars(amountCents: number): number {
  return Number(decimalText(amountCents));
}

/** An amount in dollars, as typed by an admin, in cents. Throws `invalid_adjustment_amount`. */
export function parseAdjustmentAmount(amount: number | string): number {
  const reading = parseAmountCents(amount);
  if (!reading.ok || !isTransactionAmount(reading.amountCents)) {
    throw apiError("invalid_adjustment_amount");
  }
  return reading.amountCents;
}

/** Only staff type a reason, of a fee that they hold; others are codes. */
function reasonOf(row: HoldRow, language: Language): string {
  if (row.type === "payout") return translate(language, "records.reason.payout_requested");
  const code = ledgerReasonCodes.find((known) => known === row.reason);
  const isCode = code !== undefined && row.idempotencyKey.includes(":");
  return isCode ? translate(language, `records.reason.${code}`, { reference: "" }) : row.reason;
}

/** The hold as the contract defines it, in `language`. */
export function describeHold(row: HoldRow, language: Language): Hold {
  return {
    id: row.id,
    type: row.type,
    amountCents: Number(row.amountCents),
    state: row.state,
    settledCents: row.settledCents === null ? null : Number(row.settledCents),
    reason: reasonOf(row, language),
    legNumber: row.legNumber,
    packageId: row.packageId,
    ...(row.shipRequestId !== null && { shipRequestId: row.shipRequestId }),
    trackingNumber: row.trackingNumber,
    heldAt: row.heldAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** The holds with the tracking numbers of their packages. */
export async function namePackages(
  { listeners }: Pick<AppServices, "listeners">,
  db: Db,
  holds: readonly StoredHold[],
): Promise<HoldRow[]> {
  const packageIds = holds.flatMap(({ packageId }) => packageId ?? []);
  const numbers = await listeners.trackingNumbersOf(db, packageIds);
  return holds.map((hold) => ({
    ...hold,
    trackingNumber: numbers.get(hold.packageId ?? "") ?? null,
  }));
}

/** The same of one hold. */
export async function namePackage(
  services: Pick<AppServices, "listeners">,
  db: Db,
  hold: StoredHold,
): Promise<HoldRow> {
  const [named] = await namePackages(services, db, [hold]);
  return named ?? { ...hold, trackingNumber: null };
}
