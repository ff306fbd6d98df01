// The SQL by which others read a balance.
import { sql } from "kysely";

/** What the user in `profiles` can spend, in cents; 0 without a wallet. */
export const spendableCents = sql<bigint>`coalesce((
  select wallets.balance_cents - wallets.held_cents from ledger_accounts wallets
  where wallets.user_id = profiles.id
), 0)`;
