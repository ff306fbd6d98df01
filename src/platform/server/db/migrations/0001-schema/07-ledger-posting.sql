-- Posting to the ledger: an insert into the view ledger_postings, whose trigger is the only writer of balances,
-- transfers, entries and completed transactions. The view returns the outcome; a rejected posting writes nothing.
--
-- The writing functions are security definers, so that the application's role needs no right to write the ledger. Their fixed
-- search path prevents other tables or operators from being used instead, and nobody else may execute them: otherwise a
-- table with one of them as its trigger could write to the ledger.

create view ledger_postings as select
  null::text as idempotency_key, null::text as request, null::uuid as transaction_id,
  null::uuid as user_id, null::text as type, null::bigint as amount_cents,
  null::jsonb as metadata, null::timestamptz as at, null::text as against, null::text as outcome,
  null::bigint as balance_cents, null::bigint as version
  where false;

-- The earlier outcome for the same idempotency key, or null.
create function repeated_posting(posting ledger_postings, hash bytea) returns ledger_postings
language plpgsql as $$
declare
  wallet ledger_accounts%rowtype;
  earlier ledger_transfers%rowtype;
begin
  select * into earlier from ledger_transfers where idempotency_key = posting.idempotency_key;
  if not found then
    return null;
  end if;
  if earlier.request_hash <> hash then
    posting.outcome := 'key_reused';
    posting.transaction_id := null;
    return posting;
  end if;
  posting.outcome := 'replayed';
  posting.transaction_id := earlier.transaction_id;
  posting.version := earlier.wallet_version;
  select balance_cents into posting.balance_cents from ledger_entries
    where account_id = earlier.wallet_id and version = earlier.wallet_version;
  posting.balance_cents := coalesce(posting.balance_cents, 0);
  return posting;
end $$;

create function rejected_posting(posting ledger_postings, hash bytea) returns ledger_postings
language plpgsql as $$
declare
  repeated ledger_postings;
begin
  -- Waits for concurrent postings to this wallet with the same key.
  perform from ledger_accounts where user_id = posting.user_id for update;
  if not found then
    posting.outcome := 'no_wallet';
    return posting;
  end if;
  repeated := repeated_posting(posting, hash);
  if repeated.outcome is not null then
    return repeated;
  end if;
  posting.outcome := case
    when posting.amount_cents between 1 and 100000000 then 'insufficient_balance'
    else 'invalid_amount'
  end;
  return posting;
end $$;

-- Only the customer's wallet is locked, by the one update of its balance: locking the operator's accounts would serialize all
-- postings. A used idempotency key is found when the transfer is inserted; the update is then rolled back within the
-- same statement.
create function post_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  change_cents bigint := case
    when new.type in ('deposit', 'admin_credit', 'refund', 'dispute_release', 'compensation')
      then new.amount_cents
    when new.type in ('shipping_fee', 'service_fee', 'storage_fee', 'deposit_refund', 'dispute', 'payout')
      then -new.amount_cents
    when new.type = 'subscription' then 0
  end;
  hash bytea := sha256(convert_to(
    concat_ws('|', new.user_id, new.type, new.amount_cents, new.request), 'UTF8'));
  wallet_id uuid;
  transfer_id bigint;
  new_transaction_id uuid;
