import type { Language } from "#platform/rules/language.ts";
import type {
  HoldState,
  HoldType,
  PlatformAccount,
  TransactionStatus,
  TransactionType,
} from "#money/rules/ledger.ts";
import type { ReconciliationCause, StoredEventState, PayoutOutcome } from "#money/rules/payment.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { PlanCheckoutState } from "#catalogue/rules/plan.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

// Accounts, transfers and entries cannot be inserted or updated here: only inserts into the view ledger_postings write them,
// and triggers reject all other writes.
type LedgerAccountsTable = {
  id: ColumnType<string, never, never>;
  kind: ColumnType<"wallet" | PlatformAccount, never, never>;
  /** Unique: one wallet per user, created with the profile. null: an account of the operator. */
  userId: ColumnType<string | null, never, never>;
  /** null: an account of the operator, whose balance is the sum of its entries. */
  balanceCents: ColumnType<bigint | null, never, never>;
  overdraftCents: ColumnType<bigint, never, never>;
  /** The part of the balance that open holds reserve; maintained by the trigger of `holds`. */
  heldCents: ColumnType<bigint, never, never>;
  version: ColumnType<bigint | null, never, never>;
};

type LedgerTransfersTable = {
  id: ColumnType<bigint, never, never>;
  idempotencyKey: ColumnType<string, never, never>;
  requestHash: ColumnType<Buffer, never, never>;
  transactionId: ColumnType<string, never, never>;
  walletId: ColumnType<string, never, never>;
  walletVersion: ColumnType<bigint, never, never>;
  currency: ColumnType<"USD", never, never>;
  createdAt: ColumnType<Date, never, never>;
};

type LedgerEntriesTable = {
  transferId: ColumnType<bigint, never, never>;
  accountId: ColumnType<string, never, never>;
  changeCents: ColumnType<bigint, never, never>;
  balanceCents: ColumnType<bigint | null, never, never>;
  version: ColumnType<bigint | null, never, never>;
};

type TransactionsTable = {
  id: Generated<string>;
  number: GeneratedAlways<bigint>;
  userId: ColumnType<string, string, never>;
  type: ColumnType<TransactionType, TransactionType, never>;
  amountCents: ColumnType<bigint, bigint | number, never>;
  status: TransactionStatus;
  createdAt: ColumnType<Date, Date, never>;
  metadata: ColumnType<Record<string, unknown>, string, string>;
};

type DepositsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  amountCents: ColumnType<bigint, bigint | number, never>;
  idempotencyKey: ColumnType<string, string, never>;
  transactionId: Generated<string>;
  customerId: string | null;
  checkoutSessionId: string | null;
  paymentIntentId: string | null;
  /** In which the checkout describes the payment. */
  language: ColumnType<Language, Language | undefined, never>;
  createdAt: ColumnType<Date, Date, never>;
  /** What the provider refunded to the payer, and how much of it was debited from the wallet. */
  refundedCents: ColumnType<bigint, never, bigint | number>;
  debitedCents: ColumnType<bigint, never, bigint | number>;
  reversalCount: ColumnType<number, never, number>;
  reversalReadCount: ColumnType<number, never, number>;
};

type DepositDisputesTable = {
  disputeId: ColumnType<string, string, never>;
  depositId: ColumnType<string, string, never>;
  /** The provider's status. */
  status: string;
  amountCents: ColumnType<bigint, bigint | number, bigint | number>;
  /** What it holds or has debited for good. */
  debitedCents: ColumnType<bigint, bigint | number, bigint | number>;
  postingCount: number;
  isOver: boolean;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type HoldsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  transactionId: ColumnType<string, string, never>;
  amountCents: ColumnType<bigint, bigint | number, never>;
  /** The type of the transaction once it is settled. */
  type: ColumnType<HoldType, HoldType, never>;
  state: ColumnType<HoldState, never, HoldState>;
  legNumber: ColumnType<number | null, number | null, never>;
  packageId: ColumnType<string | null, string | null, never>;
  shipRequestId: ColumnType<string | null, string | null | undefined, never>;
  reason: ColumnType<string, string, never>;
  idempotencyKey: ColumnType<string, string, never>;
  heldBy: ColumnType<string, string, never>;
  heldAt: ColumnType<Date, Date, never>;
  endedBy: ColumnType<string | null, never, string | null>;
  endedAt: ColumnType<Date | null, never, Date>;
  /** The final fee. */
  settledCents: ColumnType<bigint | null, never, bigint | number>;
};

