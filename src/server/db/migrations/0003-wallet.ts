// Wallets: the ledger and its only writer, the history of transactions, deposits, and customers at the provider.
import { sql, type Kysely } from "kysely";

/**
 * Creates ledger_accounts (one wallet per profile, made by trigger, and the platform's own accounts),
 * ledger_transfers, ledger_entries, transactions, deposits and provider_customers, the function
 * post_transaction, and the triggers that refuse every other way to write.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedger(db);
  await createTransactions(db);
  await createPosting(db);
  await createGuards(db);
  await createDeposits(db);
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_accounts (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('wallet', 'provider', 'freight', 'adjustments', 'disputes')),
      user_id uuid unique,
      balance_cents bigint check (balance_cents between -900000000000000 and 900000000000000),
      overdraft_cents bigint not null default 0 check (overdraft_cents >= 0),
      version bigint,
      check ((kind = 'wallet') = (user_id is not null)),
      check ((kind = 'wallet') = (balance_cents is not null)),
      check ((kind = 'wallet') = (version is not null)),
      constraint wallet_is_not_overdrawn check (balance_cents >= -overdraft_cents)
    ) with (fillfactor = 70);
    comment on column ledger_accounts.balance_cents is
      'Of wallets alone; the balance of a platform account is the sum of its entries.';
    comment on column ledger_accounts.overdraft_cents is
      'How far a lost dispute has taken the wallet below zero; nothing else may.';
    insert into ledger_accounts (id, kind) values
      ('00000000-0000-4000-8000-000000000001', 'provider'),
      ('00000000-0000-4000-8000-000000000002', 'freight'),
      ('00000000-0000-4000-8000-000000000003', 'adjustments'),
      ('00000000-0000-4000-8000-000000000004', 'disputes');

    create table ledger_transfers (
      id bigint generated always as identity primary key,
      idempotency_key text not null unique,
      request_hash bytea not null,
      transaction_id uuid not null unique,
      wallet_id uuid not null,
      wallet_version bigint not null,
      currency text not null default 'USD' check (currency = 'USD'),
      created_at timestamptz not null
    );

    create table ledger_entries (
      transfer_id bigint not null,
      account_id uuid not null,
      change_cents bigint not null check (change_cents <> 0),
      balance_cents bigint,
      version bigint check (version > 0),
      primary key (transfer_id, account_id),
      check ((balance_cents is null) = (version is null))
    );
    create unique index ledger_entries_wallet_version on ledger_entries (account_id, version)
      where version is not null;

    create function keep_wallet_beside_profile() returns trigger language plpgsql as $$
    begin
      insert into ledger_accounts (kind, user_id, balance_cents, version)
      values ('wallet', new.id, 0, 0) on conflict (user_id) do nothing;
      return new;
    end $$;
    create trigger profiles_have_wallets after insert on profiles
      for each row execute function keep_wallet_beside_profile();
    insert into ledger_accounts (kind, user_id, balance_cents, version)
    select 'wallet', id, 0, 0 from profiles;
  `.execute(db);
}

async function createTransactions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transactions (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity,
      user_id uuid not null,
      type text not null check (type in ('deposit', 'shipping_fee', 'admin_credit', 'refund',
        'subscription', 'deposit_refund', 'dispute', 'dispute_release')),
      amount_cents bigint not null check (amount_cents between 1 and 100000000),
      status text not null check (status in ('completed', 'pending', 'failed', 'canceled')),
      created_at timestamptz not null default now(),
      metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object')
    );
    create index transactions_newest on transactions (user_id, created_at desc, number desc);
    comment on column transactions.number is 'Tells apart what happened at the same moment.';
  `.execute(db);
}

// One round trip posts a transaction. Only the customer's wallet row is locked: the platform's accounts
// would be everybody's bottleneck. Refusals are answers and write nothing.
async function createPosting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function post_transaction(
      p_idempotency_key text, p_request text, p_transaction_id uuid, p_user_id uuid, p_type text,
      p_amount_cents bigint, p_metadata jsonb, p_at timestamptz,
      out outcome text, out posted_id uuid, out new_balance_cents bigint, out new_version bigint
    ) language plpgsql as $$
    declare
      wallet ledger_accounts%rowtype;
      earlier ledger_transfers%rowtype;
      new_transfer_id bigint;
      signed_change_cents bigint;
      opposite_id uuid;
      hash bytea := sha256(convert_to(
        concat_ws('|', p_user_id, p_type, p_amount_cents, p_request), 'UTF8'));
    begin
      select * into wallet from ledger_accounts where user_id = p_user_id for update;
      if not found then
        outcome := 'no_wallet';
        return;
      end if;

      select * into earlier from ledger_transfers where idempotency_key = p_idempotency_key;
      if found then
        if earlier.request_hash <> hash then
          outcome := 'key_reused';
          return;
        end if;
        outcome := 'replayed';
        posted_id := earlier.transaction_id;
        new_version := earlier.wallet_version;
        select balance_cents into new_balance_cents from ledger_entries
          where account_id = wallet.id and version = earlier.wallet_version;
        new_balance_cents := coalesce(new_balance_cents, 0);
        return;
      end if;

      if p_amount_cents is null or p_amount_cents not between 1 and 100000000 then
        outcome := 'invalid_amount';
        return;
      end if;
      signed_change_cents := case
        when p_type in ('deposit', 'admin_credit', 'refund', 'dispute_release') then p_amount_cents
        when p_type in ('shipping_fee', 'deposit_refund', 'dispute') then -p_amount_cents
        when p_type = 'subscription' then 0
      end;
      opposite_id := case
        when p_type in ('deposit', 'deposit_refund') then '00000000-0000-4000-8000-000000000001'
        when p_type in ('shipping_fee', 'refund') then '00000000-0000-4000-8000-000000000002'
        when p_type = 'admin_credit' then '00000000-0000-4000-8000-000000000003'
        when p_type in ('dispute', 'dispute_release') then '00000000-0000-4000-8000-000000000004'
      end::uuid;
      new_balance_cents := wallet.balance_cents + signed_change_cents;
      new_version := wallet.version + abs(sign(signed_change_cents));
      if signed_change_cents < 0 and new_balance_cents < 0 and p_type <> 'dispute' then
        outcome := 'insufficient_balance';
        new_balance_cents := null;
        new_version := null;
        return;
      end if;

      posted_id := coalesce(p_transaction_id, gen_random_uuid());
      insert into ledger_transfers
        (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
      values (p_idempotency_key, hash, posted_id, wallet.id, new_version, p_at)
      on conflict (idempotency_key) do nothing
      returning id into new_transfer_id;
      if new_transfer_id is null then
        -- Another wallet's request took the key between the look above and now.
        outcome := 'key_reused';
        posted_id := null;
        new_balance_cents := null;
        new_version := null;
        return;
      end if;

      insert into transactions as kept (id, user_id, type, amount_cents, status, created_at, metadata)
      values (posted_id, p_user_id, p_type, p_amount_cents, 'completed', p_at, p_metadata)
      on conflict (id) do update
        set status = 'completed', metadata = kept.metadata || excluded.metadata
        where kept.user_id = excluded.user_id and kept.type = excluded.type
          and kept.amount_cents = excluded.amount_cents and kept.status <> 'completed';
      if not found then
        raise exception 'transaction % is another one, or completed already', posted_id
          using errcode = 'integrity_constraint_violation';
      end if;

      if signed_change_cents <> 0 then
        insert into ledger_entries (transfer_id, account_id, change_cents, balance_cents, version)
        values
          (new_transfer_id, wallet.id, signed_change_cents, new_balance_cents, new_version),
          (new_transfer_id, opposite_id, -signed_change_cents, null, null);
        update ledger_accounts set
          balance_cents = new_balance_cents,
          version = new_version,
          overdraft_cents = case when p_type = 'dispute' or signed_change_cents > 0
            then greatest(0, -new_balance_cents) else overdraft_cents end
        where id = wallet.id;
      end if;
      outcome := 'applied';
    end $$;
  `.execute(db);
}

// These hold for everybody, the owner of the tables included. The call stack tells who writes: unlike a
// setting, it is not to be had by asking for it.
async function createGuards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function is_posting(call_stack text) returns boolean language sql immutable
      return position('PL/pgSQL function post_transaction(' in call_stack) > 0;

    create function require_posting() returns trigger language plpgsql as $$
    declare
      call_stack text;
    begin
      get diagnostics call_stack = pg_context;
      if not is_posting(call_stack) then
        raise exception '% is written by post_transaction alone', tg_table_name
          using errcode = 'restrict_violation';
      end if;
      return null;
    end $$;

    create function require_empty_account() returns trigger language plpgsql as $$
    begin
      if coalesce(new.balance_cents, 0) <> 0 or coalesce(new.version, 0) <> 0
        or new.overdraft_cents <> 0 then
        raise exception 'an account begins at zero' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;

    create function guard_transaction() returns trigger language plpgsql as $$
    declare
      call_stack text;
    begin
      if tg_op = 'UPDATE' then
        if (old.id, old.number, old.user_id, old.type, old.amount_cents, old.created_at)
          is distinct from
          (new.id, new.number, new.user_id, new.type, new.amount_cents, new.created_at) then
          raise exception 'what a transaction says is never changed'
            using errcode = 'restrict_violation';
        end if;
        if old.status = 'completed' then
          raise exception 'a completed transaction is never changed'
            using errcode = 'restrict_violation';
        end if;
      end if;
      if new.status = 'completed' then
        get diagnostics call_stack = pg_context;
        if not is_posting(call_stack) then
          raise exception 'transactions are completed by post_transaction alone'
            using errcode = 'restrict_violation';
        end if;
      end if;
      return new;
    end $$;

    create trigger transfers_are_posted before insert on ledger_transfers
      for each statement execute function require_posting();
    create trigger transfers_stay before update or delete or truncate on ledger_transfers
      for each statement execute function refuse_change_of_history();
    create trigger entries_are_posted before insert on ledger_entries
      for each statement execute function require_posting();
    create trigger entries_stay before update or delete or truncate on ledger_entries
      for each statement execute function refuse_change_of_history();
    create trigger accounts_begin_at_zero before insert on ledger_accounts
      for each row execute function require_empty_account();
    create trigger balances_are_posted before update on ledger_accounts
      for each statement execute function require_posting();
    create trigger accounts_stay before delete or truncate on ledger_accounts
      for each statement execute function refuse_change_of_history();
    create trigger transactions_keep_their_word before insert or update on transactions
      for each row execute function guard_transaction();
    create trigger transactions_stay before delete or truncate on transactions
      for each statement execute function refuse_change_of_history();
  `.execute(db);
}

async function createDeposits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deposits (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null,
      amount_cents bigint not null check (amount_cents between 100 and 1000000),
      request_key uuid not null,
      transaction_id uuid not null unique default gen_random_uuid(),
      customer_id text,
      checkout_session_id text unique,
      payment_intent_id text unique,
      created_at timestamptz not null,
      unique (user_id, request_key)
    );
    comment on column deposits.transaction_id is
      'The transaction appears once the checkout is open, and is completed when it is paid.';

    create table provider_customers (
      user_id uuid primary key references users (id) on delete cascade,
      customer_id text not null unique,
      created_at timestamptz not null
    );
  `.execute(db);
}
