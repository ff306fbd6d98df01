// What a movement of money costs beside itself: its posting notes the change once, where two triggers noted it.
import { sql, type Kysely } from "kysely";

/**
 * Posting is the only writer of balances and of completed transactions, and notes for itself whom they concern. Two
 * triggers that looked at the rows of its statements took as long as the posting. What else writes to wallets is
 * noted by the tables as before, row by row, and costs a posting nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await noteOutsidePosting(db);
  await notePosting(db);
}

async function noteOutsidePosting(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger ledger_accounts_note_updates on ledger_accounts;
    drop trigger transactions_note_inserts on transactions;
    drop trigger transactions_note_updates on transactions;
    drop function note_changes_of_ledger_accounts;
    drop function note_changes_of_transactions;

    create function note_change_of_wallet() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
        on conflict do nothing;
      return null;
    end $$;

    -- A balance moves by posting alone, which never touches what is held.
    create trigger holds_are_noted after update on ledger_accounts for each row
      when (new.held_cents is distinct from old.held_cents) execute function note_change_of_wallet();
    -- Only the posting writes transactions from within a trigger.
    create trigger transactions_are_noted after insert or update on transactions for each row
      when (pg_trigger_depth() = 0) execute function note_change_of_wallet();
  `.execute(db);
}

async function notePosting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function post_to_ledger() returns trigger language plpgsql as $$
    declare
      change_cents bigint := case
        when new.type in ('deposit', 'admin_credit', 'refund', 'dispute_release') then new.amount_cents
        when new.type in ('shipping_fee', 'deposit_refund', 'dispute') then -new.amount_cents
        when new.type = 'subscription' then 0
      end;
      hash bytea := sha256(convert_to(
        concat_ws('|', new.user_id, new.type, new.amount_cents, new.request), 'UTF8'));
      wallet_id uuid;
      transfer_id bigint;
    begin
      if new.amount_cents is null or new.amount_cents not between 1 and 100000000 then
        return answer_refusal(new, hash);
      end if;
      if change_cents is null then
        raise exception '% is no type of transaction', new.type using errcode = 'check_violation';
      end if;
      -- What a refund that failed brings back comes from where it went.
      if new.against is not null and (new.against <> 'provider' or new.type <> 'refund') then
        raise exception '% is not posted against %', new.type, new.against
          using errcode = 'check_violation';
      end if;
      if change_cents = 0 then
        select a.id, a.balance_cents, a.version into wallet_id, new.balance_cents, new.version
          from ledger_accounts a where a.user_id = new.user_id for update;
      else
        update ledger_accounts a set
          balance_cents = a.balance_cents + change_cents,
          version = a.version + 1,
          overdraft_cents = greatest(0, -(a.balance_cents + change_cents))
        where a.user_id = new.user_id and (change_cents > 0 or new.type = 'dispute'
          or a.balance_cents - a.held_cents + change_cents >= 0)
        returning a.id, a.balance_cents, a.version into wallet_id, new.balance_cents, new.version;
      end if;
      if wallet_id is null then
        return answer_refusal(new, hash);
      end if;

      new.transaction_id := coalesce(new.transaction_id, gen_random_uuid());
      insert into ledger_transfers
        (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
      values (new.idempotency_key, hash, new.transaction_id, wallet_id, new.version, new.at)
      on conflict (idempotency_key) do nothing
      returning id into transfer_id;
      if transfer_id is null then
        if change_cents <> 0 then
          update ledger_accounts a set
            balance_cents = a.balance_cents - change_cents,
            version = a.version - 1,
            overdraft_cents = greatest(0, -(a.balance_cents - change_cents))
          where a.id = wallet_id;
        end if;
        return answer_repeat(new, hash);
      end if;

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

      if change_cents <> 0 then
        insert into ledger_entries (transfer_id, account_id, change_cents, balance_cents, version)
        values
          (transfer_id, wallet_id, change_cents, new.balance_cents, new.version),
          (transfer_id, case
            when new.type in ('deposit', 'deposit_refund') or new.against = 'provider'
              then '00000000-0000-4000-8000-000000000001'
            when new.type in ('shipping_fee', 'refund') then '00000000-0000-4000-8000-000000000002'
            when new.type = 'admin_credit' then '00000000-0000-4000-8000-000000000003'
            else '00000000-0000-4000-8000-000000000004'
          end::uuid, -change_cents, null, null);
      end if;
      insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
        on conflict do nothing;
      new.outcome := 'applied';
      return new;
    end $$;
  `.execute(db);
}
