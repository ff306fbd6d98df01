// Row types of the tables about wallets.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type {
  HoldState,
  HoldType,
  PlatformAccount,
  TransactionStatus,
  TransactionType,
} from "#core/ledger.ts";

// Balances, transfers and entries have no type to insert or update by: inserting into the view
// ledger_postings alone writes them, and triggers refuse everybody else.
type LedgerAccountsTable = {
  id: ColumnType<string, never, never>;
  kind: ColumnType<"wallet" | PlatformAccount, never, never>;
  /** Unique: one wallet per person, made with the profile. null: an account of the platform. */
  user_id: ColumnType<string | null, never, never>;
  /** What can be spent; null: an account of the platform, whose balance is the sum of its entries. */
  balance_cents: ColumnType<bigint | null, never, never>;
  overdraft_cents: ColumnType<bigint, never, never>;
  /** Of the balance, what open holds have set aside; the holds' trigger keeps it. */
  held_cents: ColumnType<bigint, never, never>;
  version: ColumnType<bigint | null, never, never>;
};

type LedgerTransfersTable = {
  id: ColumnType<bigint, never, never>;
  idempotency_key: ColumnType<string, never, never>;
  request_hash: ColumnType<Buffer, never, never>;
  transaction_id: ColumnType<string, never, never>;
  wallet_id: ColumnType<string, never, never>;
  wallet_version: ColumnType<bigint, never, never>;
  currency: ColumnType<"USD", never, never>;
  created_at: ColumnType<Date, never, never>;
};

type LedgerEntriesTable = {
  transfer_id: ColumnType<bigint, never, never>;
  account_id: ColumnType<string, never, never>;
  change_cents: ColumnType<bigint, never, never>;
  balance_cents: ColumnType<bigint | null, never, never>;
  version: ColumnType<bigint | null, never, never>;
};

type TransactionsTable = {
  id: Generated<string>;
  number: GeneratedAlways<bigint>;
  user_id: ColumnType<string, string, never>;
  type: ColumnType<TransactionType, TransactionType, never>;
  amount_cents: ColumnType<bigint, bigint | number, never>;
  status: TransactionStatus;
  created_at: ColumnType<Date, Date, never>;
  metadata: ColumnType<Record<string, unknown>, string, string>;
};

type DepositsTable = {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  amount_cents: ColumnType<bigint, bigint | number, never>;
  request_key: ColumnType<string, string, never>;
  transaction_id: Generated<string>;
  customer_id: string | null;
  checkout_session_id: string | null;
  payment_intent_id: string | null;
  created_at: ColumnType<Date, Date, never>;
  /** What the provider says it gave back to the payer, and what of it was taken off the wallet. */
  refunded_cents: ColumnType<bigint, never, bigint | number>;
  debited_cents: ColumnType<bigint, never, bigint | number>;
  reversal_count: ColumnType<number, never, number>;
  looks: ColumnType<number, never, number>;
};

type DepositDisputesTable = {
  dispute_id: ColumnType<string, string, never>;
  deposit_id: ColumnType<string, string, never>;
  /** The provider's word. */
  status: string;
  amount_cents: ColumnType<bigint, bigint | number, bigint | number>;
  /** What it holds, or has taken for good, of the wallet. */
  debited_cents: ColumnType<bigint, bigint | number, bigint | number>;
  posting_count: number;
  is_over: boolean;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
};

type HoldsTable = {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  transaction_id: ColumnType<string, string, never>;
  amount_cents: ColumnType<bigint, bigint | number, never>;
  /** The transaction that it becomes when it is settled. */
  type: ColumnType<HoldType, HoldType, never>;
  state: ColumnType<HoldState, never, HoldState>;
  leg_number: ColumnType<number | null, number | null, never>;
  package_id: ColumnType<string | null, string | null, never>;
  reason: ColumnType<string, string, never>;
  request_key: ColumnType<string, string, never>;
  held_by: ColumnType<string, string, never>;
  held_at: ColumnType<Date, Date, never>;
  ended_by: ColumnType<string | null, never, string>;
  ended_at: ColumnType<Date | null, never, Date>;
  /** What the fee came to in the end. */
  settled_cents: ColumnType<bigint | null, never, bigint | number>;
};

type ReconciliationsTable = {
  id: Generated<string>;
  cause: "schedule" | "console" | "admin";
  started_at: Date;
  finished_at: Date;
  window_starts_at: Date;
  window_ends_at: Date;
  payments_compared: number;
  repaired_count: number;
  difference_cents: ColumnType<bigint, bigint | number, never>;
  repairs: ColumnType<unknown, string, never>;
  differences: ColumnType<unknown, string, never>;
};

type ProviderCustomersTable = {
  user_id: string;
  customer_id: string;
  created_at: Date;
};

export type WalletTables = {
  ledger_accounts: LedgerAccountsTable;
  ledger_transfers: LedgerTransfersTable;
  ledger_entries: LedgerEntriesTable;
  transactions: TransactionsTable;
  deposits: DepositsTable;
  deposit_disputes: DepositDisputesTable;
  holds: HoldsTable;
  reconciliations: ReconciliationsTable;
  provider_customers: ProviderCustomersTable;
};