type ReconciliationsTable = {
  id: Generated<string>;
  cause: ReconciliationCause;
  startedAt: Date;
  finishedAt: Date;
  windowStartsAt: Date;
  windowEndsAt: Date;
  paymentsCompared: number;
  repairedCount: number;
  differenceCents: ColumnType<bigint, bigint | number, never>;
  repairs: ColumnType<unknown, string, never>;
  differences: ColumnType<unknown, string, never>;
};

type ProviderCustomersTable = {
  userId: string;
  customerId: string;
  createdAt: Date;
};

type PayoutRequestsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  amountCents: ColumnType<bigint, bigint | number, never>;
  detailsEncrypted: Buffer | null;
  createdAt: ColumnType<Date, Date, never>;
  /** The hold of its amount; null: it was settled before payouts were held. */
  holdId: ColumnType<string | null, string, never>;
  /** When an admin first saw the bank details; from then on the customer cannot cancel it. */
  startedAt: Generated<Date | null>;
  startedBy: Generated<string | null>;
  settledAt: Generated<Date | null>;
  settledBy: Generated<string | null>;
  outcome: Generated<PayoutOutcome | null>;
  /** Why it was declined. */
  reason: Generated<string | null>;
  /** Of the bank transfer that paid it. */
  reference: Generated<string | null>;
};

type ProviderEventsTable = {
  id: string;
  type: string;
  payload: ColumnType<unknown, string, string>;
  state: Generated<StoredEventState>;
  attempts: Generated<number>;
  lastError: string | null;
  receivedAt: Generated<Date>;
  processedAt: Date | null;
};

type SubscriptionCheckoutsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  idempotencyKey: ColumnType<string, string, never>;
  plan: ColumnType<PlanName, PlanName, never>;
  state: Generated<PlanCheckoutState>;
  customerId: string | null;
  checkoutSessionId: string | null;
  createdAt: ColumnType<Date, Date, never>;
};

type SubscriptionsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  providerSubscriptionId: ColumnType<string, string, never>;
  providerStatus: string;
  plan: PlanName | null;
  nextPlan: PlanName | null;
  grantsPlan: boolean;
  isLive: boolean;
  rejectedAt: Date | null;
  currentPeriodStartsAt: Date;
  currentPeriodEndsAt: Date;
  cancelsAtPeriodEnd: boolean;
  version: Generated<number>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type PlanPeriodsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  subscriptionId: ColumnType<string | null, string | null, never>;
  invoiceId: ColumnType<string | null, string | null, never>;
  startsAt: ColumnType<Date, Date, never>;
  endsAt: ColumnType<Date, Date, never>;
  usedPackages: Generated<number>;
  adjustmentPackages: Generated<number>;
  isCurrent: Generated<boolean>;
  createdAt: ColumnType<Date, Date, never>;
  /** Only for complimentary plans: the plan, and the start of its first month. */
  complimentaryPlan: ColumnType<PlanName | null, PlanName | null | undefined, never>;
  complimentaryFrom: ColumnType<Date | null, Date | null | undefined, never>;
};

type PlanPaymentsTable = {
  invoiceId: ColumnType<string, string, never>;
  periodId: ColumnType<string, string, never>;
  plan: ColumnType<PlanName, PlanName, never>;
  amountCents: ColumnType<bigint, bigint | number, never>;
  paidAt: ColumnType<Date, Date, never>;
  createdAt: ColumnType<Date, Date, never>;
};

type SubscriberLocksTable = {
  userId: ColumnType<string, string, never>;
  holder: string;
  lockedUntil: Date;
};

export type MoneyTables = {
  ledgerAccounts: LedgerAccountsTable;
  ledgerTransfers: LedgerTransfersTable;
  ledgerEntries: LedgerEntriesTable;
  transactions: TransactionsTable;
  deposits: DepositsTable;
  depositDisputes: DepositDisputesTable;
  holds: HoldsTable;
  reconciliations: ReconciliationsTable;
  providerCustomers: ProviderCustomersTable;
  payoutRequests: PayoutRequestsTable;
  providerEvents: ProviderEventsTable;
  subscriptionCheckouts: SubscriptionCheckoutsTable;
  subscriptions: SubscriptionsTable;
  planPeriods: PlanPeriodsTable;
  planPayments: PlanPaymentsTable;
  subscriberLocks: SubscriberLocksTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends MoneyTables {}
}
