import { sql, type Kysely } from "kysely";

/**
 * Makes a posting shorter: each trigger with a condition costs every statement on its table, also where it does not fire, and
 * so does a conflict that cannot occur. Directly written transactions and holds record their change of the wallet in the
 * triggers that they have anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await recordWithGuards(db);
  await shortenPosting(db);
}

async function recordWithGuards(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger transactions_record_changes on transactions;
    drop trigger ledger_accounts_record_updates on ledger_accounts;
    drop function record_wallet_change();

    create or replace function guard_transaction() returns trigger language plpgsql as $$
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
      if new.type not in ('deposit', 'shipping_fee', 'admin_credit', 'refund', 'subscription',
          'deposit_refund', 'dispute', 'dispute_release', 'payout')
        or new.amount_cents not between 1 and 100000000
        or new.status not in ('pending', 'failed', 'canceled')
        or jsonb_typeof(new.metadata) <> 'object' then
        raise exception 'this is no transaction' using errcode = 'check_violation';
      end if;
      insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
        on conflict do nothing;
      return new;
    end $$;

    create or replace function update_held_cents() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if tg_op = 'INSERT' then
        if new.state <> 'held' then
          raise exception 'a hold begins as held' using errcode = 'restrict_violation';
        end if;
        update ledger_accounts set held_cents = held_cents + new.amount_cents
          where user_id = new.user_id and balance_cents - held_cents >= new.amount_cents;
        if not found then
          raise exception 'the wallet has not enough to hold' using errcode = 'check_violation';
        end if;
      else
        if (old.id, old.user_id, old.transaction_id, old.amount_cents, old.type)
          is distinct from (new.id, new.user_id, new.transaction_id, new.amount_cents, new.type)
          or old.state <> 'held' or new.state = 'held' then
          raise exception 'a hold is only ever ended, once' using errcode = 'restrict_violation';
        end if;
        update ledger_accounts set held_cents = held_cents - old.amount_cents
          where user_id = old.user_id;
      end if;
      insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
        on conflict do nothing;
      return null;
    end $$;
  `.execute(db);
}

async function shortenPosting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function post_to_ledger() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      change_cents bigint := case
        when new.type in ('deposit', 'admin_credit', 'refund', 'dispute_release') then new.amount_cents
        when new.type in ('shipping_fee', 'deposit_refund', 'dispute', 'payout') then -new.amount_cents
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
        -- The reversal of a failed refund comes from the account that the refund went to.
        if new.against <> 'provider' or new.type <> 'refund' then
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
            when new.type in ('shipping_fee', 'refund') then '00000000-0000-4000-8000-000000000002'
            when new.type = 'admin_credit' then '00000000-0000-4000-8000-000000000003'
            when new.type = 'payout' then '00000000-0000-4000-8000-000000000005'
            else '00000000-0000-4000-8000-000000000004'
          end::uuid, -change_cents, null, null);
      end if;
      insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
        on conflict do nothing;
      return new;
    end $$;
  `.execute(db);
}