begin
  -- One expression for all that is rarely wrong, since PostgreSQL prepares each one anew in every transaction.
  if change_cents is null or new.against is not null
    or new.amount_cents not between 1 and 100000000 then
    if new.amount_cents is null or new.amount_cents not between 1 and 100000000 then
      return rejected_posting(new, hash);
    end if;
    if change_cents is null then
      raise exception '% is no type of transaction', new.type using errcode = 'check_violation';
    end if;
    -- A refund comes from the account to which what it gives back went.
    if new.against not in ('provider', 'services', 'storage') or new.type <> 'refund' then
      raise exception '% is not posted against %', new.type, new.against
        using errcode = 'check_violation';
    end if;
  end if;
  if change_cents = 0 then
    select a.id, a.balance_cents, a.version, 'applied'
      into wallet_id, new.balance_cents, new.version, new.outcome
      from ledger_accounts a where a.user_id = new.user_id for update;
  else
    update ledger_accounts a set
      balance_cents = a.balance_cents + change_cents,
      version = a.version + 1,
      overdraft_cents = greatest(0, -(a.balance_cents + change_cents))
    where a.user_id = new.user_id and (change_cents > 0 or new.type = 'dispute'
      or a.balance_cents - a.held_cents + change_cents >= 0)
    returning a.id, a.balance_cents, a.version, 'applied'
      into wallet_id, new.balance_cents, new.version, new.outcome;
  end if;
  if not found then
    return rejected_posting(new, hash);
  end if;

  insert into ledger_transfers as t
    (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
  values (new.idempotency_key, hash, coalesce(new.transaction_id, gen_random_uuid()), wallet_id,
    new.version, new.at)
  on conflict (idempotency_key) do nothing
  returning t.id, t.transaction_id into transfer_id, new_transaction_id;
  if not found then
    if change_cents <> 0 then
      update ledger_accounts a set
        balance_cents = a.balance_cents - change_cents,
        version = a.version - 1,
        overdraft_cents = greatest(0, -(a.balance_cents - change_cents))
      where a.id = wallet_id;
    end if;
    return repeated_posting(new, hash);
  end if;

  if new.transaction_id is null then
    insert into transactions (id, user_id, type, amount_cents, status, created_at, metadata)
    values (new_transaction_id, new.user_id, new.type, new.amount_cents, 'completed', new.at, new.metadata)
    returning id into new.transaction_id;
  else
    insert into transactions as kept (id, user_id, type, amount_cents, status, created_at, metadata)
    values (new.transaction_id, new.user_id, new.type, new.amount_cents, 'completed', new.at, new.metadata)
    on conflict (id) do update
      set status = 'completed', metadata = kept.metadata || excluded.metadata
      where kept.user_id = excluded.user_id and kept.type = excluded.type
        and kept.amount_cents = excluded.amount_cents and kept.status <> 'completed';
    if not found then
      raise exception 'transaction % is another one, or completed already', new.transaction_id
        using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  if change_cents <> 0 then
    insert into ledger_entries (transfer_id, account_id, change_cents, balance_cents, version)
    values
      (transfer_id, wallet_id, change_cents, new.balance_cents, new.version),
      (transfer_id, case
        when new.type in ('deposit', 'deposit_refund') or new.against = 'provider'
          then '00000000-0000-4000-8000-000000000001'
        when new.type = 'shipping_fee' or (new.type = 'refund' and new.against is null)
          then '00000000-0000-4000-8000-000000000002'
        when new.type = 'admin_credit' then '00000000-0000-4000-8000-000000000003'
        when new.type = 'payout' then '00000000-0000-4000-8000-000000000005'
        when new.type = 'service_fee' or new.against = 'services'
          then '00000000-0000-4000-8000-000000000006'
        when new.type = 'storage_fee' or new.against = 'storage'
          then '00000000-0000-4000-8000-000000000007'
        when new.type = 'compensation' then '00000000-0000-4000-8000-000000000008'
        else '00000000-0000-4000-8000-000000000004'
      end::uuid, -change_cents, null, null);
  end if;
  if new.type = 'refund' then
    perform add_refund_to_cases(new.user_id, new.metadata, new.at);
  end if;
  insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
    on conflict do nothing;
  return new;
end $$;
revoke execute on function post_to_ledger() from public;

create trigger ledger_postings_are_posted instead of insert on ledger_postings
  for each row execute function post_to_ledger();

-- For the application's role, which may only read wallets.
create function lock_wallet(p_user_id uuid) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select balance_cents - held_cents from ledger_accounts where user_id = p_user_id for update
$$;
revoke execute on function lock_wallet(uuid) from public;
comment on function lock_wallet(uuid) is
  'The available balance, locked until the transaction ends; a lock in a query would need the right to update.';
