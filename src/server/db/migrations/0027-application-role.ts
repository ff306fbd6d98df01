// Readies the schema for a role that may not write the ledger: posting and holding do it with their owner's rights.
import { sql, type Kysely } from "kysely";

/**
 * Lets the three functions that write the ledger's rows run as their owner, adds lock_wallet for whoever may only
 * read them, and has the guard of transactions look at rights beside the depth of triggers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With a path of their own, nobody's tables or operators can stand in for those that they mean.
  await sql`
    alter function post_to_ledger() security definer set search_path = pg_catalog, public, pg_temp;
    alter function keep_wallet_beside_profile() security definer
      set search_path = pg_catalog, public, pg_temp;
    alter function keep_held_cents() security definer set search_path = pg_catalog, public, pg_temp;
    -- A table of somebody's own with one of them as its trigger would write to the ledger.
    revoke execute on function post_to_ledger(), keep_wallet_beside_profile(), keep_held_cents()
      from public;

    create function lock_wallet(p_user_id uuid) returns bigint
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
      select balance_cents - held_cents from ledger_accounts where user_id = p_user_id for update
    $$;
    revoke execute on function lock_wallet(uuid) from public;
    comment on function lock_wallet(uuid) is
      'What can be spent, moved by nobody else until the transaction ends: locking takes a right to change.';

    -- Depth alone would let a trigger of somebody's own complete a transaction without entries.
    drop trigger transactions_keep_their_word on transactions;
    create trigger transactions_keep_their_word before insert or update on transactions
      for each row when (
        pg_trigger_depth() = 0 or not has_table_privilege('ledger_transfers'::regclass, 'insert')
      ) execute function guard_transaction();
  `.execute(db);
}
