-- The ledger: accounts, transfers between them as entries that sum to zero, and the transactions that customers see.
--
-- There are few check constraints, since PostgreSQL parses each for every statement, which took a third of the time of a
-- posting. The posting function checks what it writes, the triggers below check the rest.

create table ledger_accounts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  user_id uuid unique,
  balance_cents bigint,
  overdraft_cents bigint not null default 0,
  version bigint,
  held_cents bigint not null default 0,
  constraint wallet_is_not_overdrawn check (balance_cents >= -overdraft_cents)
) with (fillfactor = 70);
comment on column ledger_accounts.balance_cents is
  'Only for wallets; the balance of an account of the operator is the sum of its entries.';
comment on column ledger_accounts.overdraft_cents is
  'How far lost disputes may take the wallet below zero.';
comment on column ledger_accounts.held_cents is
  'The part of the balance that is reserved: the sum of open holds.';

create table ledger_transfers (
  id bigint generated always as identity primary key,
  idempotency_key text not null unique,
  request_hash bytea not null,
  transaction_id uuid not null,
  wallet_id uuid not null,
  wallet_version bigint not null,
  currency text not null default 'USD',
  created_at timestamptz not null
);
create index ledger_transfers_of_wallet on ledger_transfers (wallet_id, created_at);
create index ledger_transfers_by_time on ledger_transfers using brin (created_at)
  with (autosummarize = on);

create table ledger_entries (
  transfer_id bigint not null,
  account_id uuid not null,
  change_cents bigint not null,
  balance_cents bigint,
  version bigint,
  primary key (transfer_id, account_id)
);
create unique index ledger_entries_wallet_version on ledger_entries (account_id, version)
  where version is not null;

create table transactions (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
  user_id uuid not null,
  type text not null,
  amount_cents bigint not null,
  status text not null,
  created_at timestamptz not null default now(),
  metadata jsonb not null default '{}'
);
create index transactions_newest on transactions (user_id, created_at desc, number desc);
create index transactions_plan_payments on transactions (created_at desc, number desc)
  include (amount_cents) where type = 'subscription';
create index transactions_of_ship_request on transactions ((metadata ->> 'shipRequestId'), created_at desc, number desc)
  where metadata ->> 'shipRequestId' is not null;
create index transactions_given_back on transactions ((metadata ->> 'refunds'))
  where type = 'refund' and metadata ? 'refunds';
comment on column transactions.number is 'Orders transactions of the same time.';

-- Accounts start at zero, and every customer has a wallet.

create function require_empty_account() returns trigger language plpgsql as $$
begin
  if new.kind not in ('wallet', 'provider', 'freight', 'adjustments', 'disputes', 'payouts', 'services', 'storage', 'goodwill')
    or (new.kind = 'wallet') <> (new.user_id is not null)
    or (new.kind = 'wallet') <> (new.balance_cents is not null)
    or (new.kind = 'wallet') <> (new.version is not null)
    or coalesce(new.balance_cents, 0) <> 0 or coalesce(new.version, 0) <> 0
    or new.overdraft_cents <> 0 or new.held_cents <> 0 then
    raise exception 'an account is a wallet of somebody or the platform''s, and begins at zero'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_accounts_start_empty before insert on ledger_accounts
  for each row execute function require_empty_account();

-- The operator's accounts, with the ids that the posting function uses.
insert into ledger_accounts (id, kind) values
  ('00000000-0000-4000-8000-000000000001', 'provider'),
  ('00000000-0000-4000-8000-000000000002', 'freight'),
  ('00000000-0000-4000-8000-000000000003', 'adjustments'),
  ('00000000-0000-4000-8000-000000000004', 'disputes'),
  ('00000000-0000-4000-8000-000000000005', 'payouts'),
  ('00000000-0000-4000-8000-000000000006', 'services'),
  ('00000000-0000-4000-8000-000000000007', 'storage'),
  ('00000000-0000-4000-8000-000000000008', 'goodwill');

create function create_wallet_for_customer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_accounts (kind, user_id, balance_cents, version)
  values ('wallet', new.id, 0, 0) on conflict (user_id) do nothing;
  return new;
end $$;
revoke execute on function create_wallet_for_customer() from public;
-- Its name sorts after that of the trigger which creates the profile.
create trigger users_create_wallet after insert or update of is_customer on users
  for each row when (new.is_customer) execute function create_wallet_for_customer();

-- A client's statement has trigger depth 0, one within a trigger has more, and no setting changes that: so rows written by
-- the posting trigger can be distinguished from all others.

create function prevent_direct_write() returns trigger language plpgsql as $$
begin
  raise exception '% is written by posting alone', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger ledger_accounts_prevent_direct_write before update on ledger_accounts
  for each statement when (pg_trigger_depth() = 0) execute function prevent_direct_write();
create trigger ledger_transfers_prevent_direct_write before insert on ledger_transfers
  for each statement when (pg_trigger_depth() = 0) execute function prevent_direct_write();
create trigger ledger_entries_prevent_direct_write before insert on ledger_entries
  for each statement when (pg_trigger_depth() = 0) execute function prevent_direct_write();

create trigger ledger_accounts_prevent_delete before delete or truncate on ledger_accounts
  for each statement execute function prevent_history_change();
create trigger ledger_transfers_prevent_change before update or delete or truncate on ledger_transfers
  for each statement execute function prevent_history_change();
create trigger ledger_entries_prevent_change before update or delete or truncate on ledger_entries
  for each statement execute function prevent_history_change();
create trigger transactions_prevent_delete before delete or truncate on transactions
  for each statement execute function prevent_history_change();

create function guard_transaction() returns trigger language plpgsql as $$
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
    raise exception 'transactions are completed by posting alone'
      using errcode = 'restrict_violation';
  end if;
  if new.type not in ('deposit', 'shipping_fee', 'service_fee', 'storage_fee', 'admin_credit', 'refund',
      'subscription', 'deposit_refund', 'dispute', 'dispute_release', 'payout', 'compensation')
    or new.amount_cents not between 1 and 100000000
    or new.status not in ('pending', 'failed', 'canceled')
    or jsonb_typeof(new.metadata) <> 'object' then
    raise exception 'this is no transaction' using errcode = 'check_violation';
  end if;
  insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
    on conflict do nothing;
  return new;
end $$;

-- Depth alone would let any other trigger complete a transaction without entries.
create trigger transactions_guard before insert or update on transactions
  for each row when (
    pg_trigger_depth() = 0 or not has_table_privilege('ledger_transfers'::regclass, 'insert')
  ) execute function guard_transaction();
