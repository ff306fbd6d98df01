// Row types of the tables about wallets.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { PlatformAccount, TransactionStatus, TransactionType } from "#core/ledger.ts";

// Balances, transfers and entries have no type to insert or update by: the function post_transaction
// alone writes them, and triggers refuse everybody else.
type LedgerAccountsTable = {
  id: ColumnType<string, never, never>;
  kind: ColumnType<"wallet" | PlatformAccount, never, never>;
  /** Unique: one wallet per person, made with the profile. null: an account of the platform. */
  user_id: ColumnType<string | null, never, never>;
  /** What can be spent; null: an account of the platform, whose balance is the sum of its entries. */
  balance_cents: ColumnType<bigint | null, never, never>;
  overdraft_cents: ColumnType<bigint, never, never>;
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
  provider_customers: ProviderCustomersTable;
};
