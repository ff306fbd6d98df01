// Payouts: a type of transaction against an account of their own, and the money on hold from the request on.
import { sql, type Kysely } from "kysely";

/**
 * Adds the type `payout` with its platform account, the type of a hold, and to payout_requests their hold, who began to
 * pay them, and how they ended. Open requests of before get their hold, or are declined where the wallet has too little.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await allowPayouts(db);
  await postPayouts(db);
  await typeHolds(db);
  await extendRequests(db);
  await holdOpenRequests(db);
  await sql`
    alter table payout_requests
      add constraint payout_requests_open_are_held check (settled_at is not null or hold_id is not null);
  `.execute(db);
}

async function allowPayouts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function require_empty_account() returns trigger language plpgsql as $$
    begin
      if new.kind not in ('wallet', 'provider', 'freight', 'adjustments', 'disputes', 'payouts')
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
    insert into ledger_accounts (id, kind) values ('00000000-0000-4000-8000-000000000005', 'payouts');

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
      return new;
    end $$;
  `.execute(db);
}

async function postPayouts(db: Kysely<unknown>): Promise<void> {
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
            when new.type = 'payout' then '00000000-0000-4000-8000-000000000005'
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

async function typeHolds(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table holds add column type text not null default 'shipping_fee'
      check (type in ('shipping_fee', 'payout'));
    comment on column holds.type is 'The transaction that it becomes when it is settled.';

    create or replace function keep_held_cents() returns trigger
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
      return null;
    end $$;
  `.execute(db);
}

async function extendRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payout_requests
      add column hold_id uuid unique references holds (id),
      add column started_at timestamptz,
      add column started_by uuid,
      add column outcome text check (outcome in ('paid', 'declined', 'withdrawn', 'unknown')),
      add column reason text,
      add column reference text;
    update payout_requests set outcome = case
      when is_paid then 'paid' when not is_paid then 'declined' else 'unknown' end
      where settled_at is not null;
    alter table payout_requests
      drop column is_paid,
      drop constraint payout_requests_check1,
      add constraint payout_requests_settled_by_somebody
        check (settled_at is not null or settled_by is null),
      add constraint payout_requests_settled_with_outcome
        check ((settled_at is null) = (outcome is null)),
      add constraint payout_requests_started_by_somebody
        check ((started_at is null) = (started_by is null));
    comment on column payout_requests.started_at is
      'When staff were first shown where the money is to go; from then on it cannot be withdrawn.';
    comment on column payout_requests.settled_by is
      'Who paid, declined or withdrew it; null: an upgrade declined it.';
    comment on column payout_requests.outcome is 'unknown: it was settled before this was kept.';
    comment on column payout_requests.reason is 'Why it was declined; the customer is shown it.';
    comment on column payout_requests.reference is 'Of the bank transfer that paid it.';

    create or replace function note_changes_of_payout_requests() returns trigger language plpgsql as $$
    begin
      if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
        insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
          on conflict do nothing;
      else
        insert into changes (user_id, topic, subject_id)
          select distinct null::uuid, 'office', null::uuid from changed
          union select user_id, 'wallet', user_id from changed
          on conflict do nothing;
      end if;
      return null;
    end $$;
  `.execute(db);
}

// Staff used to take an open payout off the wallet as a fee before they sent the money. Such a fee is given back, so
// that the payout is on hold like every other and is debited once, when it is paid.
async function holdOpenRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      request record;
      taken_id uuid;
      new_hold_id uuid;
      new_transaction_id uuid;
    begin
      update payout_requests p set settled_at = now(), outcome = 'unknown', details_encrypted = null
        from profiles where profiles.id = p.user_id and profiles.closed_at is not null
          and p.settled_at is null;
      for request in
        select * from payout_requests where settled_at is null order by created_at for update
      loop
        select id into taken_id from transactions
          where user_id = request.user_id and type = 'shipping_fee' and status = 'completed'
            and amount_cents = request.amount_cents and created_at >= request.created_at
            and metadata ->> 'isPayout' = 'true'
          order by created_at desc limit 1;
        if taken_id is not null then
          insert into ledger_postings
            (idempotency_key, request, user_id, type, amount_cents, metadata, at)
          values ('payout-returned:' || request.id, '{}', request.user_id, 'refund',
            request.amount_cents, jsonb_build_object('reason', 'Payout put on hold until it is paid',
              'refunds', taken_id, 'payout_id', request.id), now());
        end if;
        if request.details_encrypted is not null and exists (
          select from ledger_accounts where user_id = request.user_id
            and balance_cents - held_cents >= request.amount_cents
        ) then
          new_hold_id := gen_random_uuid();
          new_transaction_id := gen_random_uuid();
          insert into holds (id, user_id, transaction_id, amount_cents, type, reason, request_key, held_by, held_at)
          values (new_hold_id, request.user_id, new_transaction_id, request.amount_cents, 'payout',
            'Requested by you', gen_random_uuid(), request.user_id, request.created_at);
          insert into transactions (id, user_id, type, amount_cents, status, created_at, metadata)
          values (new_transaction_id, request.user_id, 'payout', request.amount_cents, 'pending',
            request.created_at, jsonb_build_object('reason', 'Requested by you', 'hold_id', new_hold_id,
              'held_by', request.user_id, 'payout_id', request.id));
          update payout_requests set hold_id = new_hold_id where id = request.id;
        else
          update payout_requests set settled_at = now(), outcome = 'declined', details_encrypted = null,
            reason = 'Your wallet no longer had the amount you asked for. Please request a payout of what is there.'
            where id = request.id;
        end if;
      end loop;
    end $$;
  `.execute(db);
}
